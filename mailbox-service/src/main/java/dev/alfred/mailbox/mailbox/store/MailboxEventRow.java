package dev.alfred.mailbox.mailbox.store;

import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.mailbox.mailbox.model.EventKind;
import dev.alfred.mailbox.mailbox.model.EventState;
import dev.alfred.mailbox.mailbox.model.MailboxEventRecord;
import dev.alfred.mailbox.mailbox.model.NewMailboxEvent;
import dev.alfred.mailbox.phase.model.FactNeed;
import dev.alfred.mailbox.phase.model.Facts;
import dev.alfred.mailbox.phase.model.Input;
import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import org.hibernate.annotations.DynamicUpdate;
import org.hibernate.annotations.Generated;

@Entity
@DynamicUpdate
@Table(name = "mailbox_event")
class MailboxEventRow extends PanacheEntityBase {
    @Id
    UUID id;

    @Generated
    @Column(insertable = false, updatable = false)
    Long position;

    String mailbox;
    UUID project;
    String connection;
    String kind;
    UUID delivery;
    String subject;
    String actor;

    @Column(updatable = false)
    String input;

    String state;
    String needs;

    String facts;

    Instant factsAt;
    int attempts;
    Instant tryAt;
    String waitsFor;
    String outcome;
    String reason;
    UUID run;
    Instant occurredAt;
    Instant receivedAt;
    Instant decideAt;
    Instant decidedAt;

    static MailboxEventRow of(NewMailboxEvent event) {
        MailboxEventRow row = new MailboxEventRow();
        row.id = event.id();
        row.mailbox = event.mailbox() == null ? null : event.mailbox().value();
        row.project = event.project();
        row.connection = event.connection();
        row.kind = EventKind.of(event.input()).wire();
        row.delivery = event.delivery();
        row.subject = event.subject();
        row.actor = event.actor();
        row.input = StateJson.write(event.input());
        row.needs = event.needs().stream().map(Wire::wire).sorted().collect(Collectors.joining(","));
        row.state = (event.needs().isEmpty() ? EventState.READY : EventState.FACTS).wire();
        row.tryAt = event.receivedAt();
        row.occurredAt = event.occurredAt();
        row.receivedAt = event.receivedAt();
        row.decideAt = event.decideAt();
        return row;
    }

    void facts(Facts found, Instant at) {
        facts = StateJson.write(found);
        factsAt = at;
    }

    MailboxEventRecord read() {
        return new MailboxEventRecord(
                id,
                position,
                mailbox == null ? null : new MailboxKey(mailbox),
                connection,
                Wire.of(EventKind.class, kind),
                delivery,
                actor,
                StateJson.read(input, Input.class),
                Wire.of(EventState.class, state),
                needs(),
                facts == null ? Facts.NONE : StateJson.read(facts, Facts.class),
                factsAt,
                attempts,
                waitsFor,
                outcome,
                reason,
                run,
                occurredAt,
                receivedAt,
                decideAt,
                decidedAt);
    }

    private Set<FactNeed> needs() {
        Set<FactNeed> all = EnumSet.noneOf(FactNeed.class);
        Arrays.stream(needs.split(","))
                .filter(word -> !word.isEmpty())
                .forEach(word -> all.add(Wire.of(FactNeed.class, word)));
        return all;
    }
}
