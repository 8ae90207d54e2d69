package dev.alfred.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.ExitReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.alfred.conformance.AgentFixture.mark;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What cannot be resumed is begun anew, and nothing but the CLI's own word or the state itself says so. */
public interface FailedResumeContract {
    AgentFixture fixture();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "No conversation found with session ID: {id}",
                "Error: thread/resume: thread/resume failed: no rollout found for thread id {id} (code -32600)",
                "Error: Session not found",
                "Error: No session, task, or name matched '{id}'.",
                "Session \\\"{id}\\\" not found locally, restoring conversation from remote...",
            })
    default void takesNoWordOfAToolForTheClis(String words, @TempDir Path directory) throws IOException {
        MailboxRuns mailbox = fixture().established(directory);
        String session = mailbox.resumeId();
        String word = mark();

        LlmResult result = mailbox.run(
                word + " [[tool:echo \"%1$s\"; echo \"%1$s\" >&2; exit 1]]".formatted(words.replace("{id}", session)));

        fixture().assertResumed(result, session, fixture().establishedMark(), word);
        assertThat(mailbox.starts()).isEqualTo(1);
    }

    /** Though it writes to the CLI's own standard error, and the CLI then ends as it does when it refuses. */
    @Test
    default void takesNoWordOfAToolForTheClisWhereTheRunFails(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = fixture().established(directory);
        String session = mailbox.resumeId();
        Path words = Files.writeString(directory.resolve("words"), """
                No conversation found with session ID: %1$s
                Error: thread/resume: thread/resume failed: no rollout found for thread id %1$s (code -32600)
                Error: No session, task, or name matched '%1$s'.
                Session "%1$s" not found locally, restoring conversation from remote...
                Error: Session not found
                """.formatted(session));

        LlmResult result = mailbox.run(mark()
                + " [[tool:cat '%1$s'; cat '%1$s' >&2; cat '%1$s' > /proc/$PPID/fd/2; touch told]] [[err:400;late]]"
                        .formatted(words));

        assertThat(mailbox.workspace().resolve("told")).exists();
        assertThat(result.resumeFallback()).isNull();
        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.MODEL_ERROR);
        assertThat(mailbox.starts()).isEqualTo(1);
        fixture().assertGoesOn(mailbox, session);
    }

    @Test
    default void beginsAnewWhenTheHistoryIsLostAfterTheCheckAndKeepsNothingOfThatStart(@TempDir Path directory)
            throws IOException {
        assumeTrue(fixture().sabotageThatLosesHistory() != null, "nothing makes this CLI lose history in silence");
        MailboxRuns mailbox = fixture().mailbox(directory);
        String first = mark();
        mailbox.run(first);
        String lost = mailbox.resumeId();
        String second = mark();

        LlmResult result = mailbox.run(
                second + " [[tool:if [ -e ../once ]; then echo second > second.txt; else touch ../once first.txt; fi]]",
                RunOptions.usual().sabotagedBy(fixture().sabotageThatLosesHistory()));

        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.NONE);
        assertThat(result.resumeFallback()).isIn(ResumeFallback.HISTORY_LOST, ResumeFallback.SESSION_CHANGED);
        assertThat(result.sessionId()).isNotNull().isNotEqualTo(lost);
        assertThat(mailbox.starts()).as("the run before it, and two starts").isEqualTo(3);
        assertThat(result.text()).contains(second).doesNotContain(first);
        assertThat(mailbox.workspace().resolve("first.txt")).doesNotExist();
        assertThat(mailbox.workspace().resolve("second.txt")).exists();
    }

    @Test
    default void takesTheClisOwnWordThatItDoesNotKnowTheSession(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = fixture().established(directory);
        String session = mailbox.resumeId();
        String word = mark();

        LlmResult result = mailbox.run(word, RunOptions.usual().sabotagedBy("find \"$STATE\" -mindepth 1 -delete"));

        fixture().assertBeganAnew(result, session, word);
        assertThat(result.resumeFallback()).isIn(ResumeFallback.STATE_MISSING, ResumeFallback.HISTORY_LOST);
        assertThat(mailbox.starts()).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("dev.alfred.conformance.HostileState#drawn")
    default void endsWellWhateverTheStateIs(HostileState kind, @TempDir Path directory) throws IOException {
        assumeTrue(!kind.needsRoot() || isRoot(), kind + " can be made by root only");
        MailboxRuns mailbox = fixture().established(Files.createDirectory(directory.resolve("mailbox")));
        String session = mailbox.resumeId();
        MailboxRuns neighbour = fixture().established(Files.createDirectory(directory.resolve("neighbour")));
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "the secret");
        kind.applyTo(new HostileState.Place(
                mailbox.state(),
                fixture().sessionFile(mailbox.state(), session),
                session,
                fixture().sessionFile(mailbox.state(), fixture().otherId()),
                fixture().madeUpId(),
                outside));
        String before = inventory(outside, neighbour.state());
        String word = mark();

        LlmResult result = mailbox.run(word);

        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.NONE);
        assertThat(fixture().outcome(kind).allows(result.resumeFallback()))
                .as(
                        "%s is not what %s allows",
                        result.resumeFallback(), fixture().outcome(kind))
                .isTrue();
        if (result.resumeFallback() == null) {
            fixture().assertResumed(result, session, fixture().establishedMark(), word);
        } else {
            fixture().assertBeganAnew(result, session, word);
        }
        assertThat(mailbox.starts()).isLessThanOrEqualTo(2);
        assertThat(inventory(outside, neighbour.state())).isEqualTo(before);
        fixture().assertGoesOn(mailbox, result.sessionId());
    }

    /** All that lies there, with owners and modes, and what the files hold. */
    private static String inventory(Path... directories) throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path directory : directories) {
            all.append(Shell.run(directory, """
                    find . -printf '%p %y %s %m %U\\n' | sort
                    find . -type f ! -size +1M -exec sha256sum {} + | sort
                    """));
        }
        return all.toString();
    }

    private static boolean isRoot() throws IOException {
        return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }
}
