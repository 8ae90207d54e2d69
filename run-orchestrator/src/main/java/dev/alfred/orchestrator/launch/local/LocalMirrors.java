package dev.alfred.orchestrator.launch.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.alfred.contracts.runner.MirrorFiles;
import org.jboss.logging.Logger;

/**
 * The repositories' mirrors of this machine: a directory each, that the attempts' supervisors fill and use. All that is
 * done here is to name them, and to remove those that nobody uses any more.
 */
public final class LocalMirrors {
    private static final Logger LOG = Logger.getLogger(LocalMirrors.class);
    private static final String REMOVED = ".removed-";

    private final Optional<Path> base;
    private final Duration retention;

    public LocalMirrors(Optional<Path> base, Duration retention) {
        this.base = base.map(path -> path.toAbsolutePath().normalize());
        this.retention = retention;
    }

    /** Where the mirror of that name lies, or null when none are kept. */
    public String directory(String name) {
        return base.map(path -> path.resolve(name).toString()).orElse(null);
    }

    /** Removes what no attempt has used for as long as mirrors are kept: its project may be gone, or sleeps. */
    public void removeUnused() {
        Instant limit = Instant.now().minus(retention);
        List<IOException> resisting = new ArrayList<>();
        for (Path mirror : all()) {
            try {
                if (mirror.getFileName().toString().startsWith(REMOVED)) {
                    TreeRemoval.remove(mirror);
                } else {
                    removeUnlessUsedSince(limit, mirror);
                }
            } catch (NoSuchFileException e) {
                LOG.debugf("Removed by another process meanwhile: %s", mirror);
            } catch (IOException e) {
                resisting.add(e);
            }
        }
        if (!resisting.isEmpty()) {
            UncheckedIOException failure = new UncheckedIOException(
                    "mirrors in " + base.orElse(null) + " can't be removed", resisting.getFirst());
            resisting.stream().skip(1).forEach(failure::addSuppressed);
            throw failure;
        }
    }

    private List<Path> all() {
        List<Path> found = new ArrayList<>();
        if (base.isPresent() && Files.isDirectory(base.get())) {
            try (DirectoryStream<Path> paths =
                    Files.newDirectoryStream(base.get(), path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))) {
                paths.forEach(found::add);
            } catch (IOException e) {
                throw new UncheckedIOException("can't look into " + base.get(), e);
            }
        }
        return found;
    }

    private static void removeUnlessUsedSince(Instant limit, Path mirror) throws IOException {
        Path use = mirror.resolve(MirrorFiles.USE);
        if (!Files.getLastModifiedTime(use).toInstant().isBefore(limit)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(use, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                return;
            }
            // Out of the way first: whoever waits for the lock finds no mirror, never half of one.
            Path away = mirror.resolveSibling(REMOVED + UUID.randomUUID());
            Files.move(mirror, away, StandardCopyOption.ATOMIC_MOVE);
            TreeRemoval.remove(away);
            LOG.infof("A mirror that nobody used is removed: mirror=%s", mirror.getFileName());
        }
    }
}
