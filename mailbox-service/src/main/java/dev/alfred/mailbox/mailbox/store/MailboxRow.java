package dev.alfred.mailbox.mailbox.store;

import java.time.Instant;
import java.util.UUID;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

import dev.alfred.mailbox.phase.model.MailboxState;
import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import org.hibernate.annotations.DynamicUpdate;

@Entity
@DynamicUpdate
@Table(name = "mailbox")
class MailboxRow extends PanacheEntityBase {
    @Id
    @Column(name = "mailbox_key")
    String key;

    UUID project;
    String kind;
    long iid;
    String title;
    String status;
    String reason;
    String phase;
    String branch;
    Long mergeRequestIid;
    long revision;
    boolean due;

    String state;

    String shown;
    String statusComment;
    Instant createdAt;
    Instant updatedAt;
    Instant closedAt;

    void write(MailboxState mailbox, Instant now) {
        key = mailbox.key().value();
        project = mailbox.project();
        kind = mailbox.kind().wire();
        iid = mailbox.issue().iid();
        title = mailbox.issue().title().replace("\0", "");
        status = mailbox.standing().status().wire();
        reason = mailbox.standing().reason();
        phase = mailbox.standing().run().map(run -> run.phase().wire()).orElse(null);
        branch = mailbox.branch() == null ? null : mailbox.branch().name();
        mergeRequestIid =
                mailbox.mergeRequest() == null ? null : mailbox.mergeRequest().iid();
        revision = mailbox.revision();
        due = mailbox.mayStart();
        state = StateJson.write(mailbox);
        closedAt = mailbox.standing().status().closed() ? (closedAt == null ? now : closedAt) : null;
        createdAt = createdAt == null ? now : createdAt;
        updatedAt = now;
    }

    MailboxState read() {
        return StateJson.read(state, MailboxState.class);
    }
}
