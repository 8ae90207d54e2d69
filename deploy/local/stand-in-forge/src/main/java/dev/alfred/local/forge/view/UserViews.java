package dev.alfred.local.forge.view;

import java.util.Collection;

import jakarta.enterprise.context.ApplicationScoped;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.ForgeUrls;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.account.Accounts;

/** Accounts as the API and the hooks show them. */
@ApplicationScoped
public class UserViews {

    private static final String NEVER = "0001-01-01T00:00:00Z";

    private final Accounts accounts;
    private final ForgeUrls urls;

    UserViews(Accounts accounts, ForgeUrls urls) {
        this.accounts = accounts;
        this.urls = urls;
    }

    public ObjectNode user(String login) {
        return user(accounts.authorOf(login));
    }

    public ArrayNode users(Collection<String> logins) {
        return Json.array(logins, this::user);
    }

    public ObjectNode user(Account account) {
        return Json.object()
                .put("id", account.id())
                .put("login", account.login())
                .put("login_name", "")
                .put("source_id", 0)
                .put("full_name", account.fullName())
                .put("email", account.email())
                .put("avatar_url", urls.root() + "/avatars/" + account.login() + ".svg")
                .put("html_url", urls.root() + "/" + account.login())
                .put("language", "")
                .put("is_admin", account.admin())
                .put("last_login", NEVER)
                .put("created", "2026-01-01T00:00:00Z")
                .put("restricted", false)
                .put("active", true)
                .put("prohibit_login", false)
                .put("location", "")
                .put("pronouns", "")
                .put("website", "")
                .put("description", "")
                .put("visibility", "public")
                .put("followers_count", 0)
                .put("following_count", 0)
                .put("starred_repos_count", 0)
                .put("username", account.login());
    }
}
