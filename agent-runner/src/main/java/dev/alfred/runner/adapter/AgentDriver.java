package dev.alfred.runner.adapter;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.session.LlmCapabilities;
import dev.alfred.contracts.session.LlmRequest;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.process.Cancellation;
import dev.alfred.runner.process.ChildCommand;
import dev.alfred.runner.process.ChildEnd;
import dev.alfred.runner.process.ChildLimits;
import dev.alfred.runner.process.ChildProcess;

/**
 * Does a piece of work with an agent's CLI: checks the session to resume, starts, proves the resume, and begins anew in
 * silence where {@link NextStep} says so. One instance a run.
 */
public final class AgentDriver implements LlmAdapter {
    private static final Duration WORTH_STARTING = Duration.ofSeconds(1);
    private static final String USED_UP = "the run's budget is used up";

    private final AgentCli cli;
    private final AgentPlace place;
    private final AgentSettings settings;
    private final Consumer<RunnerLine> lines;
    private final Reset reset;
    private final Cancellation cancellation;
    private final InstantSource clock;
    private final Backoff backoff;

    private LlmRequest request;
    private UsageAccount account;
    private Instant deadline;
    private SessionCourse session;
    private PromptForm form;
    private boolean spoke;
    private int retriesLeft;

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
        this(cli, place, settings, lines, reset, cancellation, InstantSource.system());
    }

    /** @param clock what the run's time is told by */
    AgentDriver(
            AgentCli cli,
            AgentPlace place,
            AgentSettings settings,
            Consumer<RunnerLine> lines,
            Reset reset,
            Cancellation cancellation,
            InstantSource clock) {
        this.cli = cli;
        this.place = place;
        this.settings = settings;
        this.lines = lines;
        this.reset = reset;
        this.cancellation = cancellation;
        this.clock = clock;
        this.backoff = new Backoff(settings.firstBackoff(), cancellation);
    }

    @Override
    public LlmCapabilities capabilities() {
        return cli.capabilities(place.version());
    }

    @Override
    public LlmResult work(LlmRequest work) throws IOException {
        request = work;
        retriesLeft = work.retries();
        account = new UsageAccount(cli.costIsCumulative(place.version()), work.budget());
        session = new SessionCourse(cli, settings, work.session(), lines);
        account.session(session.begin());
        deadline = clock.instant().plus(work.timeout());
        while (true) {
            if (work.budget().usedUpBy(account.used())) {
                return result(new NextStep.Finish(ExitReason.BUDGET, USED_UP), null);
            }
            AgentEnd end = start(work.budget().usdLeft(account.used()));
            account(end);
            switch (NextStep.after(facts(end))) {
                case NextStep.Finish finish -> {
                    return result(finish, end);
                }
                case NextStep.StartFresh fresh -> {
                    session.abandon(fresh.reason(), fresh.detail());
                    if (fresh.reset() && !reset.workspace()) {
                        return result(new NextStep.Finish(ExitReason.INTERNAL, "the workspace can't be reset"), end);
                    }
                    session.beginAnew();
                    account.session(null);
                    spoke = false;
                }
                case NextStep.Retry retry -> {
                    session.goOn(end);
                    if (!backedOff(retry.detail())) {
                        return result(new NextStep.Finish(ExitReason.CANCELLED, "the run was cancelled"), end);
                    }
                }
            }
        }
    }

    /** False when the run was cancelled meanwhile. */
    private boolean backedOff(String detail) {
        Duration most = left().minus(WORTH_STARTING);
        retriesLeft--;
        info("the model could not answer (%s); the next try begins in %d s"
                .formatted(detail, backoff.within(most).toSeconds()));
        return backoff.pause(most);
    }

    private AgentEnd start(BigDecimal usdLeft) throws IOException {
        boolean delta = session.resuming().isPresent() && settings.useDelta() && request.deltaPrompt() != null;
        form = delta ? PromptForm.DELTA : PromptForm.FULL;
        String prompt = delta ? request.deltaPrompt() : request.fullPrompt();
        if (delta) {
            info("the resumed session is told only what is new: %d characters, %d %% of the full prompt's %d"
                    .formatted(
                            prompt.length(),
                            100L
                                    * prompt.length()
                                    / Math.max(1, request.fullPrompt().length()),
                            request.fullPrompt().length()));
        }
        AgentStart start = new AgentStart(session.argument(), request.model(), settings.maxTurns(), usdLeft, prompt);
        HomeFiles.write(place.home(), cli.homeFiles(place, start));
        ChildCommand command = cli.command(place, start);
        StartListener listener = new StartListener(
                cli,
                cli.stream(place),
                session.resuming(),
                session.fallback(),
                account.used(),
                request.budget(),
                lines);
        ChildLimits limits = new ChildLimits(left(), settings.silence(), session::lastChange, settings.grace());
        ChildEnd end = ChildProcess.run(command, limits, cancellation, listener);
        return listener.end(end);
    }

    private NextStep.Facts facts(AgentEnd end) {
        Optional<String> asked = session.resuming();
        return new NextStep.Facts(
                asked.isPresent(),
                asked.orElse(null),
                end,
                spoke,
                asked.flatMap(id -> cli.resumeFailure(place.version(), id, end)),
                session.proof(),
                cli.modelFailure(end),
                cli.budgetExhausted(end),
                retriesLeft,
                left().compareTo(WORTH_STARTING) > 0);
    }

    private void account(AgentEnd end) {
        spoke |= end.spoke();
        account.add(end);
        lines.accept(new RunnerLine.Used(account.used()));
    }

    private LlmResult result(NextStep.Finish finish, AgentEnd end) {
        SessionCourse.Ended ended = session.end(end);
        return new LlmResult(
                finish.reason(),
                finish.reason() == ExitReason.BUDGET
                        ? "%s (%s)".formatted(finish.detail(), request.budget().told(account.used()))
                        : finish.detail(),
                text(end),
                ended.id().orElse(null),
                ended.resumed(),
                session.fallback(),
                ended.fingerprint().isPresent(),
                ended.fingerprint().orElse(null),
                spoke,
                end == null ? null : form,
                account.used(),
                ended.id().isEmpty() ? null : account.totals());
    }

    private static String text(AgentEnd end) {
        if (end == null) {
            return null;
        }
        AgentReport report = end.report();
        return report != null && !report.error() && report.text() != null ? report.text() : end.lastText();
    }

    private void info(String message) {
        lines.accept(new RunnerLine.Log(Stage.RUN, "info", message));
    }

    private Duration left() {
        Duration left = Duration.between(clock.instant(), deadline);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
