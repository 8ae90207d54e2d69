package dev.alfred.ingest.delivery.model;

import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.ingest.forge.model.IgnoreReason;

/** What is done with a genuine webhook. */
public sealed interface Decision {
    /** Stored, and its events are told. */
    record Accept(List<IssueEvent> events) implements Decision {
        public Accept {
            events = List.copyOf(events);
        }
    }

    /** Stored, with the reason why it leads to nothing. */
    record Ignore(IgnoreReason reason) implements Decision {}

    /** Not stored again. */
    record Duplicate(UUID first) implements Decision {}
}
