package dev.alfred.orchestrator.run;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;

import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.RunSession;
import dev.alfred.contracts.session.SessionOff;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.SessionMode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.quarkus.runtime.StartupEvent;

/** Counts runs, sessions, tokens and money; every series is there from the start. */
@ApplicationScoped
public class RunMetrics {
    static final String RUNS = "alfred_runs_total";
    static final String QUEUE_SECONDS = "alfred_run_queue_seconds";
    static final String DURATION_SECONDS = "alfred_run_duration_seconds";
    static final String SESSION_RUNS = "alfred_session_runs";
    static final String TOKENS = "alfred_run_tokens";
    static final String COST = "alfred_run_cost_usd";
    private static final String NONE = "none";

    private final MeterRegistry registry;
    private final Map<Tags, AtomicLong> ended = new ConcurrentHashMap<>();

    RunMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void start(@Observes StartupEvent event) {
        queue();
        for (AdapterId adapter : AdapterId.values()) {
            for (Phase phase : Phase.values()) {
                duration(phase, adapter);
                for (RunState state : RunState.values()) {
                    if (state.ended()) {
                        ended(phase, adapter, state);
                    }
                }
            }
            session(adapter, SessionMode.RESUMED, NONE);
            session(adapter, SessionMode.RESUMED, RunSession.UNPROVEN);
            for (ResumeFallback fallback : ResumeFallback.values()) {
                session(adapter, SessionMode.FRESH, fallback.wire());
            }
            for (SessionOff off : SessionOff.values()) {
                session(adapter, SessionMode.OFF, off.wire());
            }
            for (TokenKind kind : TokenKind.values()) {
                tokens(adapter, kind);
            }
            cost(adapter);
        }
    }

    private enum TokenKind {
        INPUT,
        CACHED_INPUT,
        OUTPUT;

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    void ended(@Observes(during = TransactionPhase.AFTER_SUCCESS) RunEnded end) {
        RunReport report = end.report();
        AdapterId adapter = report.adapter();
        ended(report.phase(), adapter, end.state()).incrementAndGet();
        if (report.startedAt() != null) {
            duration(report.phase(), adapter).record(end.lasted());
        }
        RunSession session = report.session();
        if (session != null && session.mode() != null) {
            session(adapter, session.mode(), session.reason() == null ? NONE : session.reason())
                    .increment();
        }
        tokens(adapter, TokenKind.INPUT).increment(report.usage().inputTokens());
        tokens(adapter, TokenKind.CACHED_INPUT).increment(report.usage().cachedInputTokens());
        tokens(adapter, TokenKind.OUTPUT).increment(report.usage().outputTokens());
        BigDecimal money = report.usage().costUsd();
        if (money != null) {
            cost(adapter).increment(money.doubleValue());
        }
    }

    void waited(@Observes(during = TransactionPhase.AFTER_SUCCESS) RunWaited waited) {
        queue().record(waited.queued());
    }

    /**
     * Counted by hand: a Prometheus counter of that name would also take the name {@code alfred_runs}, which is the gauge
     * of runs by state.
     */
    private AtomicLong ended(Phase phase, AdapterId adapter, RunState outcome) {
        Tags labels = Tags.of("phase", phase.wire(), "adapter", adapter.wire(), "outcome", outcome.wire());
        return ended.computeIfAbsent(labels, key -> {
            AtomicLong runs = new AtomicLong();
            Gauge.builder(RUNS, runs, AtomicLong::get).tags(key).register(registry);
            return runs;
        });
    }

    private Timer queue() {
        return Timer.builder(QUEUE_SECONDS).publishPercentileHistogram().register(registry);
    }

    private Timer duration(Phase phase, AdapterId adapter) {
        return Timer.builder(DURATION_SECONDS)
                .tag("phase", phase.wire())
                .tag("adapter", adapter.wire())
                .register(registry);
    }

    private Counter session(AdapterId adapter, SessionMode mode, String reason) {
        return Counter.builder(SESSION_RUNS)
                .tag("adapter", adapter.wire())
                .tag("mode", mode.wire())
                .tag("reason", reason)
                .register(registry);
    }

    private Counter tokens(AdapterId adapter, TokenKind kind) {
        return Counter.builder(TOKENS)
                .tag("adapter", adapter.wire())
                .tag("kind", kind.wire())
                .register(registry);
    }

    private Counter cost(AdapterId adapter) {
        return Counter.builder(COST).tag("adapter", adapter.wire()).register(registry);
    }
}
