package dev.alfred.runner.adapter.copilot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import dev.alfred.runner.adapter.session.JsonFields;
import dev.alfred.runner.adapter.session.SessionIdFormat;
import dev.alfred.runner.adapter.session.SessionLogFormat;
import dev.alfred.runner.adapter.session.SessionRecord;
import dev.alfred.runner.adapter.session.SessionRecord.Speaker;

/**
 * Copilot's sessions: {@code {id}/events.jsonl}, which it only appends to. Each event names the one before it, those of
 * sub-agents and of a resume included. Whatever lies beside it is rewritten and proves nothing.
 */
final class EventLogs implements SessionLogFormat {
    private static final String LOG = "events.jsonl";
    private static final Set<String> FIELDS =
            Set.of("/type", "/id", "/parentId", "/agentId", "/data/sessionId", "/data/source");

    @Override
    public Map<Path, String> files(Path state) throws IOException {
        return logs(state);
    }

    static Map<Path, String> logs(Path state) throws IOException {
        Map<Path, String> logs = new HashMap<>();
        for (Path directory : directories(state)) {
            String id = directory.getFileName().toString();
            Path log = directory.resolve(LOG);
            if (SessionIdFormat.UUID.matches(id) && Files.exists(log, LinkOption.NOFOLLOW_LINKS)) {
                logs.put(log, id);
            }
        }
        return logs;
    }

    private static List<Path> directories(Path state) throws IOException {
        if (!Files.isDirectory(state, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(state)) {
            return entries.filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
    }

    @Override
    public SessionRecord read(byte[] line) throws IOException {
        JsonFields fields = JsonFields.of(line, FIELDS);
        String type = String.valueOf(fields.text("/type"));
        boolean main = fields.text("/agentId") == null;
        Speaker speaker = switch (type) {
            case "user.message" -> main ? Speaker.USER : Speaker.NOBODY;
            case "assistant.message" -> main ? Speaker.MODEL : Speaker.NOBODY;
            default -> Speaker.NOBODY;
        };
        return new SessionRecord(
                fields.text("/id"),
                fields.text("/parentId"),
                type.equals("session.start") ? fields.text("/data/sessionId") : null,
                false,
                speaker,
                speaker == Speaker.USER && fields.text("/data/source") == null);
    }

    @Override
    public boolean linked() {
        return true;
    }
}
