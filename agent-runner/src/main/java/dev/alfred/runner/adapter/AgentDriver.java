package dev.alfred.runner.adapter;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.session.LlmRequest;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionRef;
import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.process.Cancellation;
import dev.alfred.runner.process.ChildCommand;
import dev.alfred.runner.process.ChildEnd;
import dev.alfred.runner.process.ChildLimits;
import dev.alfred.runner.process.ChildProcess;
import dev.alfred.runner.process.StopCause;
import dev.alfred.runner.workspace.StateGuard;
import dev.alfred.runner.workspace.Trees;

/**
 * Does a piece of work with an agent's CLI: checks the session to resume, starts, proves the resume, and begins anew in
 * silence where {@link NextStep} says so. One instance a run.
 */
public final class AgentDriver {
    private static final Duration WORTH_STARTING = Duration.ofSeconds(1);

    private final AgentCli cli;
    private final AgentPlace place;
    private final AgentSettings settings;
    private final Consumer<RunnerLine> lines;
    private final Reset reset;
    private final Cancellation cancellation;
    private final SessionFiles sessions;

    private LlmRequest request;
    private Instant deadline;
    private SessionArgument session;
    private Optional<StateCheck.Sound> resumed = Optional.empty();
    private ResumeFallback fallback;
    private Usage usage = Usage.NOTHING;
    private SessionTotals totals;
    private PromptForm form;
    private boolean spoke;
    private int retriesLeft;
    private int retries;

    /** Puts the workspace back to what prepare left. */
    @FunctionalInterface
    public interface Reset {
        boolean workspace() throws IOException;
    }

    public AgentDriver(
            AgentCli cli,
            AgentPlace place,
            AgentSettings settings,
            Consumer<RunnerLine> lines,
            Reset reset,
            Cancellation cancellation) {
        this.cli = cli;
        this.place = place;
        this.settings = settings;
        this.lines = lines;
        this.reset = reset;
        this.cancellation = cancellation;
        this.sessions = settings.state() == null ? null : cli.sessions(settings.state());
    }

    public LlmResult work(LlmRequest work) throws IOException {
        request = work;
        retriesLeft = work.retries();
        session = firstSession();
        deadline = Instant.now().plus(work.timeout());
        while (true) {
            BigDecimal budget = budgetLeft();
            if (budget != null && budget.signum() <= 0) {
                return result(new NextStep.Finish(ExitReason.BUDGET, "the run's budget is used up"), null);
            }
            AgentEnd end = start(budget);
            account(end);
            switch (NextStep.after(facts(end))) {
                case NextStep.Finish finish -> {
                    return result(finish, end);
                }
                case NextStep.StartFresh fresh -> {
                    if (fresh.reset() && !reset.workspace()) {
                        return result(new NextStep.Finish(ExitReason.INTERNAL, "the workspace can't be reset"), end);
                    }
                    beginAnew(fresh.reason(), fresh.detail());
                }
                case NextStep.Retry retry -> {
                    if (!retryLater(retry.detail())) {
                        return result(new NextStep.Finish(ExitReason.CANCELLED, "the run was cancelled"), end);
                    }
                }
            }
        }
    }

    private SessionArgument firstSession() throws IOException {
        SessionRef wanted = request.session();
        if (wanted == null) {
            return new SessionArgument.None();
        }
        totals = null;
        if (!wanted.resumes()) {
            return fresh();
        }
        StateCheck check = settings.known() != null
                ? new StateCheck.Unusable(settings.known(), "it failed the safety check")
                : cli.validSessionId(wanted.resumeId())
                        ? sessions.check(wanted.resumeId(), settings.fingerprint())
                        : new StateCheck.Unusable(ResumeFallback.STATE_MISSING, "its id is none of this CLI's");
        return switch (check) {
            case StateCheck.Sound sound -> {
                resumed = Optional.of(sound);
                totals = settings.totals();
                yield new SessionArgument.Resume(wanted.resumeId());
            }
            case StateCheck.Unusable(ResumeFallback reason, String detail) -> {
                info("the session can't be resumed (%s: %s); a fresh one begins".formatted(reason.wire(), detail));
                fellBack(reason);
                if (settings.known() == null && reason != ResumeFallback.STATE_MISSING) {
                    emptyState();
                }
                yield fresh();
            }
        };
    }

    private void emptyState() throws IOException {
        StateGuard.inventory(settings.state()).forEach(entry -> info("removed from the session state: " + entry));
        Trees.empty(settings.state());
    }

    private SessionArgument fresh() {
        SessionRef wanted = request.session();
        return new SessionArgument.Fresh(wanted.freshId(), settings.named() ? wanted.name() : null);
    }

    private void beginAnew(ResumeFallback reason, String detail) {
        info("the session could not be resumed (%s: %s); a fresh one begins".formatted(reason.wire(), detail));
        fellBack(reason);
        resumed = Optional.empty();
        totals = null;
        spoke = false;
        session = fresh();
    }

    /** Told at once, since the stage may never come to tell its result. */
    private void fellBack(ResumeFallback reason) {
        fallback = reason;
        lines.accept(new RunnerLine.Session(request.session().freshId(), false, reason));
    }

