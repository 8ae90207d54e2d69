package dev.alfred.local.forge.project;

import java.util.Locale;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.local.forge.ForgeConfig;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.account.Caller;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;

/** Who may do what: what can't be read does not exist, what can be read but not done is forbidden. */
@ApplicationScoped
public class Access {

    private final ForgeConfig config;
    private final ForgeStore store;
    private final Caller caller;

    Access(ForgeConfig config, ForgeStore store, Caller caller) {
        this.config = config;
        this.store = store;
        this.caller = caller;
    }

    public Account account() {
        return caller.account().orElseThrow(() -> ForgeError.unauthorized("token is required"));
    }

    public RepositoryState repository(String owner, String name, Permission needed) {
        return allowed(store.byName(owner, name), needed);
    }

    public RepositoryState repository(long id, Permission needed) {
        return allowed(store.byId(id), needed);
    }

    /** Git clients ask for a password only after a 401, so a hidden repository answers that to nobody. */
    public RepositoryState forGit(String owner, String name, Permission needed) {
        Optional<RepositoryState> state = store.byName(owner, name);
        boolean readable =
                state.isPresent() && permission(state.get().project()).allows(Permission.READ);
        if (!readable && caller.account().isEmpty()) {
            throw ForgeError.unauthorized("authentication required");
        }
        return allowed(state, needed);
    }

    public boolean can(RepositoryState state, Permission needed) {
        return permission(state.project()).allows(needed);
    }

    /** The caller's own permission. */
    public Permission permission(Project project) {
        return caller.account()
                .map(account -> permission(project, account))
                .orElse(config.anonymousRead() && !project.restricted() ? Permission.READ : Permission.NONE);
    }

    public static Permission permission(Project project, Account account) {
        String login = account.login().toLowerCase(Locale.ROOT);
        if (project.owner().equalsIgnoreCase(login)) {
            return Permission.OWNER;
        }
        if (account.admin()) {
            return Permission.ADMIN;
        }
        return project.collaborators().getOrDefault(login, project.restricted() ? Permission.NONE : Permission.READ);
    }

    private RepositoryState allowed(Optional<RepositoryState> found, Permission needed) {
        RepositoryState state =
                found.filter(candidate -> can(candidate, Permission.READ)).orElseThrow(ForgeError::notFound);
        if (!can(state, needed)) {
            account();
            throw ForgeError.forbidden("user should have the permission: " + needed.wire());
        }
        return state;
    }
}
