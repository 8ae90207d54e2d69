package dev.alfred.ingest.forge.model;

import java.util.List;

import dev.alfred.contracts.issueevents.IssueEvent;

/** What a forge's reader made of a webhook. */
public sealed interface Reading {
    Subject subject();

    /** One or more events in the order in which they are to be told. */
    record Understood(Subject subject, List<IssueEvent> events) implements Reading {
        public Understood {
            events = List.copyOf(events);
            if (events.isEmpty()) {
                throw new IllegalArgumentException("a reading without events is ignored for a reason");
            }
        }
    }

    record Ignored(Subject subject, IgnoreReason reason) implements Reading {}
}
