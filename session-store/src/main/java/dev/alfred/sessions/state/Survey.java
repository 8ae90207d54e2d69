package dev.alfred.sessions.state;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * What a state holds, counted without following a link, in bounded memory and time.
 *
 * @param bytes in its files
 * @param obstruction the first that was found; beyond too many entries or levels nothing is counted
 */
record Survey(long bytes, Optional<Obstruction> obstruction) {
    /** More is rejected before a start in any case. */
    private static final int MOST_ENTRIES = 200_000;
    /** One open directory each. Sessions lie a handful of levels deep. */
    private static final int MOST_LEVELS = 64;

    private static final Survey NOTHING = new Survey(0, Optional.empty());

    static Survey of(Path directory, Owners owners) throws IOException {
        try {
            PosixFileAttributes top =
                    Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!top.isDirectory()) {
                return new Survey(0, Optional.of(Obstruction.NOT_A_DIRECTORY));
            }
            // One that was just made is still the service's own.
            if (!top.owner().equals(owners.worker()) && !top.owner().equals(owners.service())) {
                return new Survey(0, Optional.of(Obstruction.FOREIGN_OWNER));
            }
            return new Walk(owners.worker()).from(directory);
        } catch (NoSuchFileException e) {
            return NOTHING;
        }
    }

    private static final class Walk {
        private final UserPrincipal worker;
        private final Deque<OpenDirectory> open = new ArrayDeque<>();
        private int entries;
        private long bytes;
        private Obstruction found;

        private Walk(UserPrincipal worker) {
            this.worker = worker;
        }

        private Survey from(Path directory) throws IOException {
            try {
                open.push(OpenDirectory.at(directory));
                while (!open.isEmpty() && entries <= MOST_ENTRIES) {
                    Optional<Path> name = open.element().next();
                    if (name.isPresent()) {
                        visit(name.get());
                    } else {
                        open.pop().close();
                    }
                }
            } catch (AccessDeniedException e) {
                // Closed by its owner, whose it is: it is opened again before it is given out.
                return new Survey(0, Optional.empty());
            } finally {
                for (OpenDirectory left : open) {
                    left.close();
                }
            }
            return new Survey(bytes, Optional.ofNullable(found));
        }

        private void visit(Path name) throws IOException {
            try {
                PosixFileAttributes entry = open.element().look(name);
                if (++entries > MOST_ENTRIES) {
                    finds(Obstruction.TOO_MANY_ENTRIES);
                } else if (!entry.owner().equals(worker)) {
                    finds(Obstruction.FOREIGN_OWNER);
                }
                if (entry.isRegularFile()) {
                    bytes += entry.size();
                } else if (entry.isDirectory()) {
                    descend(name);
                }
            } catch (NoSuchFileException e) {
                // It went while it was looked for.
                return;
            }
        }

        private void finds(Obstruction obstruction) {
            found = found == null ? obstruction : found;
        }

        private void descend(Path name) throws IOException {
            if (open.size() == MOST_LEVELS) {
                finds(Obstruction.TOO_DEEP);
                return;
            }
            try {
                open.push(open.element().open(name));
            } catch (AccessDeniedException e) {
                // Closed by its owner: for the safety check before the start to judge.
                return;
            }
        }
    }
}
