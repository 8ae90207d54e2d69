package dev.alfred.orchestrator.run.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;

import jakarta.enterprise.context.ApplicationScoped;

import io.agroal.api.AgroalDataSource;

/**
 * The one clock of all instances, to the microsecond. A run is begun by one instance and ended by another: what they compare
 * may come from no machine's own clock (docs/adr/0048).
 */
@ApplicationScoped
public class DatabaseClock {
    private final AgroalDataSource dataSource;

    DatabaseClock(AgroalDataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Also within a transaction the present moment, not that of its beginning. */
    public Instant now() {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT clock_timestamp()")) {
            rows.next();
            return rows.getObject(1, OffsetDateTime.class).toInstant();
        } catch (SQLException e) {
            throw new IllegalStateException("the database's clock can't be read", e);
        }
    }
}
