package dev.alfred.local.forge.issue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import jakarta.enterprise.context.ApplicationScoped;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.forge.ForgeClock;
import dev.alfred.local.forge.ForgeConfig;
import dev.alfred.local.forge.account.Account;
import dev.alfred.local.forge.error.ForgeError;
import dev.alfred.local.forge.hook.HookEvents;
import dev.alfred.local.forge.hook.HookType;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Kind;
import dev.alfred.local.forge.model.Label;
import dev.alfred.local.forge.store.ForgeStore;
import dev.alfred.local.forge.store.RepositoryState;
import dev.alfred.local.forge.view.IssueViews;

/** Makes labels, puts them on issues and takes them off, and tells the hooks which one it was. */
@ApplicationScoped
public class LabelHandler {

    private final ForgeStore store;
    private final ForgeClock clock;
    private final HookEvents events;
    private final IssueViews views;
    private final boolean namesTheLabel;

    LabelHandler(ForgeStore store, ForgeClock clock, HookEvents events, IssueViews views, ForgeConfig config) {
        this.store = store;
        this.clock = clock;
        this.events = events;
        this.views = views;
        this.namesTheLabel = config.labelInHooks();
    }

    public Label create(RepositoryState repository, String name, String color, String description) {
        if (name == null || name.isBlank()) {
            throw ForgeError.invalid("[Name]: Required");
        }
        String hex = colour(color == null ? "#70c24a" : color);
        return store.change(repository, state -> {
            Label label =
                    new Label(store.nextId(Kind.LABEL), name.strip(), hex, description == null ? "" : description);
            state.put(label);
            return label;
        });
    }

    public Label edit(RepositoryState repository, long id, String name, String color, String description) {
        return store.change(repository, state -> {
            Label old = state.label(id).orElseThrow(ForgeError::notFound);
            Label label = new Label(
                    id,
                    name == null ? old.name() : name.strip(),
                    color == null ? old.color() : colour(color),
                    description == null ? old.description() : description);
            state.put(label);
            return label;
        });
    }

    /** Issues that bear it lose it, without a word to the hooks. */
    public void delete(RepositoryState repository, long id) {
        store.change(repository, state -> {
            state.issues().stream().filter(issue -> issue.labels().contains(id)).forEach(issue -> {
                List<Long> left = new ArrayList<>(issue.labels());
                left.remove(id);
                state.put(issue.labelled(left, issue.updatedAt()));
            });
            state.removeLabel(id);
            return id;
        });
    }

    public Issue add(RepositoryState repository, Account actor, long number, JsonNode names) {
        return store.change(repository, state -> {
            Issue issue = IssueHandler.find(state, number);
            Set<Long> wanted = new LinkedHashSet<>(issue.labels());
            wanted.addAll(resolve(state, names));
            return become(state, actor, issue, wanted);
        });
    }

    public Issue replace(RepositoryState repository, Account actor, long number, JsonNode names) {
        return store.change(
                repository,
                state -> become(
                        state, actor, IssueHandler.find(state, number), new LinkedHashSet<>(resolve(state, names))));
    }

    public Issue remove(RepositoryState repository, Account actor, long number, String idOrName) {
        return store.change(repository, state -> {
            Issue issue = IssueHandler.find(state, number);
            Label label = label(state, idOrName).orElseThrow(() -> ForgeError.invalid("label does not exist"));
            Set<Long> wanted = new LinkedHashSet<>(issue.labels());
            wanted.remove(label.id());
            return become(state, actor, issue, wanted);
        });
    }

    public Issue clear(RepositoryState repository, Account actor, long number) {
        return store.change(repository, state -> {
            Issue issue = IssueHandler.find(state, number);
            if (issue.labels().isEmpty()) {
                return issue;
            }
            Issue bare = state.put(issue.labelled(List.of(), clock.now()));
            events.issue(state, type(issue), "label_cleared", bare, actor, HookEvents.PLAIN);
            return bare;
        });
    }

    /** Ids, or names in newer versions; mixed lists too. */
    public List<Long> resolve(RepositoryState state, JsonNode names) {
        List<Long> ids = new ArrayList<>();
        if (names != null) {
            for (JsonNode name : names) {
                ids.add(label(state, name.asText())
                        .orElseThrow(() -> ForgeError.invalid("label does not exist: " + name.asText()))
                        .id());
            }
        }
        return ids;
    }

    private Issue become(RepositoryState state, Account actor, Issue issue, Set<Long> wanted) {
        List<Long> added =
                wanted.stream().filter(id -> !issue.labels().contains(id)).toList();
        List<Long> removed =
                issue.labels().stream().filter(id -> !wanted.contains(id)).toList();
        if (added.isEmpty() && removed.isEmpty()) {
            return issue;
        }
        Issue changed = state.put(issue.labelled(List.copyOf(wanted), clock.now()));
        if (!namesTheLabel) {
            events.issue(state, type(issue), "label_updated", changed, actor, HookEvents.PLAIN);
            return changed;
        }
        for (long id : removed) {
            events.issue(state, type(issue), "label_cleared", changed, actor, naming(state, id));
        }
        for (long id : added) {
            events.issue(state, type(issue), "label_updated", changed, actor, naming(state, id));
        }
        return changed;
    }

    private Consumer<ObjectNode> naming(RepositoryState state, long id) {
        return payload -> state.label(id).ifPresent(label -> payload.set("label", views.label(state.project(), label)));
    }

    private static Optional<Label> label(RepositoryState state, String idOrName) {
        Optional<Label> byId = idOrName.matches("\\d{1,18}") ? state.label(Long.parseLong(idOrName)) : Optional.empty();
        return byId.or(() -> state.labels().stream()
                .filter(label -> label.name().equals(idOrName))
                .findFirst());
    }

    private static HookType type(Issue issue) {
        return issue.isPull() ? HookType.PULL_REQUEST_LABEL : HookType.ISSUE_LABEL;
    }

    private static String colour(String given) {
        String hex = given.startsWith("#") ? given.substring(1) : given;
        if (!hex.matches("[0-9a-fA-F]{6}")) {
            throw ForgeError.invalid("bad colour: " + given);
        }
        return hex.toLowerCase(java.util.Locale.ROOT);
    }
}
