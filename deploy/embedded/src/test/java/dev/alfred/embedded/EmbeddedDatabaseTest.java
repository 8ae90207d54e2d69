package dev.alfred.embedded;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EmbeddedDatabaseTest {

    @Test
    void keepsCommittedRowsOverARestartOnTheSamePort(@TempDir Path directory) throws SQLException {
        int port = FreePort.find();
        Path data = directory.resolve("pg");
        try (EmbeddedDatabase first = EmbeddedDatabase.durable(port, data)) {
            assertThat(first.show("fsync")).isEqualTo("on");
            assertThat(first.show("synchronous_commit")).isEqualTo("on");
            execute(first, "CREATE TABLE kept (word text)");
            execute(first, "INSERT INTO kept VALUES ('still here')");
        }

        try (EmbeddedDatabase second = EmbeddedDatabase.durable(port, data)) {
            assertThat(second.port()).isEqualTo(port);
            assertThat(word(second)).isEqualTo("still here");
        }
    }

    @Test
    void keepsCommittedRowsThroughACrashInTheMidstOfATransaction(@TempDir Path directory) throws SQLException {
        try (EmbeddedDatabase database = EmbeddedDatabase.durable(0, directory.resolve("pg"))) {
            int port = database.port();
            execute(database, "CREATE TABLE kept (word text)");
            execute(database, "INSERT INTO kept VALUES ('still here')");
            try (Connection open = connect(database);
                    Statement statement = open.createStatement()) {
                open.setAutoCommit(false);
                statement.execute("DELETE FROM kept");

                database.crash();

                assertThatThrownBy(open::commit).isInstanceOf(SQLException.class);
            }
            assertThat(database.port()).isEqualTo(port);
            assertThat(word(database)).isEqualTo("still here");
        }
    }

    @Test
    void takesOverFromAServerThatAKilledLauncherLeftRunning(@TempDir Path directory) throws Exception {
        int port = FreePort.find();
        Path data = directory.resolve("pg");
        Process launcher = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LostLauncher.class.getName(),
                        Integer.toString(port),
                        data.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader output = launcher.inputReader()) {
            assertThat(output.lines().anyMatch(("up on " + port)::equals)).isTrue();
        } finally {
            launcher.destroyForcibly().waitFor();
        }

        try (EmbeddedDatabase next = EmbeddedDatabase.durable(port, data)) {
            assertThat(next.show("port")).isEqualTo(Integer.toString(port));
        }
    }

    private static void execute(EmbeddedDatabase database, String sql) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String word(EmbeddedDatabase database) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT word FROM kept")) {
            result.next();
            return result.getString(1);
        }
    }

    private static Connection connect(EmbeddedDatabase database) throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl(), database.superuser(), database.password());
    }
}
