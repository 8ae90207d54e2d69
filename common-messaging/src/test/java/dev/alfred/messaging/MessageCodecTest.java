package dev.alfred.messaging;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.alfred.contracts.Topics;
import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.mailboxevents.MailboxEvent;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class MessageCodecTest {

    private static final MailboxKey MAILBOX = MailboxKey.issue("acme-shop", 7);
    private static final String TYPE = "dev.alfred.mailbox.reopened.v1";
    private static final TraceContext TRACE =
            new TraceContext("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "forge=1");

    @Test
    void readsWhatTheOutboxWrites() {
        MailboxEvent message = Messages.reopened(MAILBOX, 4);

        Decoding decoding = MessageCodec.decode(received(attributes(), MessageCodec.encode(message)));

        assertThat(decoding)
                .isEqualTo(new Decoding.Decoded(new Envelope<>(
                        "id-1", TYPE, "/alfred/mailbox-service", Messages.NOON, MAILBOX.value(), TRACE, message)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ce_id", "ce_type", "ce_source", "ce_specversion", "ce_time"})
    void namesTheAttributeThatIsMissing(String name) {
        Map<String, String> attributes = attributes();
        attributes.remove(name);

        assertThat(decode(attributes, "{}")).isEqualTo(new Decoding.Unreadable(UnreadableCause.BAD_ATTRIBUTE, name));
    }

    @ParameterizedTest
    @CsvSource({"ce_specversion,0.3", "ce_time,yesterday", "ce_id,''"})
    void namesTheAttributeThatIsMalformed(String name, String value) {
        Map<String, String> attributes = attributes();
        attributes.put(name, value);

        assertThat(decode(attributes, "{}")).isEqualTo(new Decoding.Unreadable(UnreadableCause.BAD_ATTRIBUTE, name));
    }

    @Test
    void doesNotKnowTypesOfANewerVersion() {
        Map<String, String> attributes = attributes();
        attributes.put("ce_type", "dev.alfred.mailbox.reopened.v2");

        assertThat(decode(attributes, "{}")).isEqualTo(new Decoding.UnknownType("dev.alfred.mailbox.reopened.v2"));
    }

    @ParameterizedTest
    @CsvSource({"'',NO_PAYLOAD", "null,NO_PAYLOAD", "{,MALFORMED_PAYLOAD", "[],MALFORMED_PAYLOAD"})
    void tellsEmptyFromMalformedData(String data, UnreadableCause cause) {
        assertThat(decode(attributes(), data))
                .isInstanceOfSatisfying(
                        Decoding.Unreadable.class,
                        unreadable -> assertThat(unreadable.cause()).isEqualTo(cause));
    }

    @Test
    void saysWhereTheDataIsWrongWithoutQuotingIt() {
        Decoding decoding = decode(attributes(), "{\"mailbox\": \"acme-shop-issue-7\", \"revision\": \"s3cret\"}");

        assertThat(decoding)
                .isInstanceOfSatisfying(
                        Decoding.Unreadable.class,
                        unreadable -> assertThat(unreadable.detail())
                                .contains("line 1", "revision")
                                .doesNotContain("s3cret"));
    }

    private static Decoding decode(Map<String, String> attributes, String data) {
        return MessageCodec.decode(received(attributes, data.getBytes(StandardCharsets.UTF_8)));
    }

    private static Map<String, String> attributes() {
        return new LinkedHashMap<>(
                CloudEventHeaders.of("id-1", TYPE, "/alfred/mailbox-service", Messages.NOON, MAILBOX.value(), TRACE));
    }

    private static ConsumerRecord<String, byte[]> received(Map<String, String> attributes, byte[] data) {
        ConsumerRecord<String, byte[]> received =
                new ConsumerRecord<>(Topics.MAILBOX_EVENTS, 0, 0, MAILBOX.value(), data);
        CloudEventHeaders.write(attributes, received.headers());
        return received;
    }
}
