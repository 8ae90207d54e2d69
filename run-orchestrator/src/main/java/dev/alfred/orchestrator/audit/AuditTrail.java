package dev.alfred.orchestrator.audit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;
import io.agroal.api.AgroalDataSource;

/** Who or what did it, when, to what and with which outcome; written in the transaction of the deed itself. */
@ApplicationScoped
public class AuditTrail {
    private static final String INSERT =
            "INSERT INTO audit (actor, action, subject, outcome, details) VALUES (?, ?, ?, ?, ?)";

    private final AgroalDataSource dataSource;

    AuditTrail(AgroalDataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Transactional(TxType.MANDATORY)
    public void append(String actor, String action, String subject, String outcome, Map<String, ?> details) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setString(1, actor);
            insert.setString(2, action);
            insert.setString(3, subject);
            insert.setString(4, outcome);
            insert.setString(5, details.isEmpty() ? null : ContractJson.mapper().writeValueAsString(details));
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the audit trail can't be written", e);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("details of an audit entry can't be written", e);
        }
    }
}
