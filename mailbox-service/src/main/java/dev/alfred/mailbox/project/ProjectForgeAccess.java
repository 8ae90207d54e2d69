package dev.alfred.mailbox.project;

import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.mailbox.forge.ForgeAccess;
import dev.alfred.mailbox.forge.ForgeCredential;
import dev.alfred.mailbox.forge.ForgeProjects;
import dev.alfred.mailbox.forge.model.ForgeFailure;
import dev.alfred.mailbox.project.model.Project;
import org.jboss.logging.Logger;

/** Says how a project's repository is reached, with its credential as of this moment. */
@ApplicationScoped
public class ProjectForgeAccess implements ForgeProjects {
    private static final Logger LOG = Logger.getLogger(ProjectForgeAccess.class);

    private static final String REFUSED = "forge_";
    private static final String UNKNOWN = REFUSED + "unauthorized";
    private static final String TOO_WEAK = REFUSED + "forbidden";

    private final ProjectHandler projects;
    private final SecretFiles secrets;

    ProjectForgeAccess(ProjectHandler projects, SecretFiles secrets) {
        this.projects = projects;
        this.secrets = secrets;
    }

    @Override
    public Optional<ForgeAccess> access(UUID id) {
        return projects.find(id)
                .filter(this::isAtItsForge)
                .flatMap(project -> secrets.token(project.credential().secretRef())
                        .map(secret -> new ForgeAccess(
                                project.connection(),
                                project.forge(),
                                URI.create(project.baseUrl()),
                                project.repositoryId(),
                                URI.create(project.cloneUrl()),
                                new ForgeCredential(
                                        CredentialUser.of(
                                                project.forge(), project.bot().login()),
                                        secret.value(),
                                        secret.expiresAt()))));
    }

    @Override
    public void accepted(UUID project, boolean written) {
        projects.unblock(project, written ? Set.of(UNKNOWN, TOO_WEAK) : Set.of(UNKNOWN));
    }

    /** A project may have been stored before its address was looked at. */
    private boolean isAtItsForge(Project project) {
        if (project.trusts(project.cloneUrl())) {
            return true;
        }
        projects.block(project.id(), Project.CLONE_URL_ELSEWHERE);
        LOG.warnf(
                "A project's cloneUrl is not on its forge, its credential is withheld until it is registered anew: project=%s",
                project.id());
        return false;
    }

    @Override
    public void refused(UUID project, ForgeFailure failure) {
        String why = REFUSED + failure.code();
        projects.block(project, why);
        LOG.warnf(
                "The forge refuses a project's credential, its writes wait for a new one: project=%s reason=%s",
                project, why);
    }
}
