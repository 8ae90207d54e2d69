package dev.alfred.local.forge.store;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.alfred.local.forge.FixedConfig;
import dev.alfred.local.forge.model.Comment;
import dev.alfred.local.forge.model.Hook;
import dev.alfred.local.forge.model.Issue;
import dev.alfred.local.forge.model.Kind;
import dev.alfred.local.forge.model.Label;
import dev.alfred.local.forge.model.Permission;
import dev.alfred.local.forge.model.Project;
import dev.alfred.local.forge.model.Pull;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ForgeStoreTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    Path directory;

    @Test
    void keepsEverythingOverARestart() {
        ForgeStore before = store();
        RepositoryState state = before.add(aProject(before));
        before.change(state, repository -> {
            repository.put(new Label(before.nextId(Kind.LABEL), "alfred", "00aabb", "runs"));
            repository.put(new Hook(1, "http://127.0.0.1/x", true, "s", List.of("issues"), true, "", NOW, NOW));
            repository.put(anIssue(before, repository, null));
            repository.put(anIssue(
                    before,
                    repository,
                    new Pull("a", "main", "0".repeat(40), List.of("dev"), null).merged("f".repeat(40), "dev", NOW)));
            return repository.put(new Comment(before.nextId(Kind.COMMENT), 1, "guest", "hm", NOW, NOW));
        });
        ForgeStore after = store();
        assertThat(after.byName("DEV", "Greeter").orElseThrow().snapshot()).isEqualTo(state.snapshot());
        assertThat(after.nextId(Kind.COMMENT)).isEqualTo(2);
    }

    @Test
    void givesNoNumberTwiceAfterADeletionAndARestart() {
        ForgeStore before = store();
        RepositoryState state = before.add(aProject(before));
        before.change(state, repository -> {
            Issue issue = repository.put(anIssue(before, repository, null));
            repository.removeIssue(issue.number());
            return issue;
        });
        ForgeStore after = store();
        assertThat(after.change(after.byId(1).orElseThrow(), RepositoryState::nextNumber))
                .isEqualTo(2);
        assertThat(after.nextId(Kind.ISSUE)).isEqualTo(2);
    }

    private ForgeStore store() {
        return new ForgeStore(new FixedConfig(directory, 10), new JsonFiles());
    }

    private static Project aProject(ForgeStore store) {
        return new Project(
                store.nextId(Kind.REPOSITORY),
                "dev",
                "greeter",
                "",
                false,
                true,
                "main",
                Map.of("alfred", Permission.WRITE),
                NOW,
                NOW);
    }

    private static Issue anIssue(ForgeStore store, RepositoryState state, Pull pull) {
        return new Issue(
                store.nextId(Kind.ISSUE),
                state.nextNumber(),
                "dev",
                "title",
                "body",
                true,
                List.of(1L),
                List.of("alfred"),
                NOW,
                NOW,
                null,
                pull);
    }
}
