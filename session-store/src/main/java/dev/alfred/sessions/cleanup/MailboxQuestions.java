package dev.alfred.sessions.cleanup;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.WebApplicationException;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.LivenessAnswer;
import dev.alfred.contracts.internal.LivenessQuestion;
import dev.alfred.sessions.cleanup.model.Liveness;
import org.eclipse.microprofile.rest.client.inject.RestClient;
import org.jboss.logging.Logger;

/** Asks mailbox-service about many mailboxes at once. Only an answer about each of them counts. */
@ApplicationScoped
class MailboxQuestions {
    private static final Logger LOG = Logger.getLogger(MailboxQuestions.class);

    private final MailboxServiceApi api;

    MailboxQuestions(@RestClient MailboxServiceApi api) {
        this.api = api;
    }

    /**
     * What mailbox-service says of each of those mailboxes, or empty when it gave no answer that could be relied on.
     *
     * @param mailboxes at most {@link LivenessQuestion#MOST} different ones
     */
    Optional<Map<MailboxKey, Liveness>> ask(Collection<MailboxKey> mailboxes) {
        try {
            Optional<Map<MailboxKey, Liveness>> answers =
                    complete(mailboxes, api.liveness(new LivenessQuestion(List.copyOf(mailboxes))));
            if (answers.isEmpty()) {
                LOG.warn("mailbox-service's answer is incomplete, nothing is removed");
            }
            return answers;
        } catch (WebApplicationException e) {
            LOG.warnf(
                    "mailbox-service gives no answer, nothing is removed: status=%d",
                    e.getResponse().getStatus());
        } catch (ProcessingException e) {
            LOG.warnf("mailbox-service can't be asked, nothing is removed: %s", e.getMessage());
        }
        return Optional.empty();
    }

    private static Optional<Map<MailboxKey, Liveness>> complete(Collection<MailboxKey> asked, LivenessAnswer answer) {
        if (answer == null || answer.known().stream().anyMatch(known -> known.status() == null)) {
            return Optional.empty();
        }
        Map<MailboxKey, Liveness> answers = new HashMap<>();
        answer.unknown().forEach(mailbox -> answers.put(mailbox, new Liveness.Unknown()));
        answer.known().forEach(known -> answers.put(known.mailbox(), Liveness.of(known)));
        boolean eachOnce =
                answers.size() == answer.known().size() + answer.unknown().size();
        return eachOnce && answers.keySet().equals(Set.copyOf(asked)) ? Optional.of(answers) : Optional.empty();
    }
}
