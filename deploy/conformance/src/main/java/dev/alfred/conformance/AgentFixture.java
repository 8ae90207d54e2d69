package dev.alfred.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.local.model.ScriptedModel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** An installed CLI with a scripted model, and a session that tests may take copies of. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class AgentFixture {
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

    /** How many requests a start makes of a model that is overloaded before the CLI gives up. */
    protected abstract int requestsOfAnOverloadedStart();

    /** What a kind of damage means to this CLI's state, where its files differ from a log of lines. */
    protected HostileState.Outcome outcome(HostileState kind) {
        return kind.outcome();
    }

    /** What becomes of a run whose CLI loses access to its state or its home. */
    protected abstract LostAccess.Consequence consequence(LostAccess lost);

    /** Whether it resumes a session by its id where the workspace lies at another path; such a CLI hangs there. */
    protected boolean resumesElsewhere() {
        return true;
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

    final ScriptedModel model() {
        return model;
    }

    /** Of a session beside the established one. */
    final String otherId() {
        return otherId;
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

    /** As {@link #established}, with a workspace at another path. */
    final MailboxRuns establishedElsewhere(Path directory) throws IOException {
        return established.copyToAnotherWorkspace(directory);
    }

    protected final String establishedMark() {
        return establishedMark;
    }

    /** A word that the model recognises, and that no other test says. */
    protected static String mark() {
        return "MARK-" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
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
    protected final void assertGoesOn(MailboxRuns mailbox, String session) throws IOException {
        String word = mark();
        assertResumed(mailbox.run(word), session, word);
    }

    protected static LlmResult nothing() {
        return new LlmResult(null, null, null, null, false, null, false, null, false, null, Usage.NOTHING, null);
    }
}
