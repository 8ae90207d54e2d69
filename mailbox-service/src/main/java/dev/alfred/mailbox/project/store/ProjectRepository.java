package dev.alfred.mailbox.project.store;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;

import dev.alfred.mailbox.project.model.Project;

/** Organizations and projects. */
@ApplicationScoped
public class ProjectRepository {
    private static final long REGISTRATION_LOCK = 0x616c66726564L;

    private final EntityManager entities;

    ProjectRepository(EntityManager entities) {
        this.entities = entities;
    }

    /** Lets one registration at a time look for ambiguous keys, until the transaction ends. */
    public void lockRegistration() {
        entities.createNativeQuery("select 1 from (select pg_advisory_xact_lock(:lock)) as taken")
                .setParameter("lock", REGISTRATION_LOCK)
                .getSingleResult();
    }

    /** Whether the organization is a new one. */
    public boolean ensureOrganization(String slug, Instant now) {
        return entities.createNativeQuery(
                                "insert into organization (slug, created_at) values (:slug, :now) on conflict do nothing")
                        .setParameter("slug", slug)
                        .setParameter("now", now)
                        .executeUpdate()
                == 1;
    }

    public Optional<Instant> organizationSince(String slug) {
        return OrganizationRow.<OrganizationRow>findByIdOptional(slug).map(row -> row.createdAt);
    }

    public List<String> organizations() {
        return OrganizationRow.<OrganizationRow>list("order by slug").stream()
                .map(row -> row.slug)
                .toList();
    }

    public Optional<Project> find(UUID id) {
        return ProjectRow.<ProjectRow>findByIdOptional(id).map(ProjectRow::read);
    }

    /** As it is in the database now, and stays until the transaction ends. */
    public Optional<Project> lock(UUID id) {
        Optional<ProjectRow> row = ProjectRow.findByIdOptional(id);
        row.ifPresent(found -> entities.refresh(found, LockModeType.PESSIMISTIC_WRITE));
        return row.map(ProjectRow::read);
    }

    public Optional<Project> find(String organization, String slug) {
        return ProjectRow.<ProjectRow>find("organization = ?1 and slug = ?2", organization, slug)
                .firstResultOptional()
                .map(ProjectRow::read);
    }

    /** By what never changes: the connection and the forge's id of the repository. */
    public Optional<Project> findByRepository(String connection, String repositoryId) {
        return ProjectRow.<ProjectRow>find("connection = ?1 and repositoryId = ?2", connection, repositoryId)
                .firstResultOptional()
                .map(ProjectRow::read);
    }

    public List<Project> of(String organization) {
        return ProjectRow.<ProjectRow>list("organization = ?1 order by slug", organization).stream()
                .map(ProjectRow::read)
                .toList();
    }

    /** What the other projects' mailbox keys begin with, or could be thought to begin with. */
    public Set<String> keySlugs() {
        Set<String> taken = new HashSet<>();
        ProjectRow.<ProjectRow>listAll().forEach(row -> {
            taken.add(row.keySlug);
            taken.add(row.organization + "-" + row.slug);
        });
        return taken;
    }

    public void save(Project project, Instant now) {
        ProjectRow row = ProjectRow.findById(project.id());
        if (row == null) {
            row = new ProjectRow();
            row.write(project, now);
            row.persist();
        } else {
            row.write(project, now);
        }
    }
}
