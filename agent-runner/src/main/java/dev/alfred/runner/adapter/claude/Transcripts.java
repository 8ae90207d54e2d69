package dev.alfred.runner.adapter.claude;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.alfred.runner.adapter.session.JsonFields;
import dev.alfred.runner.adapter.session.SessionLogFormat;
import dev.alfred.runner.adapter.session.SessionRecord;
import dev.alfred.runner.adapter.session.SessionRecord.Speaker;

/** Claude Code's transcripts: {@code {slug of the working directory}/{id}.jsonl}, each record naming the one before it. */
final class Transcripts implements SessionLogFormat {
    private static final Pattern FILE = Pattern.compile("([0-9a-fA-F-]{36})\\.jsonl");
    private static final String BLOCK = "/message/content[]/type";
    private static final Set<String> FIELDS = Set.of(
            "/type", "/uuid", "/parentUuid", "/logicalParentUuid", "/sessionId", "/isSidechain", "/isMeta", BLOCK);

    @Override
    public Map<Path, String> files(Path state) throws IOException {
        Map<Path, String> files = new HashMap<>();
        for (Path slug : slugs(state)) {
            try (Stream<Path> entries = Files.list(slug)) {
                entries.forEach(entry -> {
                    Matcher name = FILE.matcher(entry.getFileName().toString());
                    if (name.matches()) {
                        files.put(entry, name.group(1));
                    }
                });
            }
        }
        return files;
    }

    private static List<Path> slugs(Path state) throws IOException {
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
        boolean aside = "true".equals(fields.text("/isSidechain"));
        Speaker speaker = switch (String.valueOf(fields.text("/type"))) {
            case "user" -> Speaker.USER;
            case "assistant" -> Speaker.MODEL;
            default -> Speaker.NOBODY;
        };
        // A tool's output, or a note of the CLI, is no prompt.
        boolean relayed = "true".equals(fields.text("/isMeta")) || fields.has(BLOCK, "tool_result");
        String parent = fields.text("/parentUuid");
        return new SessionRecord(
                fields.text("/uuid"),
                parent != null ? parent : fields.text("/logicalParentUuid"),
                fields.text("/sessionId"),
                aside,
                speaker,
                speaker == Speaker.USER && !aside && !relayed);
    }

    @Override
    public boolean linked() {
        return true;
    }
}
