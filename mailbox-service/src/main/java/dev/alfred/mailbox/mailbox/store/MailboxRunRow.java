package dev.alfred.mailbox.mailbox.store;

import java.time.Instant;
import java.util.UUID;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.SessionMode;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.mailbox.mailbox.model.MailboxRun;
import io.quarkus.hibernate.orm.panache.PanacheEntityBase;

@Entity
@Table(name = "mailbox_run")
class MailboxRunRow extends PanacheEntityBase {
    @Id
    UUID id;

    String mailbox;
    String phase;
    String state;
    String exitReason;
    String sessionMode;
    String sessionWhy;
    String commitId;
    boolean promptSeen;
    String issueDigest;
    String requestedBy;
    UUID cause;
    String replyTo;
    String replyToLogin;
    Instant requestedAt;
    Instant startedAt;
    Instant endedAt;

    MailboxRun read() {
        return new MailboxRun(
                id,
                Wire.of(Phase.class, phase),
                Wire.of(RunState.class, state),
                exitReason == null ? null : Wire.of(ExitReason.class, exitReason),
                sessionMode == null ? null : Wire.of(SessionMode.class, sessionMode),
                sessionWhy,
                commitId,
                promptSeen,
                issueDigest,
                requestedBy,
                replyTo,
                replyToLogin,
                requestedAt,
                startedAt,
                endedAt);
    }
}
