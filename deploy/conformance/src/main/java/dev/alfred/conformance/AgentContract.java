package dev.alfred.conformance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.local.model.ScriptedModel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * What Alfred expects of every agent's CLI and its adapter, tried with the real CLI against a scripted model. Extend it for
 * an adapter of your own; see docs/adapters.md.
 */
@Tag("adapters")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class AgentContract {
    private static final Usage ONE_REPLY = new Usage(100, 7, 20, null);
    private static final String COUNTED = " [[usage:100,7,20]]";

    private AgentUnderTest agent;
    private ScriptedModel model;
    private MailboxRuns established;
    private String establishedMark;
    private String otherId;

    /** The agent to try, or empty where it is not installed here. */
    protected abstract Optional<AgentUnderTest> installed() throws IOException;

    /** The main file of that session: the one whose damage matters most. */
    protected abstract Path sessionFile(Path state, String id) throws IOException;

    /** An id of the CLI's form that no session has. */
    protected String madeUpId() {
        return UUID.randomUUID().toString();
    }

    /**
     * A shell script that makes the CLI lose the history of the session in {@code $STATE} in silence, or that makes it go on
     * in another session; null where nothing does.
     */
    protected abstract String sabotageThatLosesHistory();

    /** How long the CLI may be silent before a model that doesn't answer is given up. */
    protected Duration patience() {
        return Duration.ofSeconds(20);
    }

    /** Whether the CLI ends within {@link #patience()} when the model answers with errors; its own tries may take longer. */
    protected boolean givesUpSoon() {
        return true;
    }

    /** How many requests a start makes of a model that is overloaded before the CLI gives up; 0 where it never does. */
    protected int requestsOfAnOverloadedStart() {
        return 0;
    }

    /** What a kind of damage means to this CLI's state, where its files differ from a log of lines. */
    protected HostileState.Outcome outcome(HostileState kind) {
        return kind.outcome();
    }

    @BeforeAll
    void anEstablishedSessionBesideAnother(@TempDir Path shared) throws IOException {
        Optional<AgentUnderTest> found = installed();
        if (found.isEmpty()) {
            System.out.println("SKIPPED: " + getClass().getSimpleName()
                    + ": its CLI is not installed (-Dalfred.test.agents=DIRECTORY)");
            return;
        }
        agent = found.get();
        model = ScriptedModel.start(Files.createDirectory(shared.resolve("model")));
        established = mailbox(Files.createDirectory(shared.resolve("established")));
        otherId = established.run(mark()).sessionId();
        established.remember(nothing());
        establishedMark = mark();
        assertThat(established.run(establishedMark).resumable()).isTrue();
    }

    @AfterAll
    void endTheModel() {
        if (model != null) {
            model.close();
        }
    }

    @BeforeEach
    void theCliIsInstalled() {
        assumeTrue(agent != null, "its CLI is not installed");
    }

    protected final AgentUnderTest agent() {
        return agent;
    }

    /** By the vendors' convention, OpenAI's addresses end in the version. */
    private String modelUrl() {
        return agent.protocol() == ModelProtocol.ANTHROPIC_MESSAGES ? model.url() : model.url() + "/v1";
    }

    /** A new mailbox of this agent. */
    protected final MailboxRuns mailbox(Path directory) throws IOException {
        return MailboxRuns.of(agent, modelUrl(), directory);
    }

    /** A mailbox with one finished run, whose prompt held {@link #establishedMark()}. */
    protected final MailboxRuns established(Path directory) throws IOException {
        return established.copy(directory);
    }

    protected final String establishedMark() {
        return establishedMark;
    }

    /** A word that the model recognises, and that no other test says. */
    protected static String mark() {
        return "MARK-" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
    }

    @Test
    void beginsFreshResumesAndProvesItOverThreeRunsInThreeHomes(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = mailbox(directory);
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
        assertResumed(two, one.sessionId(), first, second);
        assertResumed(three, one.sessionId(), first, second, third);
        assertThat(model.requests().stream().map(request -> model.body(request.id())))
                .as("the history is on the wire")
                .anyMatch(body -> Stream.of(first, second, third).allMatch(body::contains));
        assertThat(tokens(one)).as("two replies").isEqualTo(ONE_REPLY.plus(ONE_REPLY));
        assertThat(tokens(two)).as("this run alone").isEqualTo(ONE_REPLY);
        assertThat(tokens(three)).as("this run alone").isEqualTo(ONE_REPLY);
        assertThat(mailbox.starts()).isEqualTo(3);
    }

    @Test
    void countsThreeResumedRunsToTheTokenAndTellsThemNothingButWhatIsNew(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = mailbox(directory);
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
    void resumesAfterItWasCancelledInATool(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = mailbox(directory);
        String first = mark();
        LlmResult cancelled = mailbox.start(endless(first), RunOptions.usual())
                .untilThereIs("begun")
                .cancel();
        String second = mark();

        assertThat(cancelled.reason()).isEqualTo(ExitReason.CANCELLED);
        assertNothingRuns(mailbox);
        assertResumed(mailbox.run(second), cancelled.sessionId(), first, second);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "KILL"})
    void resumesAfterASignalToItsFirstProcessInATool(String signal, @TempDir Path directory) throws IOException {
        MailboxRuns mailbox = mailbox(directory);
        String first = mark();
        LlmResult ended = mailbox.start(endless(first), RunOptions.usual())
                .untilThereIs("begun")
                .signal(signal);
        String second = mark();

        assertThat(ended.reason()).isEqualTo(ExitReason.AGENT_FAILED);
        assertThat(ended.resumeFallback()).isNull();
        assertNothingRuns(mailbox);
        assertResumed(mailbox.run(second), ended.sessionId(), first, second);
    }

    @Test
    void takesAPromptOf256KiBFreshAndResumed(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = mailbox(directory);
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
        assertResumed(resumed, fresh.sessionId(), first, middle, last, second, secondMiddle, secondLast);
    }

    @Test
    void worksWithoutAnySession(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = mailbox(directory);
        String word = mark();

        LlmResult result = mailbox.run(word, RunOptions.usual().withoutSession());

        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.NONE);
        assertThat(result.text()).contains(word);
        assertThat(result.sessionId()).isNull();
        assertThat(result.resumable()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 429, 500, 529})
    void tellsAnErrorOfTheModelFromAFailedResume(int status, @TempDir Path directory) throws IOException {
        MailboxRuns mailbox = established(directory);
        String session = mailbox.resumeId();

        LlmResult failed = mailbox.run(
                mark() + " [[err:%d]]".formatted(status), RunOptions.usual().silentAtMost(patience()));

        assertThat(failed.resumeFallback()).isNull();
        assertThat(failed.reason())
                .as(failed.detail())
                .isIn(
                        status < 404
                                ? List.of(ExitReason.MODEL_AUTHENTICATION)
                                : givesUpSoon()
                                        ? List.of(ExitReason.MODEL_ERROR)
                                        : List.of(ExitReason.MODEL_ERROR, ExitReason.SILENCE));
        assertThat(mailbox.starts()).as("one start").isEqualTo(1);
        assertGoesOn(mailbox, session);
    }

    /** The id of a session is used up by its first turn, however that ended. */
    @Test
    void triesAgainInTheSessionJustMadeWhenTheModelIsOverloaded(@TempDir Path directory) throws IOException {
        boolean givesUp = requestsOfAnOverloadedStart() > 0;
        if (!givesUp) {
            System.out.println("SKIPPED: " + getClass().getSimpleName()
                    + ": how many requests its CLI makes of an overloaded model is not told");
        }
        assumeTrue(givesUp, "how many requests this CLI makes of an overloaded model is not told");
        MailboxRuns mailbox = mailbox(directory);
        String word = mark();

        LlmResult result = mailbox.run(
                word + " [[err:529*%d]]".formatted(requestsOfAnOverloadedStart()),
                RunOptions.usual().retrying(1));

        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.NONE);
        assertThat(result.resumeFallback()).isNull();
        assertThat(result.resumable()).isTrue();
        assertThat(result.text()).contains(word);
        assertThat(mailbox.starts()).isEqualTo(2);
        assertGoesOn(mailbox, result.sessionId());
    }

    @Test
    void tellsAModelThatNeverAnswersFromAFailedResume(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = established(directory);
        String session = mailbox.resumeId();

        LlmResult failed = mailbox.run(mark() + " [[hang]]", RunOptions.usual().silentAtMost(patience()));

        assertThat(failed.resumeFallback()).isNull();
        assertThat(failed.reason()).isIn(ExitReason.SILENCE, ExitReason.MODEL_ERROR);
        assertGoesOn(mailbox, session);
    }

    @Test
    void tellsAModelThatCannotBeReachedFromAFailedResume(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = established(directory);
        String session = mailbox.resumeId();

        LlmResult failed =
                mailbox.run(mark(), RunOptions.usual().silentAtMost(patience()).modelAt(nobodysAddress()));

        assertThat(failed.resumeFallback()).isNull();
        assertThat(failed.reason()).isIn(ExitReason.SILENCE, ExitReason.MODEL_ERROR);
        assertGoesOn(mailbox, session);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "No conversation found with session ID: {id}",
                "Error: thread/resume: thread/resume failed: no rollout found for thread id {id} (code -32600)",
                "Error: Session not found",
                "Error: No session, task, or name matched '{id}'.",
                "Session \\\"{id}\\\" not found locally, restoring conversation from remote...",
            })
    void takesNoWordOfAToolForTheClis(String words, @TempDir Path directory) throws IOException {
        MailboxRuns mailbox = established(directory);
        String session = mailbox.resumeId();
        String word = mark();

        LlmResult result = mailbox.run(
                word + " [[tool:echo \"%1$s\"; echo \"%1$s\" >&2; exit 1]]".formatted(words.replace("{id}", session)));

        assertResumed(result, session, establishedMark, word);
        assertThat(mailbox.starts()).isEqualTo(1);
    }

    /** Though it writes to the CLI's own standard error, and the CLI then ends as it does when it refuses. */
    @Test
    void takesNoWordOfAToolForTheClisWhereTheRunFails(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = established(directory);
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
        assertGoesOn(mailbox, session);
    }

    @Test
    void beginsAnewWhenTheHistoryIsLostAfterTheCheckAndKeepsNothingOfThatStart(@TempDir Path directory)
            throws IOException {
        assumeTrue(sabotageThatLosesHistory() != null, "nothing makes this CLI lose history in silence");
        MailboxRuns mailbox = mailbox(directory);
        String first = mark();
        mailbox.run(first);
        String lost = mailbox.resumeId();
        String second = mark();

        LlmResult result = mailbox.run(
                second + " [[tool:if [ -e ../once ]; then echo second > second.txt; else touch ../once first.txt; fi]]",
                RunOptions.usual().sabotagedBy(sabotageThatLosesHistory()));

        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.NONE);
        assertThat(result.resumeFallback()).isIn(ResumeFallback.HISTORY_LOST, ResumeFallback.SESSION_CHANGED);
        assertThat(result.sessionId()).isNotNull().isNotEqualTo(lost);
        assertThat(mailbox.starts()).as("the run before it, and two starts").isEqualTo(3);
        assertThat(mailbox.workspace().resolve("first.txt")).doesNotExist();
        assertThat(mailbox.workspace().resolve("second.txt")).exists();
    }

    @Test
    void takesTheClisOwnWordThatItDoesNotKnowTheSession(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = established(directory);
        String session = mailbox.resumeId();
        String word = mark();

        LlmResult result = mailbox.run(word, RunOptions.usual().sabotagedBy("find \"$STATE\" -mindepth 1 -delete"));

        assertBeganAnew(result, session, word);
        assertThat(result.resumeFallback()).isIn(ResumeFallback.STATE_MISSING, ResumeFallback.HISTORY_LOST);
        assertThat(mailbox.starts()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(HostileState.class)
    void endsWellWhateverTheStateIs(HostileState kind, @TempDir Path directory) throws IOException {
        assumeTrue(!kind.needsRoot() || isRoot(), kind + " can be made by root only");
        MailboxRuns mailbox = established(Files.createDirectory(directory.resolve("mailbox")));
        String session = mailbox.resumeId();
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "the secret");
        kind.applyTo(new HostileState.Place(
                mailbox.state(),
                sessionFile(mailbox.state(), session),
                session,
                sessionFile(mailbox.state(), otherId),
                madeUpId(),
                outside));
        String before = Shell.run(outside, "find . -printf '%p %y %s %m %U\\n' | sort; cat secret");
        String word = mark();

        LlmResult result = mailbox.run(word);

        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.NONE);
        assertThat(outcome(kind).allows(result.resumeFallback()))
                .as("%s is not what %s allows", result.resumeFallback(), outcome(kind))
                .isTrue();
        if (result.resumeFallback() == null) {
            assertResumed(result, session, establishedMark, word);
        } else {
            assertBeganAnew(result, session, word);
        }
        assertThat(mailbox.starts()).isLessThanOrEqualTo(2);
        assertThat(Shell.run(outside, "find . -printf '%p %y %s %m %U\\n' | sort; cat secret"))
                .isEqualTo(before);
        assertGoesOn(mailbox, result.sessionId());
    }

    /** A tool that goes on until it is killed, and says when it has begun. */
    private static String endless(String word) {
        return word + " [[tool:touch begun; tail -f /dev/null]]";
    }

    private void assertNothingRuns(MailboxRuns mailbox) throws IOException {
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

    protected final void assertResumed(LlmResult result, String session, String... words) {
        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.NONE);
        assertThat(result.resumed())
                .as("fell back: %s", result.resumeFallback())
                .isTrue();
        assertThat(result.sessionId()).isEqualTo(session);
        assertThat(result.resumable()).isTrue();
        assertThat(result.text()).as("what the model has seen").contains(words);
    }

    protected final void assertBeganAnew(LlmResult result, String session, String word) {
        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.NONE);
        assertThat(result.resumed()).isFalse();
        assertThat(result.resumeFallback()).isNotNull();
        assertThat(result.sessionId()).isNotNull().isNotEqualTo(session);
        assertThat(result.resumable()).isTrue();
        assertThat(result.text()).contains(word).doesNotContain(establishedMark);
    }

    /** The next run resumes what this one left. */
    private void assertGoesOn(MailboxRuns mailbox, String session) throws IOException {
        String word = mark();
        assertResumed(mailbox.run(word), session, word);
    }

    private static Usage tokens(LlmResult result) {
        Usage usage = result.usage();
        return new Usage(usage.inputTokens(), usage.cachedInputTokens(), usage.outputTokens(), null);
    }

    protected static LlmResult nothing() {
        return new LlmResult(null, null, null, null, false, null, false, null, false, null, Usage.NOTHING, null);
    }

    private static boolean isRoot() throws IOException {
        return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }

    private static String nobodysAddress() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "http://127.0.0.1:%d".formatted(free.getLocalPort());
        }
    }
}
