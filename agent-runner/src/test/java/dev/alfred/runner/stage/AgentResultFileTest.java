package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.alfred.contracts.vocabulary.AgentOutcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class AgentResultFileTest {
    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void theDirectoryThatThePromptNames() throws IOException {
        file = Files.createDirectory(directory.resolve("out")).resolve("result.json");
    }

    @Test
    void readsAllThatTheAgentMaySay() throws IOException {
        Files.writeString(file, """
                {"outcome":"done","text":"summary","mergeRequest":{"title":"Add\\na name","body":"b"},
                 "threads":[{"id":"1","reply":"fixed"},{"id":null,"reply":"x"}],"more":1}""");

        AgentResultFile.Reading reading = AgentResultFile.read(file, "last");

        assertThat(reading.objection()).isNull();
        assertThat(reading.result().text()).isEqualTo("summary");
        assertThat(reading.result().mergeRequest().title()).isEqualTo("Add a name");
        assertThat(reading.result().threads()).hasSize(1);
    }

    @Test
    void takesTheLastMessageWhereThereIsNoFile() throws IOException {
        AgentResultFile.Reading reading = AgentResultFile.read(file, "last");

        assertThat(reading.objection()).isNull();
        assertThat(reading.result().text()).isEqualTo("last");
        assertThat(reading.result().outcome()).isEqualTo(AgentOutcome.DONE);
    }

    @Test
    void asksTheTextWhereTheQuestionIsMissing() throws IOException {
        Files.writeString(file, "{\"outcome\":\"question\",\"text\":\"which one?\"}");

        assertThat(AgentResultFile.read(file, "last").result().question()).isEqualTo("which one?");
    }

    @Test
    void usesNothingOfAFileThatIsNotWhatItShouldBe() throws IOException {
        for (String content : new String[] {
            "",
            "null",
            "[]",
            "no json",
            "{\"text\":\"x\"}",
            "{\"outcome\":\"won\"}",
            "{\"threads\":7}",
            "x".repeat(300_000)
        }) {
            Files.writeString(file, content);

            AgentResultFile.Reading reading = AgentResultFile.read(file, "last");

            assertThat(reading.objection())
                    .as(content.substring(0, Math.min(20, content.length())))
                    .isNotNull();
            assertThat(reading.result().text()).isEqualTo("last");
        }
    }

    @Test
    void followsNoLink() throws IOException {
        Files.writeString(directory.resolve("secret"), "{\"outcome\":\"done\",\"text\":\"secret\"}");
        Files.createSymbolicLink(file, directory.resolve("secret"));

        assertThat(AgentResultFile.read(file, "last").result().text()).isEqualTo("last");

        Files.delete(file);
        Files.delete(file.getParent());
        Files.writeString(directory.resolve("result.json"), "{\"outcome\":\"done\",\"text\":\"secret\"}");
        Files.createSymbolicLink(file.getParent(), directory);
        assertThat(AgentResultFile.read(file, "last").result().text()).isEqualTo("last");
    }
}
