package dev.alfred.local.forge.account;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;

import dev.alfred.local.forge.error.ForgeError;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** Reads {@code token}, {@code Bearer} and Basic credentials. Wrong ones are refused, missing ones mean nobody. */
public class CredentialsFilter {

    private final Accounts accounts;
    private final Caller caller;

    CredentialsFilter(Accounts accounts, Caller caller) {
        this.accounts = accounts;
        this.caller = caller;
    }

    @ServerRequestFilter
    public void identify(ContainerRequestContext request) {
        String header = request.getHeaderString(HttpHeaders.AUTHORIZATION);
        if (header == null || header.isBlank()) {
            return;
        }
        caller.is(account(header.strip())
                .orElseThrow(() -> ForgeError.unauthorized("invalid username, password or token")));
    }

    private Optional<Account> account(String header) {
        int space = header.indexOf(' ');
        if (space < 0) {
            return Optional.empty();
        }
        String credentials = header.substring(space + 1).strip();
        return switch (header.substring(0, space).toLowerCase(Locale.ROOT)) {
            case "token", "bearer" -> accounts.byToken(credentials);
            case "basic" -> basic(credentials);
            default -> Optional.empty();
        };
    }

    /** As Forgejo reads Basic: the password is a token whatever the user name, or the user name is one. */
    private Optional<Account> basic(String credentials) {
        try {
            String pair = new String(Base64.getDecoder().decode(credentials), StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            if (colon < 0) {
                return Optional.empty();
            }
            String user = pair.substring(0, colon);
            return accounts.byToken(pair.substring(colon + 1)).or(() -> accounts.byToken(user));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }
}
