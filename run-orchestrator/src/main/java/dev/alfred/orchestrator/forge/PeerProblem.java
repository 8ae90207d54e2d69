package dev.alfred.orchestrator.forge;

import java.util.Optional;

import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.core.Response;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;

/** A problem that another of Alfred's services answered with. */
public record PeerProblem(String type, String title, int status, String detail) {
    private static final String PREFIX = "urn:alfred:problem:";

    /** The problem in the answer, if it is one of Alfred's own. */
    public static Optional<PeerProblem> of(Response response) {
        try {
            PeerProblem problem = ContractJson.mapper().readValue(response.readEntity(String.class), PeerProblem.class);
            return Optional.ofNullable(problem)
                    .filter(read -> read.type() != null && read.type().startsWith(PREFIX));
        } catch (JsonProcessingException | ProcessingException | IllegalStateException e) {
            return Optional.empty();
        }
    }

    /** The type's own name, for instance {@code mailbox-closed}. */
    public String name() {
        return type.substring(PREFIX.length());
    }

    /** The same in the spelling of reasons, for instance {@code mailbox_closed}. */
    public String reason() {
        return name().replace('-', '_');
    }
}
