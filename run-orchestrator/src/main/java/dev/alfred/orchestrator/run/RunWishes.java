package dev.alfred.orchestrator.run;

import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.WebApplicationException;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.RunWish;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.messaging.problem.ProblemException;
import dev.alfred.orchestrator.forge.MailboxServiceApi;
import dev.alfred.orchestrator.forge.PeerProblem;
import org.eclipse.microprofile.rest.client.inject.RestClient;

/** Hands the wish for a run to mailbox-service, whose decider says yes or why not. */
@ApplicationScoped
class RunWishes {
    private static final int SERVER_ERROR = 500;

    private final MailboxServiceApi mailboxes;

    RunWishes(@RestClient MailboxServiceApi mailboxes) {
        this.mailboxes = mailboxes;
    }

    UUID ask(MailboxKey mailbox, Phase phase, String text, String by, String idempotencyKey) {
        try {
            return mailboxes
                    .request(mailbox.value(), idempotencyKey, new RunWish(phase, text, by))
                    .run();
        } catch (WebApplicationException e) {
            int status = e.getResponse().getStatus();
            if (status >= SERVER_ERROR) {
                throw away();
            }
            throw PeerProblem.of(e.getResponse())
                    .map(problem -> new ProblemException(status, problem.name(), problem.title(), problem.detail()))
                    .orElseGet(() -> ProblemException.conflict("run-refused", "mailbox-service refused the run."));
        } catch (ProcessingException e) {
            throw away();
        }
    }

    private static ProblemException away() {
        return ProblemException.unavailable(
                "mailbox-service-unreachable", "mailbox-service does not answer; try again in a moment.");
    }
}
