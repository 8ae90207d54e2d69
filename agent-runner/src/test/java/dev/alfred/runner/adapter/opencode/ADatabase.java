package dev.alfred.runner.adapter.opencode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A database in the form that OpenCode 1.18 makes, as far as sessions go; open, so that its log stays beside it. */
final class ADatabase implements AutoCloseable {
    private static final List<String> FORM = List.of(
            "PRAGMA journal_mode = WAL",
            "create table session (id text primary key, parent_id text, title text not null)",
            "create table message (id text primary key, session_id text not null, time_created integer not null, data text)",
            "create table part (id text primary key, message_id text not null, session_id text not null, data text)",
            "create index part_message_id_id_idx on part (message_id, id)");

    private final Path directory;
    private final Connection connection;
    private int count;

    ADatabase(Path directory) throws IOException, SQLException {
        this.directory = Files.createDirectories(directory);
        connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("opencode.db"));
        for (String statement : FORM) {
            change(statement);
        }
    }

    void change(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    ADatabase session(String id) throws SQLException {
        change("insert into session values ('%s', null, 'agent/issue-7')".formatted(id));
        return this;
    }

    ADatabase subAgent(String id, String parent) throws SQLException {
        change("insert into session values ('%s', '%s', 'a task')".formatted(id, parent));
        return this;
    }

    /** What a person asks, and what a model answers by way of a tool. */
    ADatabase turn(String session, String prompt, String answer) throws SQLException {
        return user(session, prompt).model(session, answer);
    }

    ADatabase user(String session, String prompt) throws SQLException {
        part(message(session, "user"), session, "{\"type\":\"text\",\"text\":\"%s\"}".formatted(prompt));
        return this;
    }

    ADatabase model(String session, String answer) throws SQLException {
        String message = message(session, "assistant");
        part(message, session, "{\"type\":\"step-start\"}");
        part(message, session, "{\"type\":\"tool\",\"tool\":\"bash\",\"state\":{\"output\":\"what it printed\"}}");
        part(message, session, "{\"type\":\"text\",\"text\":\"%s\"}".formatted(answer));
        return this;
    }

    String message(String session, String role) throws SQLException {
        String id = "msg_%04d".formatted(++count);
        change("insert into message values ('%s', '%s', %d, '{\"role\":\"%s\",\"time\":{\"created\":1}}')"
                .formatted(id, session, count, role));
        return id;
    }

    void part(String message, String session, String data) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into part values (?, ?, ?, ?)")) {
            insert.setString(1, "prt_%04d".formatted(++count));
            insert.setString(2, message);
            insert.setString(3, session);
            insert.setString(4, data);
            insert.execute();
        }
    }

    /** Puts database and log there, as an OpenCode that was killed leaves them. */
    void lieIn(Path state) throws IOException {
        for (String name : List.of("opencode.db", "opencode.db-wal")) {
            Files.copy(directory.resolve(name), state.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
