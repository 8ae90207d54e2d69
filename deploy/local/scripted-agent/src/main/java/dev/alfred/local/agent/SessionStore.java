package dev.alfred.local.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** One session's transcript on disk, in Claude Code's form: JSON lines, each message linked to the one before it. */
final class SessionStore {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private final String id;
    private final boolean saves;
    private final String cwd;
    private final ArrayNode messages = JSON.createArrayNode();
    private String lastId;
    private double cost;

    private SessionStore(Path file, String id, boolean saves, String cwd) {
        this.file = file;
        this.id = id;
        this.saves = saves;
        this.cwd = cwd;
    }

    static Optional<SessionStore> create(Path projects, Path cwd, String id, boolean saves) throws IOException {
        String real = cwd.toRealPath().toString();
        Path file = projects.resolve(real.replaceAll("[^A-Za-z0-9]", "-")).resolve(id + ".jsonl");
        if (Files.exists(file)) {
            return Optional.empty();
        }
        if (saves) {
            Files.createDirectories(file.getParent());
        }
        return Optional.of(new SessionStore(file, id, saves, real));
    }

    /** The session of that id, with as much of its conversation as can be read. */
    static Optional<SessionStore> open(Path projects, Path cwd, String id) throws IOException {
        Optional<Path> file;
        if (!Files.isDirectory(projects)) {
            return Optional.empty();
        }
        try (Stream<Path> found = Files.find(
                projects.toRealPath(),
                2,
                (path, attributes) -> path.getFileName().toString().equals(id + ".jsonl"))) {
            file = found.findFirst();
        }
        if (file.isEmpty() || !Files.isReadable(file.get())) {
            return Optional.empty();
        }
        SessionStore store =
                new SessionStore(file.get(), id, true, cwd.toRealPath().toString());
        boolean any = false;
        for (String line : new String(Files.readAllBytes(file.get()), StandardCharsets.UTF_8).split("\n")) {
            any |= store.remember(line);
        }
        return any ? Optional.of(store) : Optional.empty();
    }

    private boolean remember(String line) {
        try {
            JsonNode record = JSON.readTree(line);
            if (record.path("type").asText().equals("cost-state")) {
                cost = record.path("totalCostUSD").asDouble();
            }
            if (record.path("uuid").isTextual()) {
                lastId = record.path("uuid").textValue();
            }
            if (record.path("message").isObject()
                    && !record.path("message").path("model").asText().equals(ScriptedAgent.SYNTHETIC)) {
                messages.add(plain(record.path("message")));
            }
            return record.isObject();
        } catch (JsonProcessingException e) {
            // A damaged line is passed over, as the real CLI does.
            return false;
        }
    }

    private static ObjectNode plain(JsonNode message) {
        ObjectNode plain = JSON.createObjectNode();
        plain.set("role", message.path("role"));
        plain.set("content", message.path("content"));
        return plain;
    }

    String id() {
        return id;
    }

    ArrayNode messages() {
        return messages;
    }

    double cost() {
        return cost;
    }

    /** Forgets the conversation; where {@code onDisk}, the file begins anew too. */
    void forget(boolean onDisk) throws IOException {
        messages.removeAll();
        lastId = null;
        if (onDisk) {
            Files.write(file, new byte[0]);
        }
    }

    void name(String name) throws IOException {
        append(note("custom-title").put("customTitle", name));
        append(note("agent-name").put("agentName", name));
    }

    /** Adds a message to the conversation. */
    void add(JsonNode message) throws IOException {
        String type = message.path("role").asText();
        ObjectNode record = JSON.createObjectNode();
        record.put("parentUuid", lastId);
        record.put("isSidechain", false);
        record.put("type", type);
        record.set("message", message);
        lastId = UUID.randomUUID().toString();
        record.put("uuid", lastId);
        record.put("timestamp", Instant.now().toString());
        record.put("cwd", cwd);
        record.put("sessionId", id);
        record.put("version", ScriptedAgent.VERSION);
        append(record);
        if (!message.path("model").asText().equals(ScriptedAgent.SYNTHETIC)) {
            messages.add(plain(message));
        }
    }

    void spent(double total) throws IOException {
        cost = total;
        append(note("cost-state").put("totalCostUSD", total));
    }

    /** Cuts the file's end off. */
    void truncate() throws IOException {
        byte[] content = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(content, Math.max(0, content.length - 40)));
    }

    List<String> userTexts() {
        List<String> texts = new ArrayList<>();
        for (JsonNode message : messages) {
            if (message.path("role").asText().equals("user")
                    && message.path("content").isTextual()) {
                texts.add(message.path("content").textValue());
            }
        }
        return texts;
    }

    private ObjectNode note(String type) {
        return JSON.createObjectNode().put("type", type).put("sessionId", id);
    }

    private void append(ObjectNode record) throws IOException {
        if (saves) {
            Files.writeString(file, record + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }
}
