package dev.alfred.ingest.delivery;

import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.MessageTypes;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.messaging.Outbox;
import dev.alfred.messaging.Outgoing;

/** The seam between issue events and the messages that carry them. */
@ApplicationScoped
class IssueMessages {
    private final Outbox outbox;

    IssueMessages(Outbox outbox) {
        this.outbox = outbox;
    }

    /** Tells the events in their order, once the surrounding transaction has committed. */
    void tell(List<IssueEvent> events) {
        outbox.appendAll(
                events.stream().map(event -> Outgoing.of(event, event.key())).toList());
    }

    /** The events as they are kept with their delivery: a JSON list of type and data. */
    static String json(List<IssueEvent> events) {
        ArrayNode list = ContractJson.mapper().createArrayNode();
        for (IssueEvent event : events) {
            list.addObject()
                    .put("type", MessageTypes.of(event.getClass()).type())
                    .set("data", ContractJson.mapper().valueToTree(event));
        }
        return list.toString();
    }
}
