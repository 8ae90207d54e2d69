package dev.alfred.mailbox.project;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

import com.fasterxml.jackson.databind.annotation.JsonDeserialize;

/**
 * What a project is registered with.
 *
 * @param repository {@code owner/name} of today
 * @param repositoryId the forge's numeric id, as number or text
 * @param cloneUrl http or https, without credentials
 * @param installHook whether Alfred registers the webhook itself
 */
public record ProjectBody(
        @NotBlank
        @Size(max = 100)
        @Pattern(regexp = "[\\p{Graph}]+", message = "must have no spaces or control characters")
        String connection,

        @NotBlank @Size(max = 400) @Pattern(regexp = "[^\\p{Cntrl}]+", message = "must have no control characters")
        String repository,

        @NotNull
        @Pattern(regexp = "[1-9][0-9]{0,18}", message = "must be the forge's numeric id of the repository")
        @JsonDeserialize(using = NumberOrText.class)
        String repositoryId,

        @NotNull
        @Size(max = 1000)
        @Pattern(regexp = "https?://[^\\s@]+", message = "must be an http or https address without user and password")
        String cloneUrl,

        @NotNull @Valid CredentialBody credential,
        boolean installHook) {

    /** @param secretRef {@code name/key}, read below the secrets' directory */
    public record CredentialBody(
            @NotNull @Pattern(regexp = "token|github-app", message = "must be token or github-app")
            String kind,

            @NotNull
            @Pattern(
                    regexp = SecretFiles.SHAPE,
                    message = "must be name/key, of letters, digits, dots, hyphens and underscores")
            String secretRef) {}
}
