package dev.alfred.runner.adapter;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.process.ChildEnd;
import dev.alfred.runner.process.ChildProcess;
import dev.alfred.runner.process.StopCause;

/** Follows one start's events: passes them on, and stops the CLI when it works in the wrong session or beyond its budget. */
final class StartListener implements ChildProcess.LineSink {
    private final AgentCli cli;
    private final AgentStream stream;
    private final Optional<String> askedId;
    private final ResumeFallback fallback;
    private final Usage before;
    private final Budget budget;
    private final Consumer<RunnerLine> lines;

    private volatile String sessionId;
    private volatile String lastText;
    private volatile boolean spoke;
    private volatile boolean changed;
    private volatile Usage used = Usage.NOTHING;
    private volatile AgentReport report;

    /**
     * @param askedId the session that is to be resumed, or empty when the start is no such resume
     * @param fallback why it is none although one was wanted, or null
     * @param before what earlier starts used
     * @param budget of all starts together
     */
    StartListener(
            AgentCli cli,
            AgentStream stream,
            Optional<String> askedId,
            ResumeFallback fallback,
            Usage before,
            Budget budget,
            Consumer<RunnerLine> lines) {
        this.cli = cli;
        this.stream = stream;
        this.askedId = askedId;
        this.fallback = fallback;
        this.before = before;
        this.budget = budget;
        this.lines = lines;
    }

    @Override
    public void accept(byte[] line, ChildProcess child) {
        accept(stream.read(line), child::stop);
    }

    private void accept(List<AgentEvent> events, Consumer<StopCause> stop) {
        for (AgentEvent event : events) {
            if (!changed) {
                accept(event, stop);
            }
        }
    }

    private void accept(AgentEvent event, Consumer<StopCause> stop) {
        switch (event) {
            case AgentEvent.SessionNamed(String id) -> named(id, stop);
            case AgentEvent.Said(String text) -> {
                spoke = true;
                lastText = text;
                lines.accept(new RunnerLine.Text(text));
            }
            case AgentEvent.UsedTool(String name, String summary) -> {
                spoke = true;
                lines.accept(new RunnerLine.Tool(name, summary));
            }
            case AgentEvent.Used(Usage usage)
            when !usage.plausible() ->
                lines.accept(new RunnerLine.Log(Stage.RUN, "warn", "the CLI tells tokens that no run can have used"));
            case AgentEvent.Used(Usage usage) -> {
                used = usage;
                Usage sum = before.plus(budget.priced(usage));
                lines.accept(new RunnerLine.Used(sum));
                if (budget.exceededBy(sum)) {
                    stop.accept(StopCause.BUDGET);
                }
            }
            case AgentEvent.Noted(String message) ->
                lines.accept(new RunnerLine.Log(Stage.RUN, "info", "the CLI says: " + message));
            case AgentEvent.Finished(AgentReport told) -> report = told.plausible();
        }
    }

    private void named(String id, Consumer<StopCause> stop) {
        if (sessionId != null || !cli.sessionIds().matches(id)) {
            return;
        }
        sessionId = id;
        if (askedId.isPresent() && !askedId.get().equals(id)) {
            changed = true;
            stop.accept(StopCause.SESSION_CHANGED);
            return;
        }
        lines.accept(new RunnerLine.Session(id, askedId.isPresent(), fallback));
    }

    AgentEnd end(ChildEnd end) {
        // There is nothing left to stop.
        accept(stream.ended(), cause -> {});
        return new AgentEnd(
                end.exitCode(),
                changed ? Optional.of(StopCause.SESSION_CHANGED) : end.stopped(),
                report,
                spoke,
                sessionId,
                lastText,
                used,
                end.stderr());
    }
}
