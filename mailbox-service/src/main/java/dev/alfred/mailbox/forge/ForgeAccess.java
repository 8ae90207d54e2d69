package dev.alfred.mailbox.forge;

import java.net.URI;

import dev.alfred.contracts.vocabulary.ForgeKind;

/**
 * How one project's repository is reached.
 *
 * @param connection the connection's name: rate limits are kept per connection
 * @param baseUrl the connection's configured web address; all API addresses are made from it
 * @param repositoryId the forge's numeric id as text, which decides; the path is looked up by it
 * @param cloneUrl http or https, without credentials
 */
public record ForgeAccess(
        String connection,
        ForgeKind kind,
        URI baseUrl,
        String repositoryId,
        URI cloneUrl,
        ForgeCredential credential) {}
