package dev.alfred.runner.adapter.opencode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.alfred.runner.adapter.session.JsonFields;
import dev.alfred.runner.files.Hashes;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteLimits;

/**
 * A private copy of OpenCode's database, with what its write-ahead log holds. An agent could write every byte of it: all
 * that is read is bounded in size, memory and time, and nothing in it is executed. What can't be read is an {@link
 * IOException}.
 */
final class SessionDatabase implements AutoCloseable {
    static final String LOG = "-wal";

    private static final int LONGEST_VALUE = 24 * 1024 * 1024;
    private static final int MOST_SESSIONS = 10_000;
    private static final int MOST_MESSAGES = 100_000;
    private static final int MOST_PARTS = 1_000_000;
    private static final int LONGEST_ID = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int STEPS_BETWEEN_LOOKS = 50_000;
    private static final List<String> TABLES = List.of("session", "message", "part");
    private static final Set<String> BY_MODEL = Set.of("text", "reasoning", "tool");

    /** What SQLite says where it can't write the index of the log beside the copy. */
    private static final Set<SQLiteErrorCode> OF_THE_COPY = Set.of(
            SQLiteErrorCode.SQLITE_FULL,
            SQLiteErrorCode.SQLITE_IOERR_WRITE,
            SQLiteErrorCode.SQLITE_IOERR_SHMOPEN,
            SQLiteErrorCode.SQLITE_IOERR_SHMSIZE,
            SQLiteErrorCode.SQLITE_IOERR_SHMMAP);

    private final DatabaseCopy copy;
    private final Connection connection;

    private SessionDatabase(DatabaseCopy copy, Connection connection) {
        this.copy = copy;
        this.connection = connection;
    }

    /** Only while no process has it open. Throws {@link DatabaseCopy.Failed} where there is no room for a copy. */
    static SessionDatabase copyOf(Path database, Path scratch) throws IOException {
        DatabaseCopy copy = DatabaseCopy.of(database, scratch);
        try {
            return open(copy);
        } catch (IOException | DatabaseCopy.Failed e) {
            copy.remove();
            throw e;
        }
    }

    private static SessionDatabase open(DatabaseCopy copy) throws IOException {
        try {
            SQLiteConnection connection =
                    (SQLiteConnection) new SQLiteConfig().createConnection("jdbc:sqlite:" + copy.database());
            SessionDatabase database = new SessionDatabase(copy, connection);
            try {
                guard(connection);
                database.check();
                return database;
            } catch (IOException | SQLException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            if (e instanceof SQLiteException told && OF_THE_COPY.contains(told.getResultCode())) {
                throw new DatabaseCopy.Failed(e);
            }
            throw new IOException("the database can't be read", e);
        }
    }

    private static void guard(SQLiteConnection connection) throws SQLException {
        connection.setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, LONGEST_VALUE);
        connection.setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
        connection.setLimit(SQLiteLimits.SQLITE_LIMIT_TRIGGER_DEPTH, 0);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        ProgressHandler.setHandler(connection, STEPS_BETWEEN_LOOKS, new ProgressHandler() {
            @Override
            protected int progress() {
                return System.nanoTime() < deadline ? 0 : 1;
            }
        });
        try (Statement statement = connection.createStatement()) {
            for (String setting : List.of(
                    "trusted_schema = OFF",
                    "cell_size_check = ON",
                    "mmap_size = 0",
                    "temp_store = MEMORY",
                    "hard_heap_limit = 134217728")) {
                statement.execute("PRAGMA " + setting);
            }
        }
    }

    /** No view and no virtual table stands in for what is read. */
    private void check() throws SQLException, IOException {
        if (!first("PRAGMA quick_check(1)", 1).equals("ok")) {
            throw new IOException("the database is damaged");
        }
        for (String table : TABLES) {
            if (!first("PRAGMA main.table_list(" + table + ")", 3).equals("table")) {
                throw new IOException("the database is none of OpenCode's");
            }
        }
    }

