package dev.alfred.embedded;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DatabaseProvisionerTest {

    private static final Map<ServiceDatabase, String> PASSWORDS = Map.of(
            ServiceDatabase.INGEST, "one'quote",
            ServiceDatabase.MAILBOX, "two",
            ServiceDatabase.ORCHESTRATOR, "three",
            ServiceDatabase.SESSION, "four");

    private static EmbeddedDatabase database;

    @BeforeAll
    static void provisionTwice() {
        database = EmbeddedDatabase.fast();
        provision(database.superuser());
        provision(database.superuser());
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @ParameterizedTest
    @EnumSource
    void aRoleWorksInItsOwnSchemaWithoutNamingIt(ServiceDatabase service) throws SQLException {
        run(service, "CREATE TABLE own_thing (id int)", "INSERT INTO own_thing VALUES (1)");

        assertThat(read(
                        service,
                        "SELECT schemaname FROM pg_tables WHERE tablename = 'own_thing' AND tableowner = '"
                                + service.role() + "'"))
                .isEqualTo(service.schema());
    }

    @ParameterizedTest
    @EnumSource
    void aRoleIsRefusedInEveryOtherSchema(ServiceDatabase service) throws SQLException {
        run(service, "CREATE TABLE secret (id int)");

        for (ServiceDatabase stranger : ServiceDatabase.values()) {
            if (stranger != service) {
                assertThatThrownBy(() -> read(stranger, "SELECT count(*) FROM " + service.schema() + ".secret"))
                        .hasMessageContaining("permission denied for schema " + service.schema());
                assertThatThrownBy(() -> run(stranger, "CREATE TABLE " + service.schema() + ".intruder (id int)"))
                        .hasMessageContaining("permission denied for schema " + service.schema());
            }
        }
    }

    @Test
    void aRoleMakesNothingInThePublicSchema() {
        assertThatThrownBy(() -> run(ServiceDatabase.INGEST, "CREATE TABLE public.intruder (id int)"))
                .hasMessageContaining("permission denied for schema public");
    }

    @Test
    void anOwnerWhoIsNoSuperuserProvisionsAsWell() throws SQLException {
        try (EmbeddedDatabase other = EmbeddedDatabase.fast();
                Connection connection =
                        DriverManager.getConnection(other.jdbcUrl(), other.superuser(), other.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE landlord LOGIN CREATEROLE");
            statement.execute("GRANT CREATE ON DATABASE postgres TO landlord");

            DatabaseProvisioner.provision(other.jdbcUrl(), "landlord", "", PASSWORDS);
            DatabaseProvisioner.provision(other.jdbcUrl(), "landlord", "", PASSWORDS);

            try (ResultSet result =
                    statement.executeQuery("SELECT count(*) FROM information_schema.schemata WHERE schema_owner"
                            + " IN ('alfred_ingest', 'alfred_mailbox', 'alfred_orchestrator', 'alfred_session')")) {
                result.next();
                assertThat(result.getInt(1)).isEqualTo(4);
            }
        }
    }

    private static void provision(String owner) {
        DatabaseProvisioner.provision(database.jdbcUrl(), owner, database.password(), PASSWORDS);
    }

    private static void run(ServiceDatabase service, String... statements) throws SQLException {
        try (Connection connection = connect(service);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String read(ServiceDatabase service, String sql) throws SQLException {
        try (Connection connection = connect(service);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    private static Connection connect(ServiceDatabase service) throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl(), service.role(), PASSWORDS.get(service));
    }
}
