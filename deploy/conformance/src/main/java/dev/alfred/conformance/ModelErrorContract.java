package dev.alfred.conformance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;

import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.vocabulary.ExitReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.alfred.conformance.AgentFixture.mark;
import static org.assertj.core.api.Assertions.assertThat;

/** An error of the model is the model's, and no failed resume: the session goes on in the next run. */
public interface ModelErrorContract {
    AgentFixture fixture();

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 429, 500, 529})
    default void tellsAnErrorOfTheModelFromAFailedResume(int status, @TempDir Path directory) throws IOException {
        MailboxRuns mailbox = fixture().established(directory);
        String session = mailbox.resumeId();

        LlmResult failed = mailbox.run(mark() + " [[err:%d;retry-after=1]]".formatted(status));

        assertThat(failed.resumeFallback()).isNull();
        assertThat(failed.reason())
                .as(failed.detail())
                .isEqualTo(status < 404 ? ExitReason.MODEL_AUTHENTICATION : ExitReason.MODEL_ERROR);
        assertThat(mailbox.starts()).as("one start").isEqualTo(1);
        fixture().assertGoesOn(mailbox, session);
    }

    /** The id of a session is used up by its first turn, however that ended. */
    @Test
    default void triesAgainInTheSessionJustMadeWhenTheModelIsOverloaded(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = fixture().mailbox(directory);
        String word = mark();

        LlmResult result = mailbox.run(
                word + " [[err:529*%d;retry-after=1]]".formatted(fixture().requestsOfAnOverloadedStart()),
                RunOptions.usual().retrying(1));

        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.NONE);
        assertThat(result.resumeFallback()).isNull();
        assertThat(result.resumable()).isTrue();
        assertThat(result.text()).contains(word);
        assertThat(mailbox.starts()).isEqualTo(2);
        fixture().assertGoesOn(mailbox, result.sessionId());
    }

    @Test
    default void tellsAModelThatNeverAnswersFromAFailedResume(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = fixture().established(directory);
        String session = mailbox.resumeId();

        LlmResult failed = mailbox.run(
                mark() + " [[hang]]", RunOptions.usual().silentAtMost(fixture().patience()));

        assertThat(failed.resumeFallback()).isNull();
        assertThat(failed.reason()).isIn(ExitReason.SILENCE, ExitReason.MODEL_ERROR);
        fixture().assertGoesOn(mailbox, session);
    }

    @Test
    default void tellsAModelThatCannotBeReachedFromAFailedResume(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = fixture().established(directory);
        String session = mailbox.resumeId();

        LlmResult failed = mailbox.run(
                mark(), RunOptions.usual().silentAtMost(fixture().patience()).modelAt(nobodysAddress()));

        assertThat(failed.resumeFallback()).isNull();
        assertThat(failed.reason()).isIn(ExitReason.SILENCE, ExitReason.MODEL_ERROR);
        fixture().assertGoesOn(mailbox, session);
    }

    private static String nobodysAddress() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "http://127.0.0.1:%d".formatted(free.getLocalPort());
        }
    }
}
