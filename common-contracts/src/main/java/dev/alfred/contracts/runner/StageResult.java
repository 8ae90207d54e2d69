package dev.alfred.contracts.runner;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.alfred.contracts.runevents.AgentResult;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.MirrorUse;

/**
 * How a stage ended. Exit status 0 makes it authoritative, 1 means failed for the reason in it, anything else means
 * that the stage was killed.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "stage")
@JsonSubTypes({
    @JsonSubTypes.Type(value = StageResult.Prepared.class, name = "prepare"),
    @JsonSubTypes.Type(value = StageResult.Ran.class, name = "run"),
    @JsonSubTypes.Type(value = StageResult.Published.class, name = "publish")
})
public sealed interface StageResult {
    ExitReason reason();

    String detail();

    /**
     * @param baseCommit the commit that the workspace was checked out at
     * @param branchExisted whether the mailbox's branch was on the remote
     * @param stateFallback why the state can't be resumed, or null when it may be tried
     * @param rejected names, sizes and hashes of state that was removed
     * @param mirror what the base branch's mirror was good for, or null where none is kept
     */
    record Prepared(
            ExitReason reason,
            String detail,
            String baseCommit,
            boolean branchExisted,
            ResumeFallback stateFallback,
            List<String> rejected,
            MirrorUse mirror)
            implements StageResult {
        public Prepared {
            rejected = rejected == null ? List.of() : List.copyOf(rejected);
        }

        /** Where no mirror is kept. */
        public Prepared(
                ExitReason reason,
                String detail,
                String baseCommit,
                boolean branchExisted,
                ResumeFallback stateFallback,
                List<String> rejected) {
            this(reason, detail, baseCommit, branchExisted, stateFallback, rejected, null);
        }
    }

    /**
     * @param llm what the agent's CLI did; null when it never started
     * @param cliVersion as the CLI told it, or null
     * @param result what the agent handed back, or null
     */
    record Ran(ExitReason reason, String detail, LlmResult llm, String cliVersion, AgentResult result)
            implements StageResult {}

    /**
     * @param commit the head of the workspace's branch
     * @param commits how many commits lie between the base commit and it
     */
    record Published(ExitReason reason, String detail, String commit, int commits, boolean pushed)
            implements StageResult {}
}
