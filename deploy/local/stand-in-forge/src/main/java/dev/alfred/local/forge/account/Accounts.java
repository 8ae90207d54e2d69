package dev.alfred.local.forge.account;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.local.forge.ForgeConfig;

/** The configured accounts, found by login or by token. Logins are compared without case, as forges do. */
@ApplicationScoped
public class Accounts {

    private final Map<String, Account> byLogin = new LinkedHashMap<>();
    private final Map<String, byte[]> tokens = new LinkedHashMap<>();

    Accounts(ForgeConfig config) {
        config.users().forEach((login, user) -> {
            String email = user.email().orElse(login + "@forge.localhost");
            byLogin.put(
                    key(login), new Account(user.id(), login, user.fullName().orElse(""), email, user.admin()));
            tokens.put(key(login), user.token().getBytes(StandardCharsets.UTF_8));
        });
    }

    public Optional<Account> byLogin(String login) {
        return Optional.ofNullable(byLogin.get(key(login)));
    }

    /** The account of a login that was stored with some content; a ghost when it is gone. */
    public Account authorOf(String login) {
        return byLogin(login).orElseGet(Account::ghost);
    }

    /** Compares with every token in constant time, so that the answer's speed tells nothing. */
    public Optional<Account> byToken(String token) {
        byte[] given = token.getBytes(StandardCharsets.UTF_8);
        Optional<Account> found = Optional.empty();
        for (Map.Entry<String, byte[]> entry : tokens.entrySet()) {
            if (MessageDigest.isEqual(entry.getValue(), given)) {
                found = Optional.of(byLogin.get(entry.getKey()));
            }
        }
        return found;
    }

    private static String key(String login) {
        return login.toLowerCase(Locale.ROOT);
    }
}
