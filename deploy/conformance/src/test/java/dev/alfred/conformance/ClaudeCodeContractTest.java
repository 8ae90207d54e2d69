package dev.alfred.conformance;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Optional;

import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.runner.adapter.claude.ClaudeCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ClaudeCodeContractTest extends AgentContract {
    @Override
    protected Optional<AgentUnderTest> installed() throws IOException {
        return AgentUnderTest.installed(
                new ClaudeCode(), ModelProtocol.ANTHROPIC_MESSAGES, "ANTHROPIC_API_KEY", "claude-sonnet-5-5");
    }

    @Override
    protected LostAccess.Consequence consequence(LostAccess lost) {
        return switch (lost) {
            case FILES_UNREADABLE, DIRECTORIES_UNREADABLE ->
                LostAccess.Consequence.begunAnew(ResumeFallback.STATE_MISSING);
            case STATE_READ_ONLY -> LostAccess.Consequence.begunAnew(ResumeFallback.HISTORY_LOST);
            case HOME_READ_ONLY -> LostAccess.Consequence.resumed();
        };
    }

    @Override
    protected Path sessionFile(Path state, String id) {
        return state.resolve(slug(state)).resolve(id + ".jsonl");
    }

    private static String slug(Path state) {
        String[] slugs = state.toFile().list((directory, name) -> name.startsWith("-"));
        return slugs[0];
    }

    @Override
    protected int requestsOfAnOverloadedStart() {
        return 4;
    }

    /** Half of a transcript is gone on with as if it were whole. */
    @Override
    protected String sabotageThatLosesHistory() {
        return """
                for f in "$STATE"/*/*.jsonl; do
                  lines=$(wc -l < "$f"); head -n $((lines / 2)) "$f" > "$f.half"; mv "$f.half" "$f"
                done
                """;
    }

    /** What it tells of its cost is the session's; what it is allowed is the run's. */
    @Test
    void aRunThatResumesADearSessionMaySpendItsOwnBudget(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = mailbox(directory);
        LlmResult dear = mailbox.run(mark() + " [[usage:100000,0,20000]]");

        LlmResult cheap = mailbox.run(
                mark() + " [[usage:1000,0,200]] [[tool:true]]",
                RunOptions.usual().limitedTo(new Budget(new BigDecimal("0.10"), 0, null)));

        assertThat(dear.usage().costUsd()).isGreaterThan(new BigDecimal("0.10"));
        assertThat(cheap.reason()).as(cheap.detail()).isEqualTo(ExitReason.NONE);
        assertThat(cheap.resumed()).isTrue();
        assertThat(cheap.usage().costUsd()).isBetween(new BigDecimal("0.001"), new BigDecimal("0.05"));
    }
}
