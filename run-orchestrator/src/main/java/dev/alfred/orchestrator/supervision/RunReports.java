package dev.alfred.orchestrator.supervision;

import java.util.Optional;

import dev.alfred.contracts.Texts;
import dev.alfred.contracts.runevents.AgentResult;
import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.vocabulary.AgentOutcome;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.run.model.Attempt;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.session.model.SessionOutcome;
import dev.alfred.orchestrator.supervision.model.AttemptEnd;

/** What is told of a run at the end of an attempt, from all that its stages told. */
final class RunReports {
    private static final int DETAIL_BYTES = 4096;

    private RunReports() {}

    /**
     * @param onRemote the commit that publish reported, where it turned out to be the branch's head on the remote
     */
    static RunReport of(
            Run run,
            Attempt attempt,
            AttemptEnd.Facts facts,
            AttemptEnd end,
            SessionOutcome session,
            Optional<String> onRemote) {
        Optional<StageResult.Prepared> prepared = facts.told(Stage.PREPARE, StageResult.Prepared.class);
        Optional<StageResult.Ran> ran = facts.told(Stage.RUN, StageResult.Ran.class);
        Optional<StageResult.Published> published = facts.told(Stage.PUBLISH, StageResult.Published.class);
        Optional<LlmResult> llm = ran.map(StageResult.Ran::llm);
        return new RunReport(
                run.id(),
                run.mailbox(),
                run.request().phase(),
                attempt.number(),
                run.request().settings().adapter(),
                attempt.provider(),
                attempt.model(),
                ran.map(StageResult.Ran::cliVersion).orElse(attempt.cliVersion()),
                session.session(),
                onRemote.isPresent() ? ExitReason.NONE : end.reason(),
                onRemote.isPresent() ? null : Texts.bounded(end.detail(), DETAIL_BYTES),
                run.baseCommit() != null
                        ? run.baseCommit()
                        : prepared.map(StageResult.Prepared::baseCommit).orElse(null),
                onRemote.or(() -> published.map(StageResult.Published::commit)).orElse(null),
                published.map(StageResult.Published::commits).orElse(onRemote.isPresent() ? 1 : 0),
                onRemote.isPresent()
                        || published.map(StageResult.Published::pushed).orElse(false),
                ran.map(RunReports::result).orElse(null),
                llm.map(LlmResult::promptForm).orElse(null),
                session.promptSeen(),
                run.usage().plus(llm.map(LlmResult::usage).orElse(attempt.usage())),
                run.startedAt(),
                run.readAt());
    }

    /** What the agent handed back, or else its last message. */
    private static AgentResult result(StageResult.Ran ran) {
        if (ran.result() != null) {
            return ran.result();
        }
        return ran.llm() == null || ran.llm().text() == null
                ? null
                : new AgentResult(AgentOutcome.DONE, Texts.bounded(ran.llm().text()), null, null, null);
    }
}
