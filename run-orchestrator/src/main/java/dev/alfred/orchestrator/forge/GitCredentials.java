package dev.alfred.orchestrator.forge;

import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.internal.GitCredentialRequest;
import dev.alfred.contracts.runrequests.RunProject;
import dev.alfred.contracts.vocabulary.CredentialAccess;
import org.eclipse.microprofile.rest.client.inject.RestClient;
import org.jboss.logging.Logger;

/** Asks mailbox-service for credentials of one repository. */
@ApplicationScoped
public class GitCredentials {
    private static final Logger LOG = Logger.getLogger(GitCredentials.class);

    /** What a run waits for that would get a credential that is good no more. */
    public static final String EXPIRED = "credential_expired";

    private final MailboxServiceApi api;

    GitCredentials(@RestClient MailboxServiceApi api) {
        this.api = api;
    }

    public sealed interface Answer {
        record Granted(GitCredential credential) implements Answer {}

        /** The forge said no: 401 or 403. */
        record Unauthorized(String detail) implements Answer {}

        /** Not to be had just now, for a reason in the vocabulary of waiting runs. */
        record Away(String reason, String detail) implements Answer {}
    }

    public Answer ask(RunProject project, CredentialAccess access, UUID run) {
        try {
            var request = new GitCredentialRequest(access, run, project.cloneUrl());
            return new Answer.Granted(api.gitCredential(project.id(), request));
        } catch (WebApplicationException e) {
            return refused(e.getResponse());
        } catch (ProcessingException e) {
            LOG.warnf("mailbox-service can't be reached, it is asked again later: %s", e.getMessage());
            return new Answer.Away("mailbox_service_unreachable", "mailbox-service can't be reached");
        }
    }

    private static Answer refused(Response response) {
        Optional<PeerProblem> problem = PeerProblem.of(response);
        String detail = problem.map(PeerProblem::detail).orElse("status " + response.getStatus());
        String reason = problem.map(PeerProblem::reason).orElse("git_credential_refused");
        return reason.equals("forge_unauthorized")
                ? new Answer.Unauthorized(detail)
                : new Answer.Away(
                        response.getStatus() >= 500 && problem.isEmpty() ? "mailbox_service_unreachable" : reason,
                        detail);
    }
}
