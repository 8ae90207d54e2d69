package dev.alfred.mailbox.project;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/**
 * What a project is registered with.
 *
 * @param repository {@code owner/name} of today
 * @param repositoryId the forge's numeric id, as number or text
 * @param cloneUrl http or https, without credentials
 * @param installHook whether Alfred registers the webhook itself
 */
public record ProjectBody(
        @NotBlank @Size(max = 100) @Pattern(regexp = "[\\p{Graph}]+")
        String connection,

        @NotBlank @Size(max = 400) @Pattern(regexp = "[^\\p{Cntrl}]+")
        String repository,

        @NotNull @Pattern(regexp = "[1-9][0-9]{0,18}") String repositoryId,

        @NotNull @Size(max = 1000) @Pattern(regexp = "https?://[^\\s@]+")
        String cloneUrl,

        @NotNull @Valid CredentialBody credential,
        boolean installHook) {

    /** @param secretRef {@code name/key}, read below the secrets' directory */
    public record CredentialBody(
            @NotNull @Pattern(regexp = "token|github-app") String kind,
            @NotNull @Pattern(regexp = SecretFiles.SHAPE) String secretRef) {}
}
