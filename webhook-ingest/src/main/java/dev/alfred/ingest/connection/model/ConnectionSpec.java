package dev.alfred.ingest.connection.model;

import java.util.List;

import dev.alfred.contracts.vocabulary.ForgeKind;

/** What a connection is to be, checked. */
public record ConnectionSpec(ForgeKind forge, String baseUrl, List<String> secrets, List<String> projects) {
    public ConnectionSpec {
        secrets = List.copyOf(secrets);
        projects = List.copyOf(projects);
    }

    @Override
    public String toString() {
        return "ConnectionSpec[forge=" + forge + ", baseUrl=" + baseUrl + "]";
    }
}
