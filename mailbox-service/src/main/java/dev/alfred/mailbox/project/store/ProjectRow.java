package dev.alfred.mailbox.project.store;

import java.time.Instant;
import java.util.UUID;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.mailbox.project.model.CredentialKind;
import dev.alfred.mailbox.project.model.Project;
import io.quarkus.hibernate.orm.panache.PanacheEntityBase;

@Entity
@Table(name = "project")
class ProjectRow extends PanacheEntityBase {
    @Id
    UUID id;

    String organization;
    String slug;
    String keySlug;
    String connection;
    String forge;
    String baseUrl;
    String repositoryId;
    String repository;
    String cloneUrl;
    String credentialKind;
    String secretRef;
    String botId;
    String botLogin;
    String botPermission;
    String defaultBranch;
    String blocked;
    Instant createdAt;
    Instant updatedAt;

    void write(Project project, Instant now) {
        id = project.id();
        organization = project.organization();
        slug = project.slug();
        keySlug = project.keySlug();
        connection = project.connection();
        forge = project.forge().wire();
        baseUrl = project.baseUrl();
        repositoryId = project.repositoryId();
        repository = project.repository();
        cloneUrl = project.cloneUrl();
        credentialKind = project.credential().kind().wire();
        secretRef = project.credential().secretRef();
        botId = project.bot().id();
        botLogin = project.bot().login();
        botPermission = project.bot().permission();
        defaultBranch = project.defaultBranch();
        blocked = project.blocked();
        createdAt = createdAt == null ? now : createdAt;
        updatedAt = now;
    }

    Project read() {
        return new Project(
                id,
                organization,
                slug,
                keySlug,
                connection,
                Wire.of(ForgeKind.class, forge),
                baseUrl,
                repositoryId,
                repository,
                cloneUrl,
                new Project.CredentialReference(Wire.of(CredentialKind.class, credentialKind), secretRef),
                new Project.BotAccount(botId, botLogin, botPermission),
                defaultBranch,
                blocked);
    }
}
