package dev.alfred.ingest.forge;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.ingest.forge.model.Arrival;
import dev.alfred.ingest.forge.model.DeliveryKey;
import dev.alfred.ingest.forge.model.Reading;
import dev.alfred.ingest.forge.model.Subject;

/** Understands one forge's webhooks. Pure: the same delivery gives the same reading, now and when it is replayed. */
public interface ForgeReader {
    /** What the webhook says about itself; can be asked of any JSON whatever. */
    Subject subject(Headers headers, JsonNode payload);

    /** What it means in Alfred's vocabulary. */
    Reading read(Arrival arrival, Headers headers, JsonNode payload);

    /** What tells this delivery from others. */
    DeliveryKey key(Headers headers, byte[] payload);

    static ForgeReader of(ForgeKind forge) {
        return switch (forge) {
            case GITHUB -> new GithubReader();
            case GITLAB -> new GitlabReader();
            case FORGEJO, GITEA -> new GiteaReader();
        };
    }
}
