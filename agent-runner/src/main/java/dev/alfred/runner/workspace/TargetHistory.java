package dev.alfred.runner.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.MirrorUse;
import dev.alfred.runner.mirror.Mirror;
import dev.alfred.runner.mirror.MirrorOffer;

/**
 * Brings the base branch's history into a new workspace before the fetch that every checkout does. With a mirror the
 * packs come from there, and the forge is asked for the rest; what the mirror lacks is offered to it. At that moment the
 * workspace holds nothing but what is reachable from the base branch's head, so neither does the mirror.
 */
public final class TargetHistory {
    /** Where the mirror's head is named while the forge is asked for what came after it. */
    private static final String KNOWN = "refs/alfred/mirror";

    private static final int MANY_PACKS = 8;

    private final Git git;
    private final GitCredentials credentials;
    private final Path repository;
    private final Path packs;
    private final String base;

    TargetHistory(Git git, GitCredentials credentials, Path repository, String base) {
        this.git = git;
        this.credentials = credentials;
        this.repository = repository;
        this.packs = repository.resolve(".git/objects/pack");
        this.base = base;
    }

    /** How it went. */
    sealed interface Result {}

    /**
     * It came.
     *
     * @param mirror what it was good for, or null where mirrors are not kept
     * @param note for people, or null together with it
     * @param offer for the mirror, or null when that has everything
     */
    public record Brought(MirrorUse mirror, String note, MirrorOffer offer) implements Result {
        static final Brought WITHOUT_MIRROR = new Brought(null, null, null);

        Brought after(String failure) {
            return new Brought(MirrorUse.USELESS, "the mirror was of no use (%s); %s".formatted(failure, note), offer);
        }
    }

    /** It did not come, for that reason. */
    record Missed(ExitReason reason, String detail) implements Result {}

    /** All of it from the forge, for a mirror that is missing or of no use. */
    Result fromForge() throws IOException {
        GitResult fetched = fetch();
        return fetched.ok()
                ? new Brought(
                        MirrorUse.MISSING, "all of %s was fetched, for the mirror too".formatted(base), offer(true))
                : new Missed(GitFailures.reading(fetched), GitFailures.words(fetched));
    }

    /** @param head the branch's, as the forge just told it */
    Result from(Mirror mirror, String head) throws IOException {
        Optional<String> objection = mirror.copyTo(packs);
        if (objection.isPresent()) {
            return new Missed(ExitReason.INTERNAL, objection.get());
        }
        if (mirror.head().equals(head)) {
            git.run(repository, "update-ref", tracking(), head).required();
            return new Brought(MirrorUse.CURRENT, "%s came from the mirror".formatted(base), null);
        }
        git.run(repository, "update-ref", KNOWN, mirror.head()).required();
        GitResult fetched = fetch();
        if (!fetched.ok()) {
            return new Missed(GitFailures.reading(fetched), GitFailures.words(fetched));
        }
        if (!git.run(repository, "merge-base", "--is-ancestor", KNOWN, tracking())
                .yes()) {
            return new Missed(ExitReason.INTERNAL, base + " was rewritten on the forge");
        }
        git.run(repository, "update-ref", "-d", KNOWN).required();
        return new Brought(
                MirrorUse.BEHIND,
                "%s came from the mirror, and what it lacked from the forge".formatted(base),
                offer(false));
    }

    /** Always into a pack, since packs are what a mirror takes; without tags, which may point elsewhere. */
    private GitResult fetch() {
        return git.remotely(
                repository,
                Map.of(),
                credentials,
                "-c",
                "fetch.unpackLimit=1",
                "fetch",
                "-q",
                "--no-recurse-submodules",
                "--no-tags",
                "origin",
                "+refs/heads/%s:%s".formatted(base, tracking()));
    }

    private MirrorOffer offer(boolean anew) throws IOException {
        if (count() > MANY_PACKS) {
            // Small ones become one; where git is too old for it there are only more of them.
            git.run(repository, "repack", "-q", "-n", "-d", "--geometric=2");
        }
        String head = git.run(repository, "rev-parse", "--verify", tracking())
                .required()
                .text();
        return MirrorOffer.of(base, head, packs, anew);
    }

    private long count() throws IOException {
        try (Stream<Path> listed = Files.list(packs)) {
            return listed.filter(path -> path.toString().endsWith(".pack")).count();
        }
    }

    private String tracking() {
        return "refs/remotes/origin/" + base;
    }
}
