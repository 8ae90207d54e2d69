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

    /** Git's address is not the forge's: the credential is withheld. */
    public static final String CLONE_URL_ELSEWHERE = "clone_url_elsewhere";

    /** Whether the credential may be used with that address of git. */
    public boolean trusts(String address) {
        return CloneAddress.liesOn(baseUrl, address);
    }

    public Project blocked(String why) {
        return with(defaultBranch, why);
    }

    /** As the forge says that the repository is now; other reasons to be blocked stay. */
    public Project seen(String branch, boolean empty) {
        String otherwise = EMPTY_REPOSITORY.equals(blocked) ? null : blocked;
        return with(branch, empty || branch == null ? EMPTY_REPOSITORY : otherwise);
    }

    private Project with(String branch, String why) {
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
                branch,
                why);
    }
}
