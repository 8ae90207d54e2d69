package dev.alfred.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.PromptForm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.alfred.conformance.AgentFixture.mark;
import static org.assertj.core.api.Assertions.assertThat;

/** One memory over many runs: fresh, resumed and proven, however the run before ended. */
public interface SessionContract {
    Usage ONE_REPLY = new Usage(100, 7, 20, null);

    String COUNTED = " [[usage:100,7,20]]";

    AgentFixture fixture();

    @Test
    default void beginsFreshResumesAndProvesItOverThreeRunsInThreeHomes(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = fixture().mailbox(directory);
        String first = mark();
        String second = mark();
        String third = mark();

        LlmResult one = mailbox.run(first + " [[tool:echo work > work.txt]]" + COUNTED);
        LlmResult two = mailbox.run(second + COUNTED);
        LlmResult three = mailbox.run(third + COUNTED);

        assertThat(one.reason()).as(one.detail()).isEqualTo(ExitReason.NONE);
        assertThat(one.resumable()).isTrue();
        assertThat(one.resumeFallback()).isNull();
        assertThat(mailbox.workspace().resolve("work.txt")).exists();
        fixture().assertResumed(two, one.sessionId(), first, second);
        fixture().assertResumed(three, one.sessionId(), first, second, third);
        assertThat(fixture().model().requests().stream()
                        .map(request -> fixture().model().body(request.id())))
                .as("the history is on the wire")
                .anyMatch(body -> Stream.of(first, second, third).allMatch(body::contains));
        assertThat(tokens(one)).as("two replies").isEqualTo(ONE_REPLY.plus(ONE_REPLY));
        assertThat(tokens(two)).as("this run alone").isEqualTo(ONE_REPLY);
        assertThat(tokens(three)).as("this run alone").isEqualTo(ONE_REPLY);
        assertThat(mailbox.starts()).isEqualTo(3);
    }

    @Test
    default void countsThreeResumedRunsToTheTokenAndTellsThemNothingButWhatIsNew(@TempDir Path directory)
            throws IOException {
        MailboxRuns mailbox = fixture().mailbox(directory);
        String full = mark();
        mailbox.run(full + COUNTED);
        Usage sum = Usage.NOTHING;

        for (int run = 1; run <= 3; run++) {
            String delta = mark();
            LlmResult resumed = mailbox.run(
                    mark() + " x".repeat(2000), RunOptions.usual().withDelta(delta + " [[usage:1234,567,89]]"));

            assertThat(resumed.resumed())
                    .as("fell back: %s", resumed.resumeFallback())
                    .isTrue();
            assertThat(resumed.promptForm()).isEqualTo(PromptForm.DELTA);
            assertThat(resumed.text()).contains(full, delta);
            assertThat(tokens(resumed)).isEqualTo(new Usage(1234, 567, 89, null));
            sum = sum.plus(tokens(resumed));
        }

        assertThat(sum).isEqualTo(new Usage(3702, 1701, 267, null));
        assertThat(mailbox.lines().toString()).contains("only what is new", "% of the full prompt");
    }

    @Test
    default void resumesAfterItWasCancelledInATool(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = fixture().mailbox(directory);
        String first = mark();
        LlmResult cancelled = mailbox.start(endless(first), RunOptions.usual())
                .untilThereIs("begun")
                .cancel();
        String second = mark();

        assertThat(cancelled.reason()).isEqualTo(ExitReason.CANCELLED);
        assertNothingRuns(mailbox);
        fixture().assertResumed(mailbox.run(second), cancelled.sessionId(), first, second);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "KILL"})
    default void resumesAfterASignalToItsFirstProcessInATool(String signal, @TempDir Path directory)
            throws IOException {
        MailboxRuns mailbox = fixture().mailbox(directory);
        String first = mark();
        LlmResult ended = mailbox.start(endless(first), RunOptions.usual())
                .untilThereIs("begun")
                .signal(signal);
        String second = mark();

        assertThat(ended.reason()).isEqualTo(ExitReason.AGENT_FAILED);
        assertThat(ended.resumeFallback()).isNull();
        assertNothingRuns(mailbox);
        fixture().assertResumed(mailbox.run(second), ended.sessionId(), first, second);
    }

    @Test
    default void takesAPromptOf256KiBFreshAndResumed(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = fixture().mailbox(directory);
        String half = " \"\n'\\\n".repeat(128 * 1024 / 6 + 1);
        String first = mark();
        String middle = mark();
        String last = mark();
        String second = mark();
        String secondMiddle = mark();
        String secondLast = mark();

        LlmResult fresh = mailbox.run(first + half + middle + half + last);
        LlmResult resumed = mailbox.run(second + half + secondMiddle + half + secondLast);

        assertThat(fresh.reason()).as(fresh.detail()).isEqualTo(ExitReason.NONE);
        assertThat(fresh.text()).contains(first, middle, last);
        fixture().assertResumed(resumed, fresh.sessionId(), first, middle, last, second, secondMiddle, secondLast);
    }

    /** Alfred's workspaces never move; a session of one that did is resumed, or the run ends by itself. */
    @Test
    default void endsWhereTheWorkspaceLiesElsewhere(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = fixture().establishedElsewhere(directory);
        String session = mailbox.resumeId();
        String word = mark();

        LlmResult result =
                mailbox.run(word, RunOptions.usual().silentAtMost(fixture().patience()));

        if (fixture().resumesElsewhere()) {
            fixture().assertResumed(result, session, fixture().establishedMark(), word);
        } else {
            assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.SILENCE);
            assertThat(result.resumeFallback()).isNull();
            assertThat(mailbox.starts()).isEqualTo(1);
        }
    }

    @Test
    default void worksWithoutAnySession(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = fixture().mailbox(directory);
        String word = mark();

        LlmResult result = mailbox.run(word, RunOptions.usual().withoutSession());

        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.NONE);
        assertThat(result.text()).contains(word);
        assertThat(result.sessionId()).isNull();
        assertThat(result.resumable()).isFalse();
    }

    /** A tool that goes on until it is killed, and says when it has begun. */
    private static String endless(String word) {
        return word + " [[tool:touch begun; tail -f /dev/null]]";
    }

    private static void assertNothingRuns(MailboxRuns mailbox) throws IOException {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            assertThat(processes.filter(process -> worksIn(process, mailbox.workspace())))
                    .as("processes of the run that outlive it")
                    .isEmpty();
        }
    }

    private static boolean worksIn(Path process, Path workspace) {
        try {
            return process.getFileName().toString().chars().allMatch(Character::isDigit)
                    && Files.readSymbolicLink(process.resolve("cwd")).startsWith(workspace);
        } catch (IOException e) {
            // It ended while we looked, or is none of ours.
            return false;
        }
    }

    private static Usage tokens(LlmResult result) {
        Usage usage = result.usage();
        return new Usage(usage.inputTokens(), usage.cachedInputTokens(), usage.outputTokens(), null);
    }
}
