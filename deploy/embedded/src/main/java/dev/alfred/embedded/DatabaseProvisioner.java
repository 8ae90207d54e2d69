package dev.alfred.embedded;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * Makes one schema and one login role per service in any PostgreSQL, seen as a superuser or as an owner who may create
 * roles. Safe to repeat, also at once from several processes; passwords are set anew each time.
 */
public final class DatabaseProvisioner {

    private static final long LOCK = 0x616c66726564L;

    private DatabaseProvisioner() {}

    /** Provisions the schemas of {@code passwords}' keys with the passwords of its values. */
    public static void provision(
            String jdbcUrl, String owner, String ownerPassword, Map<ServiceDatabase, String> passwords) {
        try (Connection connection = DriverManager.getConnection(jdbcUrl, owner, ownerPassword)) {
            connection.setAutoCommit(false);
            query(connection, "SELECT pg_advisory_xact_lock(?)", LOCK);
            execute(connection, "REVOKE CREATE ON SCHEMA public FROM PUBLIC");
            for (Map.Entry<ServiceDatabase, String> entry : passwords.entrySet()) {
                provision(connection, entry.getKey(), entry.getValue());
            }
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException("schemas and roles can't be made at " + jdbcUrl, e);
        }
    }

    private static void provision(Connection connection, ServiceDatabase database, String password)
            throws SQLException {
        String role = database.role();
        String schema = database.schema();
        if (query(connection, "SELECT 1 FROM pg_roles WHERE rolname = ?", role) == null) {
            execute(connection, query(connection, "SELECT format('CREATE ROLE %I LOGIN', ?)", role));
        }
        execute(
                connection,
                query(connection, "SELECT format('ALTER ROLE %I LOGIN PASSWORD %L', ?, ?)", role, password));
        if (query(connection, "SELECT 1 FROM pg_roles WHERE rolname = current_user AND rolsuper") == null) {
            // Only a member of a role may make a schema in its name.
            execute(connection, query(connection, "SELECT format('GRANT %I TO CURRENT_USER', ?)", role));
        }
        execute(
                connection,
                query(
                        connection,
                        "SELECT format('CREATE SCHEMA IF NOT EXISTS %I AUTHORIZATION %I', ?, ?)",
                        schema,
                        role));
        execute(connection, query(connection, "SELECT format('REVOKE ALL ON SCHEMA %I FROM PUBLIC', ?)", schema));
        execute(
                connection,
                query(
                        connection,
                        "SELECT format('ALTER ROLE %I IN DATABASE %I SET search_path = %I', ?, current_database(), ?)",
                        role,
                        schema));
    }

    private static String query(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            try (ResultSet result = statement.executeQuery()) {
                return result.next() ? result.getString(1) : null;
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
