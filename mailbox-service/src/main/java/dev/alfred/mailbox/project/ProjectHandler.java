package dev.alfred.mailbox.project;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.mailbox.audit.AuditTrail;
import dev.alfred.mailbox.forge.model.ForgeAccount;
import dev.alfred.mailbox.forge.model.ForgeRepository;
import dev.alfred.mailbox.project.model.CredentialKind;
import dev.alfred.mailbox.project.model.Project;
import dev.alfred.mailbox.project.model.Slugs;
import dev.alfred.mailbox.project.store.ProjectRepository;
import dev.alfred.mailbox.setting.model.EffectiveSettings;
import dev.alfred.mailbox.setting.model.SettingScope;
import dev.alfred.mailbox.setting.store.SettingRepository;
import dev.alfred.messaging.UuidV7;
import dev.alfred.messaging.problem.ProblemException;

/** Stores organizations and projects. */
@ApplicationScoped
public class ProjectHandler {
    private final ProjectRepository projects;
    private final SettingRepository settings;
    private final AuditTrail audit;

    ProjectHandler(ProjectRepository projects, SettingRepository settings, AuditTrail audit) {
        this.projects = projects;
        this.settings = settings;
        this.audit = audit;
    }

    /** All that is to be stored of a project. */
    record Registration(
            String organization,
            String slug,
            ForgeKind forge,
            String baseUrl,
            ProjectBody body,
            ForgeRepository repository,
            ForgeAccount bot) {}

    @Transactional
    public void ensureOrganization(String slug, String by) {
        if (projects.ensureOrganization(slug, Instant.now())) {
            audit.record(by, "organization.registered", "organization:" + slug, "done", null);
        }
    }

    /** Refuses what can never be stored, before others are asked for anything. */
    @Transactional
    void check(String organization, String slug, ProjectBody body) {
        projects.find(organization, slug).ifPresent(known -> {
            if (!known.connection().equals(body.connection())
                    || !known.repositoryId().equals(body.repositoryId())) {
                throw ProblemException.conflict(
                        "project-is-another-repository",
                        "%s/%s is repository %s of connection %s and stays so: register the other under another name"
                                .formatted(organization, slug, known.repositoryId(), known.connection()));
            }
        });
        projects.findByRepository(body.connection(), body.repositoryId()).ifPresent(known -> {
            if (!known.organization().equals(organization) || !known.slug().equals(slug)) {
                throw ProblemException.conflict(
                        "repository-registered",
                        "this repository is the project %s/%s already".formatted(known.organization(), known.slug()));
            }
        });
    }

    /** What the trigger label is called, or will be for a project that is not there yet. */
    @Transactional
    String triggerLabel(String organization, String slug) {
        return effective(organization, projects.find(organization, slug)).triggerLabel();
    }

    @Transactional
    Project store(Registration registration, String by) {
        projects.lockRegistration();
        check(registration.organization(), registration.slug(), registration.body());
        ensureOrganization(registration.organization(), by);
        Optional<Project> known = projects.find(registration.organization(), registration.slug());
        Project project = project(
                registration,
                known.map(Project::id).orElseGet(UuidV7::next),
                known.map(Project::keySlug).orElseGet(() -> keySlug(registration)));
        projects.save(project, Instant.now());
        audit.record(
                by,
                known.isPresent() ? "project.changed" : "project.registered",
                "project:" + project.organization() + "/" + project.slug(),
                "done",
                "repository " + project.repositoryId() + " of " + project.connection());
        return project;
    }

    @Transactional
    public Optional<Instant> organizationSince(String slug) {
        return projects.organizationSince(slug);
    }

    @Transactional
    public List<Project> of(String organization) {
        return projects.of(organization);
    }

    @Transactional
    public Optional<Project> find(String organization, String slug) {
        return projects.find(organization, slug);
    }

    @Transactional
    public Optional<Project> find(UUID id) {
        return projects.find(id);
    }

    /** Notes why Alfred can't work on a project, for people to see. */
    @Transactional
    public void block(UUID id, String why) {
        change(id, project -> project.blocked(why));
    }

    /** Takes a block off that has one of these reasons. */
    @Transactional
    public void unblock(UUID id, Set<String> reasons) {
        change(
                id,
                project -> project.blocked() != null && reasons.contains(project.blocked())
                        ? project.blocked(null)
                        : project);
    }

    /** Takes over what the forge says of the repository now. */
    @Transactional
    public void seen(UUID id, String defaultBranch, boolean empty) {
        change(id, project -> project.seen(defaultBranch, empty));
    }

    /** Looks first, since there is seldom something to change, and again when nobody else can change it. */
    private void change(UUID id, UnaryOperator<Project> change) {
        projects.find(id)
                .filter(project -> !change.apply(project).equals(project))
                .flatMap(project -> projects.lock(id))
                .ifPresent(before -> changed(before, change.apply(before)));
    }

    private void changed(Project before, Project now) {
        projects.save(now, Instant.now());
        if (!Objects.equals(before.blocked(), now.blocked())) {
            audit.record(
                    "alfred",
                    now.blocked() == null ? "project.unblocked" : "project.blocked",
                    "project:" + now.organization() + "/" + now.slug(),
                    "done",
                    now.blocked() == null ? before.blocked() : now.blocked());
        }
    }

    private String keySlug(Registration registration) {
        return Slugs.keySlug(
                registration.organization(),
                registration.slug(),
                registration.baseUrl(),
                registration.body().repositoryId(),
                projects.keySlugs());
    }

    private EffectiveSettings effective(String organization, Optional<Project> project) {
        return EffectiveSettings.of(
                settings.of(new SettingScope.Organization(organization)),
                project.map(known -> settings.of(new SettingScope.Project(known.id())))
                        .orElse(Map.of()));
    }

    private static Project project(Registration registration, UUID id, String keySlug) {
        ProjectBody body = registration.body();
        ForgeRepository repository = registration.repository();
        boolean empty = repository.empty() || repository.defaultBranch() == null;
        return new Project(
                id,
                registration.organization(),
                registration.slug(),
                keySlug,
                body.connection(),
                registration.forge(),
                registration.baseUrl(),
                body.repositoryId(),
                repository.path(),
                body.cloneUrl(),
                new Project.CredentialReference(
                        Wire.of(CredentialKind.class, body.credential().kind()),
                        body.credential().secretRef()),
                new Project.BotAccount(
                        registration.bot().id(),
                        registration.bot().login(),
                        repository.permission().name().toLowerCase(Locale.ROOT)),
                repository.defaultBranch(),
                empty ? Project.EMPTY_REPOSITORY : null);
    }
}
