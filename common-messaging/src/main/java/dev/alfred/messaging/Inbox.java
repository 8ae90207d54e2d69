package dev.alfred.messaging;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import io.agroal.api.AgroalDataSource;

/** Remembers, in the transaction of the effect, which messages a consumer has already acted on. */
@ApplicationScoped
public class Inbox {

    private static final String INSERT =
            "INSERT INTO inbox (consumer, message_id) VALUES (?, ?) ON CONFLICT DO NOTHING";

    private final AgroalDataSource dataSource;

    Inbox(AgroalDataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** True for a consumer's first sight of a message; false when its effect is already committed. */
    @Transactional(TxType.MANDATORY)
    public boolean firstTime(String consumer, String messageId) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setString(1, consumer);
            insert.setString(2, messageId);
            return insert.executeUpdate() == 1;
        } catch (SQLException e) {
            throw new IllegalStateException("the inbox can't be written", e);
        }
    }
}
