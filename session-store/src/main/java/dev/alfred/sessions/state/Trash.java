package dev.alfred.sessions.state;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;
import java.util.UUID;

import org.jboss.logging.Logger;

/**
 * Removes trees that an agent has made, without trusting a single name in them. Nothing is descended into: files are
 * unlinked where they are, directories are lifted up to the top, where no agent reaches them, and opened only there. So
 * neither depth nor long paths matter, and an interruption leaves a smaller heap, which the next call goes on with.
 */
final class Trash {
    private static final Logger LOG = Logger.getLogger(Trash.class);
    /** What one call does at most, so that somebody who goes on writing keeps nobody else waiting. */
    private static final int MOST_STEPS = 2_000_000;
    /** What is taken out of one directory before the next one's turn. */
    private static final int MOST_IN_TURN = 100_000;

    private final Path directory;
    private final UserPrincipal owner;
    private final boolean root;
    private final Runnable eachStep;
    private int resistedBefore;

    Trash(Path directory, Owners owners) {
        this(directory, owners, () -> {});
    }

    /** @param eachStep called before each entry that is removed */
    Trash(Path directory, Owners owners, Runnable eachStep) {
        this.directory = directory;
        this.owner = owners.service();
        this.root = owners.root();
        this.eachStep = eachStep;
    }

    /** Removes all that can be removed. */
    Cleared empty() {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return new Cleared.All();
        }
        try (OpenDirectory top = OpenDirectory.at(directory)) {
            Clearing clearing = new Clearing(top);
            while (clearing.round() && clearing.tried < MOST_STEPS) {
                // Each round finds what the one before has lifted up.
            }
            return told(clearing);
        } catch (IOException e) {
            LOG.warnf("Removed state can't be cleared away, it is tried again: %s", e.getMessage());
            return new Cleared.Left(1);
        }
    }

    private Cleared told(Clearing clearing) {
        if (clearing.resisting > 0 && clearing.resisting != resistedBefore) {
            LOG.warnf(
                    clearing.why,
                    "Pieces of removed state can't be cleared away, they are tried again: directory=%s pieces=%d",
                    directory,
                    clearing.resisting);
        }
        resistedBefore = clearing.resisting;
        // Whoever had no more steps to go may have left something that doesn't resist.
        int left = Math.max(clearing.resisting, clearing.tried < MOST_STEPS ? 0 : 1);
        return left == 0 ? new Cleared.All() : new Cleared.Left(left);
    }

    /** One call's work. */
    private final class Clearing {
        private final OpenDirectory top;
        private int tried;
        private int removed;
        private int resisting;
        private IOException why;

        private Clearing(OpenDirectory top) {
            this.top = top;
        }

        /** Whether anything went. */
        private boolean round() throws IOException {
            int before = tried;
            resisting = 0;
            boolean progress = false;
            try (OpenDirectory names = OpenDirectory.at(directory)) {
                Optional<Path> name = names.next();
                while (name.isPresent() && tried - before < MOST_STEPS) {
                    progress |= cleared(name.get());
                    name = names.next();
                }
            }
            return progress;
        }

        private boolean cleared(Path piece) {
            int before = removed;
            try {
                if (top.look(piece).isDirectory()) {
                    takeOut(piece);
                    top.removeDirectory(piece);
                } else {
                    tries();
                    top.unlink(piece);
                }
                removed++;
            } catch (NoSuchFileException e) {
                // Another replica was quicker.
                removed++;
            } catch (IOException e) {
                resisting++;
                why = why == null ? e : why;
            }
            return removed > before;
        }

        private void takeOut(Path piece) throws IOException {
            try (OpenDirectory inside = opened(piece)) {
                if (root) {
                    inside.seize(owner);
                }
                Optional<Path> entry = inside.next();
                for (int taken = 0; entry.isPresent() && taken < MOST_IN_TURN; taken++) {
                    takeOut(inside, entry.get());
                    entry = inside.next();
                }
            }
        }

        private OpenDirectory opened(Path piece) throws IOException {
            try {
                return top.open(piece);
            } catch (AccessDeniedException e) {
                top.unlock(piece);
                return top.open(piece);
            }
        }

        private void takeOut(OpenDirectory inside, Path entry) {
            try {
                tries();
                if (inside.look(entry).isDirectory()) {
                    lift(inside, entry);
                } else {
                    inside.unlink(entry);
                }
                removed++;
            } catch (NoSuchFileException e) {
                LOG.debug("An entry of removed state went by itself");
            } catch (IOException e) {
                why = why == null ? e : why;
            }
        }

        /** A directory that its owner has closed to himself can't be given another parent. */
        private void lift(OpenDirectory inside, Path entry) throws IOException {
            Path newName = Path.of(UUID.randomUUID().toString());
            try {
                inside.move(entry, top, newName);
            } catch (AccessDeniedException e) {
                if (root || !inside.look(entry).owner().equals(owner)) {
                    throw e;
                }
                inside.unlock(entry);
                inside.move(entry, top, newName);
            }
        }

        private void tries() {
            eachStep.run();
            tried++;
        }
    }
}
