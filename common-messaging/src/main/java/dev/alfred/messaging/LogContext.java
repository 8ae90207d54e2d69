package dev.alfred.messaging;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

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
            case RunEvent event ->
                about(values, event.mailbox().value(), event.run().toString());
            case RunRequested request ->
                about(values, request.mailbox().value(), request.run().toString());
            case RunCancelRequested cancel ->
                about(values, cancel.mailbox().value(), cancel.run().toString());
            case MailboxEvent event -> values.put("mailbox", event.mailbox().value());
            case Object other -> values.put("key", String.valueOf(message.key()));
        }
        return new LogContext(values);
    }

    private static void about(Map<String, String> values, String mailbox, String run) {
        values.put("mailbox", mailbox);
        values.put("run", run);
    }

    @Override
    public void close() {
        names.forEach(MDC::remove);
    }
}
