package dev.alfred.messaging;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.mailboxevents.MailboxEvent;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runrequests.RunCancelRequested;
import dev.alfred.contracts.runrequests.RunRequested;
import org.jboss.logging.MDC;

/** What each log line says about the message that is being handled. */
final class LogContext implements AutoCloseable {

    private final Set<String> names;

    private LogContext(Map<String, String> values) {
        this.names = values.keySet();
        values.forEach(MDC::put);
    }

    static LogContext of(Envelope<?> message) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("message", message.id());
        values.put("messageType", message.type());
        switch (message.payload()) {
            case RunEvent.Ended ended when ended.report() == null -> values.put("key", String.valueOf(message.key()));
            case RunEvent event -> about(values, event.mailbox(), event.run());
            case RunRequested request -> about(values, request.mailbox(), request.run());
            case RunCancelRequested cancel -> about(values, cancel.mailbox(), cancel.run());
            case MailboxEvent event -> values.put("mailbox", String.valueOf(event.mailbox()));
            case Object other -> values.put("key", String.valueOf(message.key()));
        }
        return new LogContext(values);
    }

    private static void about(Map<String, String> values, MailboxKey mailbox, UUID run) {
        values.put("mailbox", String.valueOf(mailbox));
        values.put("run", String.valueOf(run));
    }

    @Override
    public void close() {
        names.forEach(MDC::remove);
    }
}
