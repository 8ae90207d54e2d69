package dev.alfred.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.runner.adapter.copilot.Copilot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CopilotContractTest extends AgentContract {
    @TempDir
    private static Path once;

    /** With a model of its catalogue: any other's prompt is held to be 128,000 tokens at most. */
    @Override
    protected Optional<AgentUnderTest> installed() throws IOException {
        Optional<AgentUnderTest> real =
                AgentUnderTest.installed(new Copilot(), ModelProtocol.OPENAI_CHAT, "OPENAI_API_KEY", "gpt-5.4");
        if (real.isEmpty()) {
            return real;
        }
        AgentUnderTest agent = real.get();
        return Optional.of(new AgentUnderTest(
                agent.cli(),
                unpackedOnce(agent.program()),
                agent.version(),
                agent.protocol(),
                agent.keyVariable(),
                agent.model()));
    }

    /** The program with its parts in one place for all tests, not 235 MB in each one's home. */
    private static Path unpackedOnce(Path program) throws IOException {
        Shell.run(once, "COPILOT_PKG_CACHE_HOME=\"$PWD\" COPILOT_SEA_EXTRACT_ONLY=1 '%s'".formatted(program));
        Path launcher = once.resolve("copilot");
        Files.writeString(
                launcher, "#!/bin/sh\nCOPILOT_PKG_CACHE_HOME='%s' exec '%s' \"$@\"\n".formatted(once, program));
        return Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Override
    protected int requestsOfAnOverloadedStart() {
        return 6;
    }

    @Override
    protected LostAccess.Consequence consequence(LostAccess lost) {
        return switch (lost) {
            case FILES_UNREADABLE, DIRECTORIES_UNREADABLE ->
                LostAccess.Consequence.begunAnew(ResumeFallback.STATE_MISSING);
            case STATE_READ_ONLY, HOME_READ_ONLY -> LostAccess.Consequence.failed(ResumeFallback.RESUME_REFUSED);
        };
    }

    @Override
    protected Path sessionFile(Path state, String id) {
        return state.resolve(id).resolve("events.jsonl");
    }

    /** Half of the events are gone on with as if they were all. */
    @Override
    protected String sabotageThatLosesHistory() {
        return """
                for f in "$STATE"/*-*/events.jsonl; do
                  lines=$(wc -l < "$f"); head -n $((lines / 2)) "$f" > "$f.half"; mv "$f.half" "$f"
                done
                """;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo garbage > events.jsonl | STATE_CORRUPT",
                "sed -i 1d events.jsonl | STATE_CORRUPT",
                ": > events.jsonl | STATE_MISSING",
                "rm events.jsonl | STATE_MISSING",
                "echo garbage > workspace.yaml | RESUME_REFUSED",
                ": > workspace.yaml | RESUME_REFUSED",
            })
    void beginsAnewWhenTheCliRefusesWhatWasSoundBefore(String damage, ResumeFallback fallback, @TempDir Path directory)
            throws IOException {
        MailboxRuns mailbox = established(directory);
        String session = mailbox.resumeId();
        String word = mark();

        LlmResult result = mailbox.run(
                word, RunOptions.usual().sabotagedBy("(cd \"$STATE/%s\" && %s)".formatted(session, damage)));

        assertBeganAnew(result, session, word);
        assertThat(result.resumeFallback()).isEqualTo(fallback);
        assertThat(mailbox.starts()).isEqualTo(2);
    }

    @Test
    void discardsWhatWasDoneUnderAnotherId(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = established(directory);
        String session = mailbox.resumeId();
        String word = mark();

        LlmResult result = mailbox.run(
                word,
                RunOptions.usual()
                        .sabotagedBy("sed -i 's/%s/%s/g' \"$STATE/%1$s/events.jsonl\"".formatted(session, madeUpId())));

        assertBeganAnew(result, session, word);
        assertThat(result.resumeFallback()).isEqualTo(ResumeFallback.SESSION_CHANGED);
    }

    /** Its recorded working directory is another one; the run's counts. */
    @Test
    void worksWhereTheRunDoesWhateverTheSessionRecorded(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = established(directory);
        String session = mailbox.resumeId();
        String word = mark();

        LlmResult result = mailbox.run(
                word + " [[tool:pwd > where.txt]]",
                RunOptions.usual()
                        .sabotagedBy("sed -i 's#^cwd: .*#cwd: /tmp#' \"$STATE/%s/workspace.yaml\"".formatted(session)));

        assertResumed(result, session, establishedMark(), word);
        assertThat(result.reason()).isEqualTo(ExitReason.NONE);
        assertThat(mailbox.workspace().resolve("where.txt")).exists();
    }

    @Test
    void countsWhatACancelledRunUsed(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = mailbox(directory);

        LlmResult cancelled = mailbox.start(
                        mark() + " [[usage:100,7,20]] [[tool:touch begun; tail -f /dev/null]]", RunOptions.usual())
                .untilThereIs("begun")
                .cancel();

        assertThat(cancelled.reason()).isEqualTo(ExitReason.CANCELLED);
        assertThat(cancelled.usage()).isEqualTo(new Usage(100, 7, 20, null));
    }

    @Test
    void countsASubAgentAndTakesItForNoSessionOfItsOwn(@TempDir Path directory) throws IOException {
        MailboxRuns mailbox = established(directory);
        String session = mailbox.resumeId();
        String word = mark();

        LlmResult result =
                mailbox.run(word + " [[usage:100,7,20]] [[call:task {\"name\":\"other\",\"description\":\"say\","
                        + "\"agent_type\":\"general-purpose\",\"mode\":\"sync\",\"prompt\":\"Say it.\"}]]");

        assertResumed(result, session, establishedMark(), word);
        assertThat(result.usage().inputTokens())
                .as("two replies and the sub-agent's")
                .isGreaterThan(200);
    }
}
