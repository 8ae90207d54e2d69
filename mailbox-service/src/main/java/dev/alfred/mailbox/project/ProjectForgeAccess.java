package dev.alfred.mailbox.project;

import java.net.URI;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.mailbox.forge.ForgeAccess;
import dev.alfred.mailbox.forge.ForgeCredential;
import dev.alfred.mailbox.forge.ForgeProjects;
import dev.alfred.mailbox.forge.model.ForgeFailure;
import org.jboss.logging.Logger;

/** Says how a project's repository is reached, with its credential as of this moment. */
@ApplicationScoped
public class ProjectForgeAccess implements ForgeProjects {
    private static final Logger LOG = Logger.getLogger(ProjectForgeAccess.class);

    private final ProjectHandler projects;
    private final SecretFiles secrets;

    ProjectForgeAccess(ProjectHandler projects, SecretFiles secrets) {
        this.projects = projects;
        this.secrets = secrets;
    }

    @Override
    public Optional<ForgeAccess> access(UUID id) {
        return projects.find(id)
                .flatMap(project -> secrets.read(project.credential().secretRef())
                        .map(token -> new ForgeAccess(
                                project.connection(),
                                project.forge(),
                                URI.create(project.baseUrl()),
                                project.repositoryId(),
                                URI.create(project.cloneUrl()),
                                new ForgeCredential(
                                        CredentialUser.of(
                                                project.forge(), project.bot().login()),
                                        token))));
    }

    @Override
    public void refused(UUID project, ForgeFailure failure) {
        String why = "forge_" + failure.code();
        projects.block(project, why);
        LOG.warnf(
                "The forge refuses a project's credential, its writes wait for a new one: project=%s reason=%s",
                project, why);
    }
}
