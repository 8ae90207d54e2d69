package dev.alfred.mailbox.project;

import java.net.URI;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.mailbox.forge.ForgeAccess;
import dev.alfred.mailbox.forge.ForgeClient;
import dev.alfred.mailbox.forge.ForgeClients;
import dev.alfred.mailbox.forge.ForgeCredential;
import dev.alfred.mailbox.forge.model.ForgeAccount;
import dev.alfred.mailbox.forge.model.ForgeAnswer;
import dev.alfred.mailbox.forge.model.ForgeFailure;
import dev.alfred.mailbox.forge.model.ForgeHook;
import dev.alfred.mailbox.forge.model.ForgeLabel;
import dev.alfred.mailbox.forge.model.ForgeRepository;
import dev.alfred.mailbox.project.ConnectionDirectory.ConnectionView;
import dev.alfred.mailbox.project.ConnectionDirectory.HookView;
import dev.alfred.mailbox.project.ProjectHandler.Registration;
import dev.alfred.mailbox.project.model.CloneAddress;
import dev.alfred.mailbox.project.model.CredentialKind;
import dev.alfred.mailbox.project.model.Project;
import dev.alfred.messaging.problem.ProblemException;

/** Asks all others what a project's registration needs, then has it stored in one transaction. */
@ApplicationScoped
class ProjectRegistration {
    private final Connections connections;
    private final SecretFiles secrets;
    private final ForgeClients clients;
    private final ProjectHandler projects;

    ProjectRegistration(Connections connections, SecretFiles secrets, ForgeClients clients, ProjectHandler projects) {
        this.connections = connections;
        this.secrets = secrets;
        this.clients = clients;
        this.projects = projects;
    }

    ProjectView register(String organization, String slug, ProjectBody body, String by) {
        ConnectionView connection = connections.connection(body.connection());
        if (!connection.speaksFor(body.repositoryId())) {
            throw ProblemException.badRequest(
                    "repository-not-allowed",
                    "the connection %s does not speak for repository %s: add the id to its projects"
                            .formatted(body.connection(), body.repositoryId()));
        }
        if (!CloneAddress.liesOn(connection.baseUrl(), body.cloneUrl())) {
            throw ProblemException.badRequest(
                    "clone-url-elsewhere",
                    "cloneUrl must lie below %s, the address of the connection %s: the credential is given to no other host, port or scheme"
                            .formatted(connection.baseUrl(), body.connection()));
        }
        projects.check(organization, slug, body);
        ForgeKind kind = Wire.of(ForgeKind.class, connection.forge());
        ForgeClient forge = clients.open(access(kind, connection, body));
        ForgeRepository repository = needed(forge.repository());
        if (!repository.id().equals(body.repositoryId())) {
            throw ProblemException.badRequest(
                    "another-repository",
                    "the forge knows %s under the id %s".formatted(body.repository(), repository.id()));
        }
        ForgeAccount bot = needed(forge.bot());
        needed(forge.ensureLabels(ForgeLabel.needed(projects.triggerLabel(organization, slug))));
        ProjectView.Hook hook = hook(forge, kind, body);
        Project stored = projects.store(
                new Registration(organization, slug, kind, connection.baseUrl(), body, repository, bot), by);
        return ProjectView.of(stored, hook);
    }

    private ForgeAccess access(ForgeKind kind, ConnectionView connection, ProjectBody body) {
        if (!body.credential().kind().equals(CredentialKind.TOKEN.wire())) {
            throw ProblemException.badRequest(
                    "unsupported-credential",
                    "credentials of kind %s can't be used yet: give a token"
                            .formatted(body.credential().kind()));
        }
        String token = secrets.read(body.credential().secretRef())
                .orElseThrow(() -> ProblemException.badRequest(
                        "secret-missing",
                        "there is no readable secret %s in the secrets' directory"
                                .formatted(body.credential().secretRef())));
        return new ForgeAccess(
                body.connection(),
                kind,
                URI.create(connection.baseUrl()),
                body.repositoryId(),
                URI.create(body.cloneUrl()),
                new ForgeCredential(CredentialUser.of(kind, "alfred"), token));
    }

    private ProjectView.Hook hook(ForgeClient forge, ForgeKind kind, ProjectBody body) {
        Optional<HookView> hook = connections.hook(body.connection());
        if (!body.installHook()) {
            return new ProjectView.Hook(false, hook.map(HookView::url).orElse(null), ProjectView.eventsOf(kind));
        }
        HookView found = hook.orElseThrow(() -> ProblemException.unavailable(
                "webhook-ingest-unreachable", "webhook-ingest does not give the webhook's address now: try again"));
        needed(forge.installHook(new ForgeHook(found.url(), found.secret())));
        return new ProjectView.Hook(true, found.url(), ProjectView.eventsOf(kind));
    }

    private static <T> T needed(ForgeAnswer<T> answer) {
        return switch (answer) {
            case ForgeAnswer.Ok<T>(T value) -> value;
            case ForgeAnswer.Failed<T>(ForgeFailure failure) -> throw problem(failure);
        };
    }

    private static ProblemException problem(ForgeFailure failure) {
        return switch (failure) {
            case ForgeFailure.Unreachable ignored ->
                ProblemException.unavailable("forge-unreachable", failure.detail());
            case ForgeFailure.RateLimited ignored ->
                ProblemException.unavailable("forge-rate-limited", failure.detail());
            case ForgeFailure.Unauthorized ignored ->
                ProblemException.badRequest("credential-refused", failure.detail());
            case ForgeFailure.Forbidden ignored -> ProblemException.badRequest("credential-too-weak", failure.detail());
            case ForgeFailure.NotFound ignored -> ProblemException.badRequest("unknown-repository", failure.detail());
            case ForgeFailure.Gone ignored -> ProblemException.badRequest("unknown-repository", failure.detail());
            case ForgeFailure.Moved ignored -> ProblemException.badRequest("unknown-repository", failure.detail());
            case ForgeFailure.Conflict ignored -> ProblemException.badRequest("forge-refused", failure.detail());
            case ForgeFailure.Rejected ignored -> ProblemException.badRequest("forge-refused", failure.detail());
        };
    }
}
