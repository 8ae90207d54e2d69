package dev.alfred.endtoend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** What the agents themselves wrote down: which run worked in which session, from when until when. */
final class AgentRecords {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern RUN = Pattern.compile("Alfred-Run: ([0-9a-f-]{36})");

    /** From the prompt of a run in a session to the last that was written before the next prompt. */
    record Stint(String session, String run, Instant from, Instant until) {}

    private final RunningAlfred alfred;
    private final Map<String, Map<String, Stint>> byMailbox = new ConcurrentHashMap<>();

    AgentRecords(RunningAlfred alfred) {
        this.alfred = alfred;
    }

    /** Reads what there is now; at the close all of it is removed. */
    void take(String mailbox) {
        Map<String, Stint> known = byMailbox.computeIfAbsent(mailbox, key -> new LinkedHashMap<>());
        try (Stream<Path> files = Files.find(
                alfred.stateDirectory(mailbox),
                3,
                (path, attributes) -> path.toString().endsWith(".jsonl"))) {
            for (Path file : files.toList()) {
                for (Stint stint : stints(file)) {
                    known.put(stint.session() + stint.from(), stint);
                }
            }
        } catch (NoSuchFileException e) {
            // No agent has begun, or what it wrote was damaged and removed.
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In the order in which they began. */
    List<Stint> of(String mailbox) {
        return byMailbox.getOrDefault(mailbox, Map.of()).values().stream()
                .sorted(Comparator.comparing(Stint::from))
                .toList();
    }

    int count() {
        return byMailbox.values().stream().mapToInt(Map::size).sum();
    }

    private static List<Stint> stints(Path file) throws IOException {
        String session = file.getFileName().toString().replace(".jsonl", "");
        List<Stint> stints = new ArrayList<>();
        for (String line : Files.readString(file, StandardCharsets.UTF_8).split("\n")) {
            JsonNode record = record(line);
            if (!record.path("timestamp").isTextual()) {
                continue;
            }
            Instant at = Instant.parse(record.get("timestamp").asText());
            Matcher prompt = RUN.matcher(prompt(record));
            if (prompt.find()) {
                stints.add(new Stint(session, prompt.group(1), at, at));
            } else if (!stints.isEmpty()) {
                Stint last = stints.removeLast();
                stints.add(new Stint(session, last.run(), last.from(), at));
            }
        }
        return stints;
    }

    private static String prompt(JsonNode record) {
        JsonNode message = record.path("message");
        return message.path("role").asText().equals("user")
                        && message.path("content").isTextual()
                ? message.path("content").asText()
                : "";
    }

    private static JsonNode record(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            // Cut off by a kill.
            return JSON.createObjectNode();
        }
    }
}
