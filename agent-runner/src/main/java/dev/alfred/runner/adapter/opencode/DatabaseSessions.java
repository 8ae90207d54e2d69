package dev.alfred.runner.adapter.opencode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionFingerprint.FileMark;
import dev.alfred.runner.adapter.session.ResumeProof;
import dev.alfred.runner.adapter.session.SessionFiles;
import dev.alfred.runner.adapter.session.StateCheck;
import org.sqlite.SQLiteConfig;

/**
 * OpenCode's sessions, all of them in one SQLite database with a write-ahead log beside it. A session's mark is {@code
 * opencode.db/{id}}: its number of messages, and size and hash of their ids and words.
 */
final class DatabaseSessions implements SessionFiles {
    static final String DATABASE = "opencode.db";

    private static final List<String> BESIDE = List.of(SessionDatabase.LOG, "-shm");
    private static final String ROLLBACK = "-journal";

    private final Path database;
    private final Path scratch;

    DatabaseSessions(Path directory) {
        this(directory, Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** @param scratch where copies are made; where they can't be, {@link DatabaseCopy.Failed} says so to everybody who asks */
    DatabaseSessions(Path directory, Path scratch) {
        this.database = directory.resolve(DATABASE);
        this.scratch = scratch;
    }

    @Override
    public StateCheck check(String id, SessionFingerprint recorded) {
        if (!there(database)) {
            return StateCheck.Unusable.missing("there is no database");
        }
        if (!regular()) {
            return StateCheck.Unusable.rejected("the database is no regular file");
        }
        try (SessionDatabase copy = open()) {
            Map<String, String> sessions = copy.sessions();
            if (!sessions.containsKey(id)) {
                return StateCheck.Unusable.missing("the database knows no such session");
            }
            Conversation conversation = copy.conversation(id);
            return objection(id, conversation, recorded)
                    .<StateCheck>map(StateCheck.Unusable::corrupt)
                    .orElseGet(() -> new StateCheck.Sound(fingerprint(id, conversation), Set.of(), sessions.keySet()));
        } catch (IOException | UncheckedIOException e) {
            return StateCheck.Unusable.corrupt(e.getMessage());
        }
    }

    private static Optional<String> objection(String id, Conversation conversation, SessionFingerprint recorded) {
        if (!conversation.holdsTurn()) {
            return Optional.of("the session holds no turn");
        }
        if (recorded == null) {
            return Optional.empty();
        }
        for (FileMark mark : recorded.files()) {
            if (!mark.path().equals(path(id))) {
                continue;
            }
            if (conversation.shorterThan(mark)) {
                return Optional.of("the session is shorter than it was");
            }
            if (!conversation.continues(mark)) {
                return Optional.of("the session differs from what it was");
            }
        }
        return Optional.empty();
    }

    @Override
    public ResumeProof prove(String id, StateCheck.Sound before) {
        if (!regular()) {
            return new ResumeProof.Lost("the database is gone");
        }
        FileMark mark = before.before().files().getFirst();
        try (SessionDatabase copy = open()) {
            Map<String, String> sessions = copy.sessions();
            Conversation conversation = copy.conversation(id);
            if (!sessions.containsKey(id) || !conversation.continues(mark)) {
                return new ResumeProof.Lost("earlier messages are gone or have changed");
            }
            if (appeared(id, before.sessions(), sessions)) {
                return new ResumeProof.Lost("another session appeared beside it");
            }
            return conversation.userSpoke(mark.records()) && conversation.modelSpoke(mark.records())
                    ? new ResumeProof.Proven()
                    : new ResumeProof.NotGrown();
        } catch (IOException | UncheckedIOException e) {
            return new ResumeProof.Lost("the database can't be read");
        }
    }

    /** Whether there is a new session that was not begun by that one, as a sub-agent's is. */
    private static boolean appeared(String id, Set<String> before, Map<String, String> now) {
        return now.keySet().stream().anyMatch(session -> !before.contains(session) && !descends(session, id, now));
    }

    private static boolean descends(String session, String ancestor, Map<String, String> parents) {
        String at = session;
        for (int steps = 0; at != null && steps <= parents.size(); steps++) {
            if (at.equals(ancestor)) {
                return true;
            }
            at = parents.get(at);
        }
        return false;
    }

    @Override
    public Optional<SessionFingerprint> saved(String id) {
        if (!regular()) {
            return Optional.empty();
        }
        try (SessionDatabase copy = open()) {
            Conversation conversation = copy.conversation(id);
            return copy.sessions().containsKey(id) && conversation.holdsTurn()
                    ? Optional.of(fingerprint(id, conversation))
                    : Optional.empty();
        } catch (IOException | UncheckedIOException e) {
            // What can't be read can't be resumed either.
            return Optional.empty();
        }
    }

    /** Sub-agents' sessions are none that a run could work in. */
    @Override
    public Set<String> ids() {
        if (!regular()) {
            return Set.of();
        }
        try (SessionDatabase copy = open()) {
            return copy.sessions().entrySet().stream()
                    .filter(session -> session.getValue().isEmpty())
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
        } catch (IOException | UncheckedIOException e) {
            // What can't be seen can't be gone on with.
            return Set.of();
        }
    }

    @Override
    public Instant lastChange(String id) {
        return lastChange();
    }

    /** Which session changed can't be seen from outside; nothing is opened while the CLI is at work. */
    @Override
    public Instant lastChange() {
        Instant latest = Instant.MIN;
        for (Path file : List.of(database, beside(SessionDatabase.LOG))) {
            try {
                Instant change = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                        .toInstant();
                latest = change.isAfter(latest) ? change : latest;
            } catch (IOException e) {
                // No sign of life to be seen here; standard output remains.
                continue;
            }
        }
        return latest;
    }

    /** OpenCode starts with no damaged database. */
    @Override
    public boolean hindersFresh() {
        if (!there(database)) {
            return BESIDE.stream().map(this::beside).anyMatch(DatabaseSessions::there) || there(beside(ROLLBACK));
        }
        if (!regular()) {
            return true;
        }
        try (SessionDatabase copy = open()) {
            copy.sessions();
            return false;
        } catch (IOException | UncheckedIOException e) {
            // That is the answer.
            return true;
        }
    }

    /** The newest messages lie in the log alone: they are put into the database, and the log goes. */
    @Override
    public void settle() {
        if (!regular() || ids().isEmpty()) {
            return;
        }
        try (Connection connection = new SQLiteConfig().createConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA trusted_schema = OFF");
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (SQLException e) {
            // It stays as it is, and is read with its log.
            return;
        }
    }

    private SessionDatabase open() throws IOException {
        if (there(beside(ROLLBACK))) {
            throw new IOException("the database is half-written");
        }
        return SessionDatabase.copyOf(database, scratch);
    }

    private boolean regular() {
        return Files.isRegularFile(database, LinkOption.NOFOLLOW_LINKS)
                && BESIDE.stream()
                        .map(this::beside)
                        .allMatch(file -> !there(file) || Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS));
    }

    private Path beside(String suffix) {
        return database.resolveSibling(DATABASE + suffix);
    }

    private static boolean there(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static SessionFingerprint fingerprint(String id, Conversation conversation) {
        return new SessionFingerprint(List.of(conversation.mark(path(id))));
    }

    private static String path(String id) {
        return DATABASE + "/" + id;
    }
}
