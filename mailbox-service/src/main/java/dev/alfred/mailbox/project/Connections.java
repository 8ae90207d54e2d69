package dev.alfred.mailbox.project;

import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.WebApplicationException;

import dev.alfred.mailbox.project.ConnectionDirectory.ConnectionView;
import dev.alfred.mailbox.project.ConnectionDirectory.HookView;
import dev.alfred.messaging.problem.ProblemException;
import org.eclipse.microprofile.rest.client.inject.RestClient;
import org.jboss.logging.Logger;

/** Asks webhook-ingest for connections; what can't be had is told as a problem. */
@ApplicationScoped
class Connections {
    private static final Logger LOG = Logger.getLogger(Connections.class);
    private static final int NOT_FOUND = 404;

    private final ConnectionDirectory directory;

    Connections(@RestClient ConnectionDirectory directory) {
        this.directory = directory;
    }

    ConnectionView connection(String name) {
        try {
            return directory.connection(name);
        } catch (WebApplicationException e) {
            if (e.getResponse().getStatus() == NOT_FOUND) {
                throw ProblemException.badRequest(
                        "unknown-connection",
                        "there is no connection %s: PUT it at webhook-ingest's /connections/%s first"
                                .formatted(name, name));
            }
            throw away(e);
        } catch (ProcessingException e) {
            throw away(e);
        }
    }

    /** Empty where webhook-ingest gives none, so that people see it in its own place. */
    Optional<HookView> hook(String name) {
        try {
            return Optional.of(directory.hook(name));
        } catch (WebApplicationException | ProcessingException e) {
            LOG.infof("The webhook's address is not known, the answer leaves it out: connection=%s", name);
            return Optional.empty();
        }
    }

    private static ProblemException away(RuntimeException cause) {
        LOG.warn("webhook-ingest can't be asked; the caller is told to try again", cause);
        return ProblemException.unavailable(
                "webhook-ingest-unreachable", "webhook-ingest can't be asked for the connection now: try again");
    }
}
