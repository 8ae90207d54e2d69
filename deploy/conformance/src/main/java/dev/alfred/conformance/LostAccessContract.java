package dev.alfred.conformance;

import java.io.IOException;
import java.nio.file.Path;

import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.vocabulary.ExitReason;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.alfred.conformance.AgentFixture.mark;
import static org.assertj.core.api.Assertions.assertThat;

/** Where the CLI may not read or write what it needs, the run ends as it can, and the next one has a memory again. */
public interface LostAccessContract {
    AgentFixture fixture();

    @ParameterizedTest
    @EnumSource(LostAccess.class)
    default void endsWellWhereAResumedCliMayNotDoWhatItNeeds(LostAccess lost, @TempDir Path directory)
            throws IOException {
        MailboxRuns mailbox = fixture().established(directory);
        LostAccess.Consequence expected = fixture().consequence(lost);
        String word = mark();

        LlmResult result = mailbox.run(word, RunOptions.usual().sabotagedBy(lost.script()));

        assertThat(result.resumeFallback()).isEqualTo(expected.fallback());
        assertThat(result.reason()).as(result.detail()).isIn(expected.reason(), ExitReason.AGENT_FAILED);
        assertThat(mailbox.starts()).isLessThanOrEqualTo(2);
        if (result.reason() == ExitReason.NONE) {
            assertThat(result.text()).contains(word);
        }
        if (lost == LostAccess.DIRECTORIES_UNREADABLE) {
            // What can't be looked into is rejected by the next run, with all that lies beside it.
            assertWorksAndIsResumed(mailbox);
        } else {
            assertHasAMemoryAgain(mailbox, result);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.INCLUDE,
            names = {"STATE_READ_ONLY", "HOME_READ_ONLY"})
    default void endsWellWhereAFreshCliMayNotDoWhatItNeeds(LostAccess lost, @TempDir Path directory)
            throws IOException {
        MailboxRuns mailbox = fixture().mailbox(directory);

        LlmResult result = mailbox.run(mark(), RunOptions.usual().sabotagedBy(lost.script()));

        assertThat(result.reason())
                .as(result.detail())
                .isIn(fixture().consequence(lost).reason(), ExitReason.AGENT_FAILED);
        assertThat(result.resumeFallback()).isNull();
        assertThat(mailbox.starts()).isEqualTo(1);
        assertHasAMemoryAgain(mailbox, result);
    }

    private void assertHasAMemoryAgain(MailboxRuns mailbox, LlmResult before) throws IOException {
        assertThat(assertWorksAndIsResumed(mailbox).resumed()).isEqualTo(before.resumable());
    }

    private LlmResult assertWorksAndIsResumed(MailboxRuns mailbox) throws IOException {
        LlmResult next = mailbox.run(mark());
        assertThat(next.reason()).as(next.detail()).isEqualTo(ExitReason.NONE);
        assertThat(next.resumable()).isTrue();
        fixture().assertGoesOn(mailbox, next.sessionId());
        return next;
    }
}