    private boolean retryLater(String detail) {
        Duration backoff = settings.firstBackoff().multipliedBy(1L << retries);
        Duration left = left().minus(WORTH_STARTING);
        Duration wait = backoff.compareTo(left) < 0 ? backoff : left;
        retries++;
        retriesLeft--;
        info("the model could not answer (%s); the next try begins in %d s".formatted(detail, wait.toSeconds()));
        if (session instanceof SessionArgument.Fresh(String id, String name) && sessions.exists(id)) {
            session = new SessionArgument.Resume(id);
        }
        CompletableFuture<Void> cancelled = new CompletableFuture<>();
        Cancellation.Registration registration = cancellation.onCancel(() -> cancelled.complete(null));
        try {
            cancelled.get(Math.max(0, wait.toMillis()), TimeUnit.MILLISECONDS);
            return false;
        } catch (TimeoutException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a cancellation can't fail", e);
        } finally {
            registration.close();
        }
    }

    private AgentEnd start(BigDecimal budget) throws IOException {
        boolean delta = resumed.isPresent() && settings.useDelta() && request.deltaPrompt() != null;
        form = delta ? PromptForm.DELTA : PromptForm.FULL;
        String prompt = delta ? request.deltaPrompt() : request.fullPrompt();
        ChildCommand command =
                cli.command(place, new AgentStart(session, request.model(), settings.maxTurns(), budget, prompt));
        StartListener listener = new StartListener(
                cli,
                resumed.map(ignored -> request.session().resumeId()),
                fallback,
                usage,
                request.tokenLimit(),
                lines);
        String followed = switch (session) {
            case SessionArgument.None() -> null;
            case SessionArgument.Fresh(String id, String name) -> id;
            case SessionArgument.Resume(String id) -> id;
        };
        ChildLimits limits = new ChildLimits(
                left(),
                settings.silence(),
                () -> followed == null ? Instant.MIN : sessions.lastChange(followed),
                settings.grace());
        ChildEnd end = ChildProcess.run(command, limits, cancellation, listener);
        return listener.end(end);
    }

    private NextStep.Facts facts(AgentEnd end) {
        String asked = resumed.isPresent() ? request.session().resumeId() : null;
        return new NextStep.Facts(
                resumed.isPresent(),
                asked,
                end,
                resumed.isPresent() ? cli.resumeFailure(place.version(), asked, end) : Optional.empty(),
                proof(),
                cli.modelFailure(end),
                cli.budgetExhausted(end),
                retriesLeft,
                left().compareTo(WORTH_STARTING) > 0);
    }

    private Optional<ResumeProof> proof() {
        return resumed.isPresent()
                ? Optional.of(sessions.prove(request.session().resumeId(), resumed.get()))
                : Optional.empty();
    }

    private void account(AgentEnd end) {
        spoke |= end.spoke();
        Usage used = end.usage();
        AgentReport report = end.report();
        BigDecimal cost = report == null ? null : report.totalCostUsd();
        if (cost != null && totals != null && totals.costUsd() != null && cli.costIsCumulative(place.version())) {
            BigDecimal difference = cost.subtract(totals.costUsd());
            cost = difference.signum() < 0 ? cost : difference;
        }
        usage = usage.plus(new Usage(used.inputTokens(), used.cachedInputTokens(), used.outputTokens(), cost));
        if (report != null && report.totals() != null) {
            totals = report.totals();
        }
        lines.accept(new RunnerLine.Used(usage));
    }

    private LlmResult result(NextStep.Finish finish, AgentEnd end) {
        SessionEnd ended = sessionEnd(end);
        return new LlmResult(
                finish.reason(),
                finish.detail(),
                text(end),
                ended.id(),
                ended.resumed(),
                fallback,
                ended.fingerprint().isPresent(),
                ended.fingerprint().orElse(null),
                spoke,
                end == null ? null : form,
                usage,
                ended.id() == null ? null : totals);
    }

    private record SessionEnd(String id, boolean resumed, Optional<SessionFingerprint> fingerprint) {}

    private SessionEnd sessionEnd(AgentEnd end) {
        if (request.session() == null) {
            return new SessionEnd(null, false, Optional.empty());
        }
        if (end != null && end.stopped().equals(Optional.of(StopCause.SESSION_CHANGED))) {
            // No time was left for a fresh start: neither session is this run's.
            fallback = ResumeFallback.SESSION_CHANGED;
            return new SessionEnd(null, false, Optional.empty());
        }
        if (resumed.isPresent()) {
            String id = request.session().resumeId();
            return switch (proof().orElseThrow()) {
                case ResumeProof.Proven() -> new SessionEnd(id, true, sessions.saved(id));
                case ResumeProof.NotGrown() -> new SessionEnd(id, false, sessions.saved(id));
                case ResumeProof.Lost(String detail) -> {
                    // No time was left for a fresh start: what went on is never to be resumed.
                    fallback = ResumeFallback.HISTORY_LOST;
                    yield new SessionEnd(null, false, Optional.empty());
                }
            };
        }
        String chosen = request.session().freshId();
        String named = end == null ? null : end.sessionId();
        String id = named != null && !sessions.exists(chosen) && sessions.exists(named) ? named : chosen;
        return new SessionEnd(id, false, sessions.saved(id));
    }

    private static String text(AgentEnd end) {
        if (end == null) {
            return null;
        }
        AgentReport report = end.report();
        return report != null && !report.error() && report.text() != null ? report.text() : end.lastText();
    }

    private BigDecimal budgetLeft() {
        if (request.budgetUsd() == null || usage.costUsd() == null) {
            return request.budgetUsd();
        }
        return request.budgetUsd().subtract(usage.costUsd());
    }

    private Duration left() {
        Duration left = Duration.between(Instant.now(), deadline);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private void info(String message) {
        lines.accept(new RunnerLine.Log(Stage.RUN, "info", message));
    }
}
