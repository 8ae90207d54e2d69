package dev.alfred.mailbox.forge;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;

import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.mailbox.forge.model.ForgeFailure;

/** Every project is there, on a connection of its own. */
@Alternative
@ApplicationScoped
public class FakeProjects implements ForgeProjects {
    record Refusal(UUID project, ForgeFailure failure) {}

    private final List<Refusal> refusals = new CopyOnWriteArrayList<>();
    private final List<UUID> accepted = new CopyOnWriteArrayList<>();

    List<UUID> accepted() {
        return accepted;
    }

    List<Refusal> refusals() {
        return refusals;
    }

    @Override
    public Optional<ForgeAccess> access(UUID project) {
        return Optional.of(new ForgeAccess(
                "connection-" + project,
                ForgeKind.FORGEJO,
                URI.create("http://127.0.0.1:1"),
                project.toString(),
                URI.create("http://127.0.0.1:1/o/r.git"),
                new ForgeCredential("alfred", "token-for-tests")));
    }

    @Override
    public void accepted(UUID project, boolean written) {
        if (written) {
            accepted.add(project);
        }
    }

    @Override
    public void refused(UUID project, ForgeFailure failure) {
        refusals.add(new Refusal(project, failure));
    }
}
