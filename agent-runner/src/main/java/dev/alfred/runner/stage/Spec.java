package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.RunnerSpec;

/** The input directory's files. */
final class Spec {
    private Spec() {}

    static RunnerSpec read(Layout layout) throws IOException {
        return ContractJson.mapper()
                .readValue(layout.input().resolve("spec.json").toFile(), RunnerSpec.class);
    }

    static String fullPrompt(Layout layout) throws IOException {
        return Files.readString(layout.input().resolve("prompt-full.md"), StandardCharsets.UTF_8);
    }

    static Optional<String> deltaPrompt(Layout layout) throws IOException {
        Path delta = layout.input().resolve("prompt-delta.md");
        return Files.isRegularFile(delta)
                ? Optional.of(Files.readString(delta, StandardCharsets.UTF_8))
                : Optional.empty();
    }
}
