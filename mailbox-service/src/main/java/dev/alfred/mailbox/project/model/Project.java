package dev.alfred.mailbox.project.model;

import java.util.UUID;

import dev.alfred.contracts.vocabulary.ForgeKind;

/**
 * A repository that Alfred works on.
 *
 * @param keySlug first part of the keys of its mailboxes
 * @param baseUrl the forge's web address, by its connection
 * @param repository path of today, for people; the id is what counts
 * @param defaultBranch the forge's, or null in an empty repository
 * @param blocked why no run can be started, or null
 */
public record Project(
        UUID id,
        String organization,
        String slug,
        String keySlug,
        String connection,
        ForgeKind forge,
        String baseUrl,
        String repositoryId,
        String repository,
        String cloneUrl,
        CredentialReference credential,
        BotAccount bot,
        String defaultBranch,
        String blocked) {

    /** Where the forge credential is kept, as {@code name/key}. */
    public record CredentialReference(CredentialKind kind, String secretRef) {}

    /** Alfred's own account in the repository and what it may do. */
    public record BotAccount(String id, String login, String permission) {}

    public static final String EMPTY_REPOSITORY = "empty_repository";

    public Project blocked(String why) {
        return new Project(
                id,
                organization,
                slug,
                keySlug,
                connection,
                forge,
                baseUrl,
                repositoryId,
                repository,
                cloneUrl,
                credential,
                bot,
                defaultBranch,
                why);
    }
}
