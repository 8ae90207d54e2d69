package dev.alfred.orchestrator.run;

import java.time.Instant;

import dev.alfred.contracts.Texts;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.session.RunSession;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.messaging.Outgoing;
import dev.alfred.messaging.TraceContext;
import dev.alfred.orchestrator.run.model.Run;

/** Runs as messages of {@code alfred.run-events}. */
public final class RunMessages {
    private RunMessages() {}

    /** An event of the run, in the trace that its request came with. */
    public static Outgoing outgoing(Run run, RunEvent event) {
        return new Outgoing(event, run.mailbox().value(), new TraceContext(run.traceparent(), null));
    }

    public static RunEvent ended(RunState end, RunReport report) {
        return switch (end) {
            case SUCCEEDED -> new RunEvent.Succeeded(report);
            case FAILED -> new RunEvent.Failed(report);
            case CANCELLED -> new RunEvent.Cancelled(report);
            case TIMED_OUT -> new RunEvent.TimedOut(report);
            case LOST -> new RunEvent.Lost(report);
            case QUEUED, STARTING, RUNNING -> throw new IllegalArgumentException(end.wire() + " is no end");
        };
    }

    /** The report of a run that ends without a launched attempt. */
    public static RunReport withoutLaunch(
            Run run, RunSession session, ExitReason reason, String detail, Instant endedAt) {
        return new RunReport(
                run.id(),
                run.mailbox(),
                run.request().phase(),
                run.attempt(),
                run.request().settings().adapter(),
                run.request().settings().provider(),
                run.request().settings().model(),
                null,
                session,
                reason,
                Texts.bounded(detail, 4096),
                run.baseCommit(),
                null,
                0,
                false,
                null,
                null,
                false,
                run.usage(),
                run.startedAt(),
                endedAt);
    }
}
