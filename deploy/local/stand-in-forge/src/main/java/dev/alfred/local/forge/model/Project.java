package dev.alfred.local.forge.model;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** One repository's own facts. Its id stays when it is renamed; collaborators are keyed by lower-case login. */
public record Project(
        long id,
        String owner,
        String name,
        String description,
        boolean restricted,
        boolean hasIssues,
        String defaultBranch,
        Map<String, Permission> collaborators,
        Instant createdAt,
        Instant updatedAt) {

    public String fullName() {
        return owner + "/" + name;
    }

    public Project named(String newName, Instant at) {
        return new Project(
                id, owner, newName, description, restricted, hasIssues, defaultBranch, collaborators, createdAt, at);
    }

    public Project described(String text, Instant at) {
        return new Project(id, owner, name, text, restricted, hasIssues, defaultBranch, collaborators, createdAt, at);
    }

    public Project restricted(boolean hidden, Instant at) {
        return new Project(
                id, owner, name, description, hidden, hasIssues, defaultBranch, collaborators, createdAt, at);
    }

    public Project withIssues(boolean enabled, Instant at) {
        return new Project(
                id, owner, name, description, restricted, enabled, defaultBranch, collaborators, createdAt, at);
    }

    public Project branchingFrom(String branch, Instant at) {
        return new Project(id, owner, name, description, restricted, hasIssues, branch, collaborators, createdAt, at);
    }

    public Project collaborator(String login, Permission permission, Instant at) {
        Map<String, Permission> changed = new LinkedHashMap<>(collaborators);
        if (permission == Permission.NONE) {
            changed.remove(login);
        } else {
            changed.put(login, permission);
        }
        return new Project(id, owner, name, description, restricted, hasIssues, defaultBranch, changed, createdAt, at);
    }
}
