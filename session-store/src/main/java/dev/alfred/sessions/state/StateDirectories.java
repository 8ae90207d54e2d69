package dev.alfred.sessions.state;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.sessions.SessionsConfig;
import dev.alfred.sessions.state.model.StateKey;
import org.jboss.logging.Logger;

/**
 * Session state as directories of this machine: {@code {base}/.agent-sessions/{mailbox}/{adapter}}, mode 0700, owned by
 * the worker. What lies above belongs to this service and can only be passed through, so that an agent can put nothing
 * in the place of its directory.
 */
@ApplicationScoped
public class StateDirectories {
    private static final Logger LOG = Logger.getLogger(StateDirectories.class);
    private static final int CONTAINED_WORKER = 10001;
    private static final Set<PosixFilePermission> PASS_THROUGH = PosixFilePermissions.fromString("rwx--x--x");
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final String TRASH = ".removing";

    private final Path root;
    private final Trash trash;
    private final int uid;
    private final int gid;

    @Inject
    StateDirectories(SessionsConfig config) {
        this(
                config.state().directory(),
                config.state().workerUid(),
                config.state().workerGid());
    }

    StateDirectories(Path base, OptionalInt workerUid, OptionalInt workerGid) {
        this.root = base.toAbsolutePath().normalize().resolve(".agent-sessions");
        this.trash = new Trash(root.resolve(TRASH));
        this.uid = workerUid.orElseGet(() -> ownId("unix:uid") == 0 ? CONTAINED_WORKER : ownId("unix:uid"));
        this.gid = workerGid.orElseGet(() -> ownId("unix:uid") == 0 ? CONTAINED_WORKER : ownId("unix:gid"));
    }

    /** Where that state lies, there or not. */
    public Path path(StateKey key) {
        return root.resolve(key.mailbox().value()).resolve(key.adapter().wire());
    }

