package dev.alfred.mailbox.forge.forgejo;

import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;

import dev.alfred.mailbox.forge.ForgeCredential;

/** Shows Alfred's token with each request. */
record TokenFilter(ForgeCredential credential) implements ClientRequestFilter {
    @Override
    public void filter(ClientRequestContext request) {
        request.getHeaders().putSingle(HttpHeaders.AUTHORIZATION, "token " + credential.token());
        request.getHeaders().putSingle(HttpHeaders.USER_AGENT, "alfred");
    }
}
