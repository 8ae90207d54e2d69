package dev.alfred.sessions.cleanup;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.MailboxLiveness;
import dev.alfred.sessions.cleanup.model.Liveness;
import org.eclipse.microprofile.rest.client.inject.RestClient;
import org.jboss.logging.Logger;

/** Asks mailbox-service whether a mailbox lives. Only its own clear word counts; a bare 404 may come from anywhere. */
@ApplicationScoped
class MailboxQuestions {
    private static final Logger LOG = Logger.getLogger(MailboxQuestions.class);
    private static final String UNKNOWN = "urn:alfred:problem:unknown-mailbox";
    private static final int NOT_FOUND = 404;

    private final MailboxServiceApi api;

    MailboxQuestions(@RestClient MailboxServiceApi api) {
        this.api = api;
    }

    Liveness ask(MailboxKey mailbox) {
        try {
            MailboxLiveness answer = api.liveness(mailbox.value());
            if (answer == null || answer.status() == null || !mailbox.equals(answer.mailbox())) {
                return new Liveness.Unanswered();
            }
            return answer.status().closed() ? new Liveness.Closed(answer.revision()) : new Liveness.Alive();
        } catch (WebApplicationException e) {
            return refusal(e.getResponse());
        } catch (ProcessingException e) {
            LOG.warnf("mailbox-service can't be asked, the sweep removes nothing: %s", e.getMessage());
            return new Liveness.Unanswered();
        }
    }

    private static Liveness refusal(Response response) {
        if (response.getStatus() == NOT_FOUND && UNKNOWN.equals(problem(response))) {
            return new Liveness.Unknown();
        }
        LOG.warnf("mailbox-service gives no answer, the sweep removes nothing: status=%d", response.getStatus());
        return new Liveness.Unanswered();
    }

    private static String problem(Response response) {
        try {
            return response.readEntity(JsonNode.class).path("type").asText();
        } catch (ProcessingException | IllegalStateException | WebApplicationException e) {
            return "";
        }
    }
}