    private String first(String question, int column) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            return answer.next() ? String.valueOf(answer.getString(column)) : "";
        }
    }

    /** All sessions by id, with the one that each was begun by, or an empty word. */
    Map<String, String> sessions() throws IOException {
        Map<String, String> sessions = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select id, parent_id from session")) {
            while (rows.next()) {
                String parent = rows.getString(2);
                sessions.put(id(rows.getString(1)), parent == null ? "" : id(parent));
                if (sessions.size() > MOST_SESSIONS) {
                    throw new IOException("the database holds too many sessions");
                }
            }
        } catch (SQLException e) {
            throw new IOException("the sessions can't be read", e);
        }
        return sessions;
    }

    Conversation conversation(String session) throws IOException {
        try (PreparedStatement messages = connection.prepareStatement("select data from message where id = ?");
                PreparedStatement parts = connection.prepareStatement(
                        "select id, session_id, data from part where message_id = ? order by id")) {
            Reading reading = new Reading(session, messages, parts);
            for (String message : messagesOf(session)) {
                reading.message(message);
            }
            return new Conversation(reading.read);
        } catch (SQLException e) {
            throw new IOException("the session's messages can't be read", e);
        }
    }

    private List<String> messagesOf(String session) throws SQLException, IOException {
        List<String> ids = new ArrayList<>();
        try (PreparedStatement statement =
                connection.prepareStatement("select id from message where session_id = ? order by time_created, id")) {
            statement.setString(1, session);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    ids.add(id(rows.getString(1)));
                    if (ids.size() > MOST_MESSAGES) {
                        throw new IOException("the session holds too many messages");
                    }
                }
            }
        }
        return ids;
    }

    private static String id(String id) throws IOException {
        if (id == null || id.length() > LONGEST_ID) {
            throw new IOException("a row has no fit id");
        }
        return id;
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException("the copy can't be closed", e);
        } finally {
            copy.remove();
        }
    }

    /**
     * Goes through the messages and hashes what stays as it is once it was said: ids, roles, kinds and words. Tools' output
     * does not: it is cleared when a session grows long.
     */
    private static final class Reading {
        private final String session;
        private final PreparedStatement messages;
        private final PreparedStatement parts;
        private final List<Conversation.Message> read = new ArrayList<>();
        private final MessageDigest digest = Hashes.sha256();
        private long size;
        private int partsRead;

        Reading(String session, PreparedStatement messages, PreparedStatement parts) {
            this.session = session;
            this.messages = messages;
            this.parts = parts;
        }

        void message(String id) throws SQLException, IOException {
            String role = role(id);
            add(id);
            add(role);
            boolean byModel = parts(id);
            read.add(new Conversation.Message(
                    size, hashSoFar(), role.equals("user"), role.equals("assistant") && byModel));
        }

        private String role(String id) throws SQLException, IOException {
            messages.setString(1, id);
            try (ResultSet row = messages.executeQuery()) {
                if (!row.next()) {
                    throw new IOException("a message is missing");
                }
                return kind(row.getBytes(1), "/role");
            }
        }

        /** Returns whether there is something among them that a model says or does. */
        private boolean parts(String message) throws SQLException, IOException {
            boolean byModel = false;
            parts.setString(1, message);
            try (ResultSet rows = parts.executeQuery()) {
                while (rows.next()) {
                    if (!session.equals(rows.getString(2))) {
                        throw new IOException("a part belongs to another session");
                    }
                    if (++partsRead > MOST_PARTS) {
                        throw new IOException("the session holds too many parts");
                    }
                    byte[] data = rows.getBytes(3);
                    String type = kind(data, "/type");
                    add(id(rows.getString(1)));
                    add(type);
                    if (type.equals("text")) {
                        add(data);
                    }
                    byModel |= BY_MODEL.contains(type);
                }
            }
            return byModel;
        }

        private static String kind(byte[] data, String field) throws IOException {
            String kind =
                    data == null ? null : JsonFields.of(data, Set.of(field)).text(field);
            if (kind == null) {
                throw new IOException("a message is damaged");
            }
            return kind;
        }

        private void add(String value) {
            add(value.getBytes(StandardCharsets.UTF_8));
        }

        private void add(byte[] value) {
            digest.update(value);
            digest.update((byte) 0);
            size += value.length + 1;
        }

        private String hashSoFar() {
            try {
                return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException("the JDK's SHA-256 can be copied", e);
            }
        }
    }
}
