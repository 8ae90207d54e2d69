package dev.alfred.messaging;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.issueevents.Actor;
import dev.alfred.contracts.issueevents.EventContext;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.issueevents.IssueSnapshot;
import dev.alfred.contracts.mailboxevents.MailboxEvent;
import dev.alfred.contracts.vocabulary.ForgeKind;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Invented messages that the tests send. */
final class Messages {

    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private static final AtomicLong IIDS = new AtomicLong(System.currentTimeMillis());

    private Messages() {}

    /** A mailbox that no other test of this JVM speaks of. */
    static MailboxKey aMailbox() {
        return MailboxKey.issue("acme-shop", IIDS.incrementAndGet());
    }

    static MailboxEvent reopened(MailboxKey mailbox, long revision) {
        return new MailboxEvent.Reopened(mailbox, revision, NOON);
    }

    static IssueEvent.Edited edited(String body, String formerBody) {
        Actor mara = new Actor("17", "mara", false);
        EventContext context =
                new EventContext(UUID.randomUUID(), "shop-forge", ForgeKind.FORGEJO, "4711", "acme/shop", mara, NOON);
        IssueSnapshot issue = new IssueSnapshot(
                7, "70007", "The basket forgets", body, true, null, List.of("alfred"), mara, false, false, "", NOON);
        return new IssueEvent.Edited(context, issue, null, formerBody);
    }

    /** A record as a sender with a damaged serializer would write it. */
    static ProducerRecord<String, byte[]> damaged(String topic, String key, String type, String data) {
        ProducerRecord<String, byte[]> damaged =
                new ProducerRecord<>(topic, key, data.getBytes(StandardCharsets.UTF_8));
        CloudEventHeaders.write(
                CloudEventHeaders.of(
                        UUID.randomUUID().toString(), type, "/alfred/elsewhere", NOON, key, TraceContext.NONE),
                damaged.headers());
        return damaged;
    }
}
