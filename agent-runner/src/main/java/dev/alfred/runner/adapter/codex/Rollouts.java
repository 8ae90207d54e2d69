package dev.alfred.runner.adapter.codex;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.alfred.runner.adapter.session.JsonFields;
import dev.alfred.runner.adapter.session.SessionIdFormat;
import dev.alfred.runner.adapter.session.SessionLogFormat;
import dev.alfred.runner.adapter.session.SessionRecord;
import dev.alfred.runner.adapter.session.SessionRecord.Speaker;

/**
 * Codex's rollouts: {@code YYYY/MM/DD/rollout-TIME-ID.jsonl}, or the file alone. The first record names the session, and
 * Codex believes that name rather than the file's. What the model is told of the past are the records of type {@code
 * response_item}.
 */
final class Rollouts implements SessionLogFormat {
    private static final int DAYS = 4;
    private static final Pattern FILE =
            Pattern.compile("rollout-.{1,100}-(" + SessionIdFormat.UUID_IN_LOWER_CASE.regex() + ")\\.jsonl");
    private static final Set<String> FIELDS = Set.of("/type", "/payload/type", "/payload/role", "/payload/id");
    private static final Set<String> OF_THE_MODEL =
            Set.of("reasoning", "function_call", "custom_tool_call", "local_shell_call", "web_search_call");

    @Override
    public Map<Path, String> files(Path state) throws IOException {
        Map<Path, String> files = new HashMap<>();
        if (!Files.isDirectory(state, LinkOption.NOFOLLOW_LINKS)) {
            return files;
        }
        try (Stream<Path> entries = Files.walk(state, DAYS)) {
            entries.forEach(entry -> {
                Matcher name = FILE.matcher(entry.getFileName().toString());
                if (name.matches()) {
                    files.put(entry, name.group(1));
                }
            });
        }
        return files;
    }

    @Override
    public SessionRecord read(byte[] line) throws IOException {
        JsonFields fields = JsonFields.of(line, FIELDS);
        return switch (String.valueOf(fields.text("/type"))) {
            case "session_meta" -> SessionRecord.beside(fields.text("/payload/id"));
            case "response_item" -> {
                Speaker speaker = speaker(fields.text("/payload/type"), fields.text("/payload/role"));
                yield new SessionRecord(null, null, null, false, speaker, speaker == Speaker.USER);
            }
            default -> SessionRecord.beside(null);
        };
    }

    private static Speaker speaker(String type, String role) {
        if ("user".equals(role)) {
            return Speaker.USER;
        }
        return "assistant".equals(role) || type != null && OF_THE_MODEL.contains(type) ? Speaker.MODEL : Speaker.NOBODY;
    }

    @Override
    public boolean linked() {
        return false;
    }
}
