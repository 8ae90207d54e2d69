package dev.alfred.mailbox.project;

import java.time.Instant;
import java.util.UUID;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.internal.GitCredentialRequest;
import dev.alfred.mailbox.forge.ForgeCredential;
import dev.alfred.mailbox.project.model.Project;
import dev.alfred.messaging.problem.ProblemException;
import io.smallrye.common.annotation.Blocking;

/** Gives run-orchestrator what a run's git needs, for one repository. */
@Path("/internal/projects/{id}/git-credential")
public class GitCredentialResource {
    private final ProjectForgeAccess access;
    private final ProjectHandler projects;
    private final CredentialAudit audit;

    GitCredentialResource(ProjectForgeAccess access, ProjectHandler projects, CredentialAudit audit) {
        this.access = access;
        this.projects = projects;
        this.audit = audit;
    }

    @POST
    @Blocking
    @RolesAllowed("service")
    public GitCredential give(@PathParam("id") UUID id, GitCredentialRequest request) {
        if (request == null || request.access() == null) {
            throw ProblemException.badRequest("invalid-input", "say for which access: read or write");
        }
        Project project = projects.find(id)
                .orElseThrow(() -> ProblemException.notFound("unknown-project", "there is no project " + id));
        String address = request.cloneUrl() == null ? project.cloneUrl() : request.cloneUrl();
        if (!project.trusts(address)) {
            throw ProblemException.conflict(
                    "clone-url-elsewhere", "the credential is given to the project's own forge only");
        }
        ForgeCredential credential = access.access(id)
                .orElseThrow(() -> ProblemException.unavailable(
                        "secret-missing", "the project's credential can't be read from its secret now"))
                .credential();
        if (credential.expired(Instant.now())) {
            throw ProblemException.unavailable(
                    "credential-expired", "the project's credential has expired, and no new one is in its secret yet");
        }
        audit.given(id, request);
        return new GitCredential(credential.username(), credential.token(), credential.expiresAt());
    }
}