    /**
     * Whether what lies in its place can't be given to the worker: a link, a file or a pipe instead of a directory, or
     * something of another user's in it, which the worker could neither use nor clear away.
     */
    public boolean obstructed(StateKey key) {
        Path directory = path(key);
        return Files.exists(directory, LinkOption.NOFOLLOW_LINKS)
                && (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS) || holdsStrangers(directory));
    }

    private boolean holdsStrangers(Path directory) {
        Strangers strangers = new Strangers(directory, uid);
        try {
            Files.walkFileTree(directory, strangers);
            return strangers.found;
        } catch (IOException e) {
            throw new StateUnusable("the owners of what lies in " + directory + " can't be read", e);
        }
    }

    /** Makes the directory where it is missing, and sets owner and mode in any case. */
    public Path prepare(StateKey key) {
        Path directory = path(key);
        try {
            Files.createDirectories(root.getParent());
            make(root, PASS_THROUGH);
            make(directory.getParent(), PASS_THROUGH);
            make(directory, OWNER_ONLY);
            own(directory);
            return directory;
        } catch (IOException e) {
            throw new StateUnusable("the state directory of " + key + " can't be made", e);
        }
    }

    /**
     * Takes the state out of its place in one step; {@link #emptyTrash} removes it from there. A link is moved, never
     * followed.
     *
     * @return whether anything was there
     */
    public boolean detach(StateKey key) {
        Path directory = path(key);
        try {
            make(root, PASS_THROUGH);
            make(root.resolve(TRASH), OWNER_ONLY);
            if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                // An agent may have closed its directory, and only one that can be written can be moved.
                Files.setPosixFilePermissions(directory, OWNER_ONLY);
            }
            Files.move(
                    directory,
                    root.resolve(TRASH).resolve(UUID.randomUUID().toString()),
                    StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (AtomicMoveNotSupportedException e) {
            throw new StateUnusable("the state of " + key + " lies on another file system than its neighbours", e);
        } catch (IOException e) {
            throw new StateUnusable("the state of " + key + " can't be taken away", e);
        }
    }

    /** Removes what was detached, now or before an interruption. False when something is left for the next time. */
    public boolean emptyTrash() {
        return trash.empty();
    }

    /** Removes a mailbox's own directory once nothing is in it. */
    public void removeIfEmpty(MailboxKey mailbox) {
        try {
            Files.deleteIfExists(root.resolve(mailbox.value()));
        } catch (IOException e) {
            LOG.debugf("The mailbox's directory stays, another adapter's state is in it: mailbox=%s", mailbox);
        }
    }

    /**
     * Shows the states that lie here, whatever the database says, in pages of about that size; ends early when the visitor
     * wants no more of them. Names that can be none are told and left alone.
     *
     * @return false when the visitor ended it
     */
    public boolean present(int pageSize, Predicate<List<StateKey>> visitor) {
        if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        List<StateKey> page = new ArrayList<>();
        try (DirectoryStream<Path> mailboxes = Files.newDirectoryStream(root)) {
            for (Path mailbox : mailboxes) {
                page.addAll(mailbox.endsWith(TRASH) ? List.of() : present(mailbox));
                if (page.size() >= pageSize) {
                    if (!visitor.test(List.copyOf(page))) {
                        return false;
                    }
                    page.clear();
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw new StateUnusable("the state directories can't be listed", e);
        }
        return page.isEmpty() || visitor.test(List.copyOf(page));
    }

    private List<StateKey> present(Path mailbox) {
        List<StateKey> keys = new ArrayList<>();
        for (Path adapter : entries(mailbox)) {
            key(mailbox, adapter)
                    .ifPresentOrElse(
                            keys::add,
                            () -> LOG.warnf("Left alone, this is no session state: %s", root.relativize(adapter)));
        }
        return keys;
    }

    /** Whether anything lies in the state's place, be it a link. */
    public boolean lies(StateKey key) {
        return Files.exists(path(key), LinkOption.NOFOLLOW_LINKS);
    }

    /** Bytes in the files of a state, links not followed; what can't be read isn't counted. */
    public long measure(StateKey key) {
        Sum sum = new Sum();
        try {
            Files.walkFileTree(path(key), sum);
        } catch (IOException e) {
            LOG.debugf("The state could not be measured to its end: state=%s", key);
        }
        return sum.bytes;
    }

    private void own(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, OWNER_ONLY);
        if (number(directory, "unix:uid") != uid || number(directory, "unix:gid") != gid) {
            Files.setAttribute(directory, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(directory, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
        }
    }

    private static void make(Path directory, Set<PosixFilePermission> permissions) throws IOException {
        try {
            Files.createDirectory(directory);
            // A mode given at creation would be narrowed by the process' umask.
            Files.setPosixFilePermissions(directory, permissions);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                throw new NotDirectoryException(directory.toString());
            }
        }
    }

    private static List<Path> entries(Path directory) {
        List<Path> entries = new ArrayList<>();
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return entries;
        }
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            stream.forEach(entries::add);
            return entries;
        } catch (NoSuchFileException | NotDirectoryException e) {
            // Its last state was removed meanwhile.
            return List.of();
        } catch (IOException | DirectoryIteratorException e) {
            throw new StateUnusable("the state directories can't be listed", e);
        }
    }

    private static Optional<StateKey> key(Path mailbox, Path adapter) {
        try {
            return Wire.parse(AdapterId.class, adapter.getFileName().toString())
                    .map(known ->
                            new StateKey(new MailboxKey(mailbox.getFileName().toString()), known));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static int ownId(String attribute) {
        try {
            // The link itself belongs to root; what it leads to belongs to this process.
            return (Integer) Files.getAttribute(Path.of("/proc/self"), attribute);
        } catch (IOException e) {
            throw new IllegalStateException("this process' owner can't be read", e);
        }
    }

    private static int number(Path path, String attribute) throws IOException {
        return (Integer) Files.getAttribute(path, attribute, LinkOption.NOFOLLOW_LINKS);
    }

    /** Looks for what isn't the worker's below a directory, whose own owner is set each time; no link is followed. */
    private static final class Strangers extends SimpleFileVisitor<Path> {
        /** More is rejected before the start in any case. */
        private static final int MOST_ENTRIES = 200_000;

        private final Path top;
        private final int worker;
        private int entries;
        private boolean found;

        private Strangers(Path top, int worker) {
            this.top = top;
            this.worker = worker;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
            return directory.equals(top) ? FileVisitResult.CONTINUE : visitFile(directory, attributes);
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            found = ++entries > MOST_ENTRIES || number(file, "unix:uid") != worker;
            return found ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }

        /** What can't be looked at is for the safety check before the start to judge. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            return Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? visitFile(file, null) : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, IOException e) {
            return FileVisitResult.CONTINUE;
        }
    }

    private static final class Sum extends SimpleFileVisitor<Path> {
        private long bytes;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes += attributes.isRegularFile() ? attributes.size() : 0;
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, IOException e) {
            return FileVisitResult.CONTINUE;
        }
    }
}
