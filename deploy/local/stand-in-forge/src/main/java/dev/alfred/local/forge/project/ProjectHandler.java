package dev.alfred.local.forge.project;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.local.forge.ForgeClock;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.git.GitStore;
import dev.alfred.local.forge.model.Kind;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;

/** Makes, changes and deletes repositories. */
@ApplicationScoped
public class ProjectHandler {

    private static final List<String> RESERVED = List.of(".", "..", "-");

    private final ForgeStore store;
    private final ForgeClock clock;
    private final GitStore git;

    ProjectHandler(ForgeStore store, ForgeClock clock, GitStore git) {
        this.store = store;
        this.clock = clock;
        this.git = git;
    }

    RepositoryState create(Account owner, AccountResource.NewProject wish) {
        requireName(wish.name());
        if (store.byName(owner.login(), wish.name()).isPresent()) {
            throw ForgeError.conflict("The repository with the same name already exists.");
        }
        Project project = new Project(
                store.nextId(Kind.REPOSITORY),
                owner.login(),
                wish.name(),
                wish.description() == null ? "" : wish.description(),
                Boolean.TRUE.equals(wish.restricted()),
                true,
                wish.defaultBranch() == null || wish.defaultBranch().isBlank() ? "main" : wish.defaultBranch(),
                Map.of(),
                clock.now(),
                clock.now());
        git.create(project);
        if (Boolean.TRUE.equals(wish.autoInit())) {
            git.initialise(project, owner);
        }
        return store.add(project);
    }

    void edit(RepositoryState repository, ProjectResource.ProjectEdit edit) {
        store.change(repository, state -> {
            if (edit.name() != null && !edit.name().equals(state.project().name())) {
                rename(state, edit.name());
            }
            if (edit.description() != null) {
                state.put(state.project().described(edit.description(), clock.now()));
            }
            if (edit.restricted() != null) {
                state.put(state.project().restricted(edit.restricted(), clock.now()));
            }
            if (edit.hasIssues() != null) {
                state.put(state.project().withIssues(edit.hasIssues(), clock.now()));
            }
            if (edit.defaultBranch() != null) {
                git.branch(state.project(), edit.defaultBranch()).orElseThrow(ForgeError::notFound);
                git.pointHeadAt(state.project(), edit.defaultBranch());
                state.put(state.project().branchingFrom(edit.defaultBranch(), clock.now()));
            }
            return state;
        });
    }

    void delete(RepositoryState repository) {
        store.remove(repository);
        git.delete(repository.project());
    }

    void collaborator(RepositoryState repository, Account account, Permission permission) {
        store.change(repository, state -> {
            String login = account.login().toLowerCase(Locale.ROOT);
            state.put(state.project().collaborator(login, permission, clock.now()));
            return state;
        });
    }

    private void rename(RepositoryState state, String name) {
        requireName(name);
        if (store.byName(state.project().owner(), name)
                .filter(other -> other != state)
                .isPresent()) {
            throw ForgeError.invalid("The repository with the same name already exists.");
        }
        state.put(state.project().named(name, clock.now()));
    }

    private static void requireName(String name) {
        if (name == null
                || !name.matches("[A-Za-z0-9._-]{1,100}")
                || RESERVED.contains(name)
                || name.endsWith(".git")) {
            throw ForgeError.invalid("[Name]: AlphaDashDot");
        }
    }
}
