package dev.alfred.orchestrator.launch.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.runner.AttemptFiles;
import org.jboss.logging.Logger;

/** Where the attempts of this machine lie, a directory each; what is half made or half removed has a name with a dot. */
final class AttemptsDirectory {
    static final Duration KILL_TAKES = Duration.ofSeconds(10);

    private static final Logger LOG = Logger.getLogger(AttemptsDirectory.class);
    private static final Duration LEFT_OVER_AFTER = Duration.ofMinutes(10);
    private static final String RUN_DIRECTORY = "/tmp/alfred-[0-9]{1,20}";

    private final Path base;

    AttemptsDirectory(Path base) {
        this.base = base.toAbsolutePath().normalize();
    }

    LocalAttempt attempt(String name) {
        return new LocalAttempt(base.resolve(name));
    }

    /** A new directory whose name begins so, with a dot: it looks like no attempt. */
    Path fresh(String prefix) throws IOException {
        if (!Files.isDirectory(base)) {
            Files.createDirectories(base.getParent());
            Files.createDirectories(
                    base, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return Files.createTempDirectory(base, prefix);
    }

    /**
     * Removes what a process that was killed left half made or half removed; no living one works on it for that long. What
     * resists keeps nothing else, and is told of at the end.
     */
    void removeLeftovers() {
        Instant old = Instant.now().minus(LEFT_OVER_AFTER);
        List<IOException> resisting = new ArrayList<>();
        for (Path path : unfinished()) {
            try {
                if (Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS)
                        .toInstant()
                        .isBefore(old)) {
                    removeTree(new LocalAttempt(path));
                }
            } catch (NoSuchFileException e) {
                LOG.debugf("Removed by another process meanwhile: %s", path);
            } catch (IOException e) {
                resisting.add(e);
            }
        }
        if (!resisting.isEmpty()) {
            UncheckedIOException failure =
                    new UncheckedIOException("leftovers in " + base + " can't be removed", resisting.getFirst());
            resisting.stream().skip(1).forEach(failure::addSuppressed);
            throw failure;
        }
    }

    private List<Path> unfinished() {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(base)) {
            try (DirectoryStream<Path> paths = Files.newDirectoryStream(base, ".*-*")) {
                paths.forEach(found::add);
            } catch (IOException e) {
                throw new UncheckedIOException("can't look into " + base, e);
            }
        }
        return found;
    }

    /** With what runs of it, and its run directory. */
    static void removeTree(LocalAttempt attempt) throws IOException {
        end(attempt);
        TreeRemoval.remove(attempt.directory());
    }

    /** Moves the directory away first, so that a removal that is cut short leaves nothing that looks like an attempt. */
    void remove(LocalAttempt attempt) throws IOException {
        end(attempt);
        Path away = base.resolve(".removed-" + UUID.randomUUID());
        Files.move(attempt.directory(), away, StandardCopyOption.ATOMIC_MOVE);
        TreeRemoval.remove(away);
    }

    private static void end(LocalAttempt attempt) throws IOException {
        if (!attempt.killed(KILL_TAKES)) {
            throw new IOException("its processes don't end");
        }
        removeRunDirectory(attempt);
    }

    private static void removeRunDirectory(LocalAttempt attempt) throws IOException {
        Path named = attempt.directory().resolve(AttemptFiles.RUN_DIRECTORY);
        if (Files.exists(named)) {
            String path = Files.readString(named);
            if (path.matches(RUN_DIRECTORY)) {
                TreeRemoval.remove(Path.of(path));
            }
        }
    }
}
