package dev.alfred.sessions.state;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.sessions.SessionsConfig;
import dev.alfred.sessions.state.model.StateKey;
import dev.alfred.sessions.state.model.StateKind;
import org.jboss.logging.Logger;

/**
 * Session state as directories of this machine: {@code {base}/.agent-sessions/{mailbox}/{adapter}}, mode 0700, owned by
 * the worker. What lies above belongs to this service and can only be passed through, so that an agent can put nothing
 * in the place of its directory.
 */
@ApplicationScoped
public class StateDirectories implements StateStorage {
    private static final Logger LOG = Logger.getLogger(StateDirectories.class);
    private static final Set<PosixFilePermission> PASS_THROUGH = PosixFilePermissions.fromString("rwx--x--x");
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final String TRASH = ".removing";

    private final Path root;
    private final Owners owners;
    private final Mounts mounts;
    private final Trash trash;

    @Inject
    StateDirectories(SessionsConfig config) {
        this(
                config.state().directory(),
                Owners.of(config.state().workerUid(), config.state().workerGid()),
                Mounts.ofThisProcess());
    }

    StateDirectories(Path base, Owners owners, Mounts mounts) {
        this.root = base.toAbsolutePath().normalize().resolve(".agent-sessions");
        this.owners = owners;
        this.mounts = mounts;
        this.trash = new Trash(root.resolve(TRASH), owners);
    }

    @Override
    public StateKind kind() {
        return StateKind.DIRECTORY;
    }

    /** Where that state lies, there or not. */
    public Path path(StateKey key) {
        return root.resolve(key.mailbox().value()).resolve(key.adapter().wire());
    }

    /** Makes the directory where it is missing, and sets owner and mode in any case. */
    @Override
    public Place prepare(StateKey key) {
        Path directory = path(key);
        StateLocation location = new StateLocation.Directory(directory.toString());
        try {
            Files.createDirectories(root.getParent());
            passThrough(root);
            passThrough(directory.getParent());
            refuseMounts(directory);
            Optional<Obstruction> obstruction = Survey.of(directory, owners).obstruction();
            obstruction.ifPresent(why -> {
                LOG.warnf("State is taken away, a worker could not use it: state=%s reason=%s", key, why.wire());
            });
            if (obstruction.isPresent()) {
                takeAway(directory);
            }
            make(directory, OWNER_ONLY);
            own(directory);
            return obstruction
                    .<Place>map(why -> new Place.Emptied(location, why))
                    .orElseGet(() -> new Place.Kept(location));
        } catch (IOException e) {
            throw new StateUnusable("the state directory of " + key + " can't be made", e);
        }
    }

    /** A directory is ready once it is prepared. */
    @Override
    public void provide(StateKey key, StateLocation location) {}

    /** By one rename, of a link itself and never of what it leads to. */
    @Override
    public Detached detach(StateKey key) {
        Path directory = path(key);
        try {
            if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
                removeIfEmpty(directory.getParent());
                return Detached.NOTHING_THERE;
            }
            takeAway(directory);
            removeIfEmpty(directory.getParent());
            return Detached.TAKEN;
        } catch (NoSuchFileException e) {
            return Detached.NOTHING_THERE;
        } catch (AtomicMoveNotSupportedException e) {
            throw new StateUnusable("the state of " + key + " lies on another file system than its neighbours", e);
        } catch (IOException e) {
            throw new StateUnusable("the state of " + key + " can't be taken away", e);
        }
    }

    private void takeAway(Path directory) throws IOException {
        refuseMounts(directory);
        passThrough(root);
        make(root.resolve(TRASH), OWNER_ONLY);
        if (!owners.root() && Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            // An agent may have closed its directory, and only one that can be written can be moved.
            Files.setPosixFilePermissions(directory, OWNER_ONLY);
        }
        Files.move(
                directory, root.resolve(TRASH).resolve(UUID.randomUUID().toString()), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public Cleared clear() {
        return trash.empty();
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

    /** Counted in the files, links not followed; what can't be read isn't counted. */
    @Override
    public OptionalLong bytes(StateKey key, SessionFingerprint lastSeen) {
        try {
            return mounts.at(path(key)).isPresent()
                    ? OptionalLong.empty()
                    : OptionalLong.of(Survey.of(path(key), owners).bytes());
        } catch (IOException e) {
            LOG.warnf(
                    "The bytes of a state can't be counted, the last count stays: state=%s cause=%s",
                    key, e.getMessage());
            return OptionalLong.empty();
        }
    }

    /** What is mounted there is neither removed nor looked into: it may be anybody's, and may never answer. */
    private void refuseMounts(Path directory) throws IOException {
        Optional<String> mounted = mounts.at(directory);
        if (mounted.isPresent()) {
            throw new StateUnusable("something is mounted at " + mounted.get() + "; unmount it");
        }
    }

    /** A directory of the service's own, which others only pass through. */
    private void passThrough(Path directory) throws IOException {
        make(directory, PASS_THROUGH);
        PosixFileAttributes found =
                Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!found.owner().equals(owners.service())) {
            throw new StateUnusable("%s belongs to %s; give it to %s, whom session-store runs as"
                    .formatted(
                            directory, found.owner().getName(), owners.service().getName()));
        }
        if (!found.permissions().equals(PASS_THROUGH)) {
            Files.setPosixFilePermissions(directory, PASS_THROUGH);
        }
    }

    private void own(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, OWNER_ONLY);
        if (number(directory, "unix:uid") != owners.uid() || number(directory, "unix:gid") != owners.gid()) {
            Files.setAttribute(directory, "unix:uid", owners.uid(), LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(directory, "unix:gid", owners.gid(), LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** A mailbox's own directory goes with the last of its states. */
    private static void removeIfEmpty(Path mailbox) {
        try {
            Files.deleteIfExists(mailbox);
        } catch (IOException e) {
            LOG.debugf("The mailbox's directory stays, another adapter's state is in it: %s", mailbox);
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

    private static int number(Path path, String attribute) throws IOException {
        return (Integer) Files.getAttribute(path, attribute, LinkOption.NOFOLLOW_LINKS);
    }
}
