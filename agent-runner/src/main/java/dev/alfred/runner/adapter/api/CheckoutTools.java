package dev.alfred.runner.adapter.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.ContractJson;
import dev.alfred.runner.adapter.EventJson;
import dev.alfred.runner.workspace.Git;
import dev.alfred.runner.workspace.GitResult;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;

/**
 * All that a model without a CLI can do: read, list and search in the checkout. No path leads out of it, neither by its words
 * nor by a link; what a call can't do is told to the model, never thrown.
 */
final class CheckoutTools {
    private static final int MOST_BYTES = 64 * 1024;
    private static final int MOST_ENTRIES = 500;
    private static final int MOST_MATCHES = 200;
    private static final String GIT = ".git";

    private final Path root;
    private final Git git;

    CheckoutTools(Path root, Git git) {
        this.root = root;
        this.git = git;
    }

    List<ToolSpecification> specifications() {
        return List.of(
                ToolSpecification.builder()
                        .name("read_file")
                        .description("Reads a file of the repository, 64 KiB at a time.")
                        .parameters(JsonObjectSchema.builder()
                                .addStringProperty("path", "relative to the repository's root")
                                .addIntegerProperty("offset", "in bytes, 0 where it is left out")
                                .required("path")
                                .build())
                        .build(),
                ToolSpecification.builder()
                        .name("list_directory")
                        .description("Lists a directory of the repository.")
                        .parameters(JsonObjectSchema.builder()
                                .addStringProperty("path", "relative to the repository's root, which is .")
                                .required("path")
                                .build())
                        .build(),
                ToolSpecification.builder()
                        .name("search")
                        .description("Finds the lines of the repository's files that match a basic regular expression.")
                        .parameters(JsonObjectSchema.builder()
                                .addStringProperty("pattern", "a basic regular expression, as grep takes it")
                                .addStringProperty(
                                        "path", "where to look, relative to the root; everywhere when left out")
                                .required("pattern")
                                .build())
                        .build());
    }

    /** What the model gets to see of that call. */
    String execute(ToolExecutionRequest call) {
        try {
            JsonNode arguments = ContractJson.mapper().readTree(call.arguments());
            return switch (call.name()) {
                case "read_file" ->
                    read(place(arguments), arguments.path("offset").asLong(0));
                case "list_directory" -> list(place(arguments));
                case "search" -> search(arguments);
                default -> "error: there is no tool " + call.name();
            };
        } catch (JsonProcessingException e) {
            return "error: the arguments are no JSON";
        } catch (Refused e) {
            return "error: " + e.getMessage();
        } catch (IOException e) {
            return "error: that can't be read";
        }
    }

    private String read(Path file, long offset) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new Refused("that is no file");
        }
        long size = Files.size(file);
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            in.skipNBytes(Math.clamp(offset, 0, size));
            String text = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
            long end = offset + MOST_BYTES;
            return end < size ? text + "\n[%d of %d bytes; go on with offset %d]".formatted(end, size, end) : text;
        }
    }

    private String list(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw new Refused("that is no directory");
        }
        try (Stream<Path> entries = Files.list(directory)) {
            List<String> names = entries.filter(entry -> !entry.equals(root.resolve(GIT)))
                    .limit(MOST_ENTRIES + 1L)
                    .map(CheckoutTools::described)
                    .sorted()
                    .toList();
            return names.size() > MOST_ENTRIES
                    ? String.join("\n", names.subList(0, MOST_ENTRIES)) + "\n[there are more]"
                    : String.join("\n", names);
        }
    }

    private static String described(Path entry) {
        String name = entry.getFileName().toString();
        return Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS) ? name + "/" : name;
    }

    private String search(JsonNode arguments) throws IOException {
        String where = arguments.path("path").asText(".");
        place(where);
        GitResult found = git.run(
                root,
                "grep",
                "-n",
                "-I",
                "--no-color",
                "--untracked",
                "-e",
                arguments.path("pattern").asText(),
                "--",
                ":(literal)" + where);
        List<String> lines = found.text().lines().limit(MOST_MATCHES + 1L).toList();
        if (lines.isEmpty()) {
            return "nothing matches";
        }
        return lines.size() > MOST_MATCHES
                ? String.join("\n", lines.subList(0, MOST_MATCHES)) + "\n[there are more]"
                : String.join("\n", lines);
    }

    private Path place(JsonNode arguments) throws IOException {
        return place(arguments.path("path").asText("."));
    }

    private Path place(String name) throws IOException {
        Path path;
        try {
            path = root.resolve(name).normalize();
        } catch (InvalidPathException e) {
            throw new Refused("that is no path");
        }
        if (!path.startsWith(root) || path.startsWith(root.resolve(GIT))) {
            throw new Refused("that lies outside the repository");
        }
        if (!Files.exists(path)) {
            throw new Refused("there is no " + name);
        }
        if (!path.toRealPath().startsWith(root.toRealPath())) {
            throw new Refused("that lies outside the repository");
        }
        return path.toRealPath();
    }

    /** A call that can't be done, in words for the model. */
    private static final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    /** What to show of a call in a log. */
    static String summary(ToolExecutionRequest call) {
        try {
            return EventJson.summary(ContractJson.mapper().readTree(call.arguments()));
        } catch (JsonProcessingException e) {
            return call.arguments();
        }
    }
}
