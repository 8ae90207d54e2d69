package dev.alfred.runner.adapter.grok;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionFingerprint.FileMark;
import dev.alfred.runner.adapter.session.JsonFields;
import dev.alfred.runner.adapter.session.SessionLog;
import dev.alfred.runner.files.UntrustedFile;

/**
 * One session of Grok Build as it lies on disk, read once.
 *
 * @param place its own directory
 * @param messages as they go to the model; written anew by a compaction, else appended to
 * @param conversation appended to always, compactions told
 * @param turns appended to always
 */
record GrokSession(Path place, String id, SessionLog messages, SessionLog conversation, SessionLog turns) {
    static final String MESSAGES = "chat_history.jsonl";
    static final String CONVERSATION = "updates.jsonl";
    static final String TURNS = "events.jsonl";
    static final String SUMMARY = "summary.json";

    private static final List<String> NEEDED = List.of(SUMMARY, MESSAGES, CONVERSATION, TURNS);
    private static final int MOST_SUMMARY_BYTES = 1024 * 1024;
    private static final String ID = "/info/id";
    private static final String KIND = "/session_kind";

    static GrokSession read(Path place, String id) throws IOException {
        return new GrokSession(
                place,
                id,
                SessionLog.read(new GrokLogs.Messages(), place.resolve(MESSAGES), id),
                SessionLog.read(new GrokLogs.Conversation(), place.resolve(CONVERSATION), id),
                SessionLog.read(new GrokLogs.Turns(), place.resolve(TURNS), id));
    }

    /** The first file that is needed and is a link, a device or another oddity. */
    static Optional<String> odd(Path place) {
        return NEEDED.stream()
                .filter(name -> Files.exists(place.resolve(name), LinkOption.NOFOLLOW_LINKS))
                .filter(name -> !Files.isRegularFile(place.resolve(name), LinkOption.NOFOLLOW_LINKS))
                .findFirst();
    }

    /** The first file that is needed and is not there. */
    static Optional<String> missing(Path place) {
        return NEEDED.stream()
                .filter(name -> !Files.isRegularFile(place.resolve(name), LinkOption.NOFOLLOW_LINKS))
                .findFirst();
    }

    /** The first file that is needed and too large to be one. */
    static Optional<String> outsized(Path place) throws IOException {
        for (String name : NEEDED) {
            if (SessionLog.outsized(place.resolve(name))) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    /** Whether a directory of sessions belongs to a sub-agent of another one. */
    static boolean aside(Path place) {
        try {
            return "subagent".equals(summary(place).text(KIND));
        } catch (IOException e) {
            // Not known to be one.
            return false;
        }
    }

    private static JsonFields summary(Path place) throws IOException {
        Path file = place.resolve(SUMMARY);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MOST_SUMMARY_BYTES) {
            throw new IOException("a session has no summary");
        }
        try (InputStream in = UntrustedFile.open(file)) {
            return JsonFields.of(in.readNBytes(MOST_SUMMARY_BYTES), Set.of(ID, KIND));
        }
    }

    /** Why it is no sound session with something to go on with. */
    Optional<String> objection() {
        for (SessionLog log : List.of(messages, conversation, turns)) {
            if (log.defect() != null) {
                return Optional.of(log.defect());
            }
        }
        if (!messages.userSpoke() || !messages.modelSpoke() || !conversation.userSpoke() || !turns.userSpoke()) {
            return Optional.of("the session holds no turn");
        }
        try {
            return id.equals(summary(place).text(ID))
                    ? Optional.empty()
                    : Optional.of("the session's summary is of another one");
        } catch (IOException e) {
            return Optional.of("the session's summary can't be read");
        }
    }

    /** Why it is not what it was then, or what grew from it. */
    Optional<String> deviation(SessionFingerprint then) throws IOException {
        Optional<FileMark> conversationThen = mark(then, CONVERSATION);
        for (String name : List.of(CONVERSATION, TURNS)) {
            Optional<FileMark> mark = mark(then, name);
            if (mark.isPresent() && !keeps(mark.get(), name)) {
                return Optional.of("the session's " + name + " is not what it was");
            }
        }
        Optional<FileMark> messagesThen = mark(then, MESSAGES);
        return messagesThen.isEmpty()
                        || keeps(messagesThen.get(), MESSAGES)
                        || conversationThen.isPresent()
                                && compactedSince(conversationThen.get().size())
                ? Optional.empty()
                : Optional.of("the session's " + MESSAGES + " is not what it was");
    }

    private boolean keeps(FileMark then, String name) throws IOException {
        return SessionLog.keeps(place.resolve(name), then);
    }

    private boolean compactedSince(long offset) throws IOException {
        GrokLogs.Conversation added = new GrokLogs.Conversation();
        SessionLog.read(added, place.resolve(CONVERSATION), id, offset);
        return added.compacted();
    }

    /** Whether a prompt was written behind that offset of the conversation. */
    boolean promptedSince(long offset) throws IOException {
        return SessionLog.read(new GrokLogs.Conversation(), place.resolve(CONVERSATION), id, offset)
                .userSpoke();
    }

    /** How many messages the first turn behind that offset of the turns began with; negative where none began. */
    long messagesGoneOnWith(long offset) throws IOException {
        GrokLogs.Turns added = new GrokLogs.Turns();
        SessionLog.read(added, place.resolve(TURNS), id, offset);
        return added.firstCount();
    }

    /** @param path of a file, as a fingerprint tells it */
    SessionFingerprint fingerprint(Function<Path, String> path) {
        return new SessionFingerprint(List.of(
                messages.mark(path.apply(place.resolve(MESSAGES))),
                conversation.mark(path.apply(place.resolve(CONVERSATION))),
                turns.mark(path.apply(place.resolve(TURNS)))));
    }

    Optional<FileMark> mark(SessionFingerprint fingerprint, String name) {
        Path file = Path.of(id, name);
        return fingerprint.files().stream()
                .filter(mark -> Path.of(mark.path()).endsWith(file))
                .findFirst();
    }
}
