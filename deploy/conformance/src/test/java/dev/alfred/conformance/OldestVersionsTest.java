package dev.alfred.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.local.model.ScriptedModel;
import dev.alfred.runner.adapter.AgentCli;
import dev.alfred.runner.adapter.claude.ClaudeCode;
import dev.alfred.runner.adapter.codex.Codex;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The oldest versions that are let resume do so, and those below the range work without a session. */
@Tag("adapters")
class OldestVersionsTest {
    @TempDir
    private Path directory;

    @Test
    void claudeCodeResumesAtTheLowerEdgeOfItsRange() throws IOException {
        resumes("claude-code-2.1.266", new ClaudeCode(), ModelProtocol.ANTHROPIC_MESSAGES, "ANTHROPIC_API_KEY");
    }

    @Test
    void codexResumesAtTheLowerEdgeOfItsRange() throws IOException {
        resumes("codex-0.117.0", new Codex(), ModelProtocol.OPENAI_RESPONSES, "OPENAI_API_KEY");
    }

    @Test
    void claudeCodeWorksBelowItsRange() throws IOException {
        works("claude-code-2.1.207", new ClaudeCode(), ModelProtocol.ANTHROPIC_MESSAGES, "ANTHROPIC_API_KEY");
    }

    @Test
    void codexWorksBelowItsRange() throws IOException {
        works("codex-0.107.0", new Codex(), ModelProtocol.OPENAI_RESPONSES, "OPENAI_API_KEY");
    }

    private void resumes(String name, AgentCli cli, ModelProtocol protocol, String key) throws IOException {
        AgentUnderTest agent = older(name, cli, protocol, key);
        try (ScriptedModel model = ScriptedModel.start(Files.createDirectory(directory.resolve("model")))) {
            MailboxRuns mailbox = MailboxRuns.of(
                    agent, address(model, protocol), Files.createDirectory(directory.resolve("mailbox")));

            LlmResult first = mailbox.run("MARK-first");
            mailbox.start("MARK-second [[tool:touch begun; tail -f /dev/null]]", RunOptions.usual())
                    .untilThereIs("begun")
                    .signal("KILL");
            LlmResult third = mailbox.run("MARK-third");

            assertThat(first.reason()).as(first.detail()).isEqualTo(ExitReason.NONE);
            assertThat(third.resumed())
                    .as("fell back: %s", third.resumeFallback())
                    .isTrue();
            assertThat(third.sessionId()).isEqualTo(first.sessionId());
            assertThat(third.text()).contains("MARK-first", "MARK-second", "MARK-third");
        }
    }

    private void works(String name, AgentCli cli, ModelProtocol protocol, String key) throws IOException {
        AgentUnderTest agent = older(name, cli, protocol, key);
        String word = "MARK-" + UUID.randomUUID().toString().substring(0, 8);
        try (ScriptedModel model = ScriptedModel.start(Files.createDirectory(directory.resolve("model")))) {
            LlmResult result = MailboxRuns.of(
                            agent, address(model, protocol), Files.createDirectory(directory.resolve("mailbox")))
                    .run(word, RunOptions.usual().withoutSession());

            assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.NONE);
            assertThat(result.text()).contains(word);
            assertThat(result.sessionId()).isNull();
        }
    }

    private static AgentUnderTest older(String name, AgentCli cli, ModelProtocol protocol, String key)
            throws IOException {
        String directory = System.getenv("ALFRED_OLDER_AGENTS_DIR");
        boolean there = directory != null && Files.isDirectory(Path.of(directory, name));
        if (!there) {
            System.out.println("SKIPPED: " + name + " is not installed (ALFRED_OLDER_AGENTS_DIR)");
        }
        assumeTrue(there, name + " is not installed");
        return AgentUnderTest.in(Path.of(directory, name), cli, protocol, key, "scripted")
                .orElseThrow();
    }

    private static String address(ScriptedModel model, ModelProtocol protocol) {
        return protocol == ModelProtocol.ANTHROPIC_MESSAGES ? model.url() : model.url() + "/v1";
    }
}
