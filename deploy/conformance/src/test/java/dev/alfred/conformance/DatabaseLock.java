package dev.alfred.conformance;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/** A process that has an SQLite database to itself until it is killed, and tells by a file when it has. */
final class DatabaseLock {
    private DatabaseLock() {}

    public static void main(String[] arguments) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + arguments[0]);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA locking_mode = EXCLUSIVE");
            statement.execute("BEGIN EXCLUSIVE");
            Files.createFile(Path.of(arguments[1]));
            Thread.currentThread().join();
        }
    }
}
