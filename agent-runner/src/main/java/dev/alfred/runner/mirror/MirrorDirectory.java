package dev.alfred.runner.mirror;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import dev.alfred.contracts.runner.MirrorFiles;
import dev.alfred.runner.files.Trees;

/**
 * A mirror on this machine in the hands of an attempt's supervisor: what prepare is shown of it, and how it takes in what
 * prepare fetched. Each state is a generation of its own that appears whole, by one rename; the one before goes when
 * nobody reads any more. So whatever is killed, and whenever, there is a whole mirror or none.
 */
public final class MirrorDirectory implements AutoCloseable {
    private static final String NONE = "none";
    private static final String GENERATION = "generation-";
    private static final String UNFINISHED = ".new-";

    private final Path path;
    private final ToLongFunction<Path> room;
    private FileChannel use;

    private MirrorDirectory(Path path, ToLongFunction<Path> room, FileChannel use) {
        this.path = path;
        this.room = room;
        this.use = use;
    }

    /** What became of an offer. */
    public enum Kept {
        KEPT,
        /** Another attempt is at it: what it offers is about the same. */
        BUSY,
        NO_ROOM
    }

    /** Takes it for reading, and makes it where there is none; empty when it is being removed. */
    public static Optional<MirrorDirectory> use(Path path) throws IOException {
        return use(path, MirrorDirectory::usableSpace);
    }

    static Optional<MirrorDirectory> use(Path path, ToLongFunction<Path> room) throws IOException {
        closed(path.getParent());
        Files.createDirectories(path.resolve(NONE));
        readable(path.resolve(NONE));
        FileChannel channel = open(path.resolve(MirrorFiles.USE));
        // Before it is locked: to set the time the file is opened and closed again, and that would unlock it.
        Files.setLastModifiedTime(path.resolve(MirrorFiles.USE), FileTime.from(Instant.now()));
        if (locked(channel, true) == null) {
            channel.close();
            return Optional.empty();
        }
        return Optional.of(new MirrorDirectory(path, room, channel));
    }

    private static void closed(Path all) throws IOException {
        if (!Files.isDirectory(all)) {
            Files.createDirectories(all.getParent());
            Files.createDirectories(
                    all, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    static FileLock locked(FileChannel channel, boolean shared) throws IOException {
        try {
            return channel.tryLock(0, Long.MAX_VALUE, shared);
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static long usableSpace(Path where) {
        return where.toFile().getUsableSpace();
    }

    /** The present generation, or an empty directory. It stays as it is until this is closed or given an offer. */
    public Path shown() throws IOException {
        return shown(path);
    }

    static Path shown(Path path) throws IOException {
        return current(path).orElse(path.resolve(NONE));
    }

    private Optional<Path> current() throws IOException {
        return current(path);
    }

    private static Optional<Path> current(Path path) throws IOException {
        Path link = path.resolve(MirrorFiles.CURRENT);
        if (!Files.isSymbolicLink(link)) {
            return Optional.empty();
        }
        Path generation = path.resolve(Files.readSymbolicLink(link).getFileName());
        return Files.isDirectory(generation, LinkOption.NOFOLLOW_LINKS) ? Optional.of(generation) : Optional.empty();
    }

    /**
     * Makes the next generation of what is offered.
     *
     * @param packs the workspace's, before anybody but prepare could write there; copied, never linked
     */
    public Kept keep(MirrorOffer offer, Path packs) throws IOException {
        close();
        try (FileChannel channel = open(path.resolve(MirrorFiles.KEEP))) {
            if (locked(channel, false) == null) {
                return Kept.BUSY;
            }
            removeAll(UNFINISHED, Set.of());
            Map<String, PackFile> held = offer.anew() ? Map.of() : held(offer.branch());
            if (room.applyAsLong(path) < 2 * missing(offer, packs, held)) {
                return Kept.NO_ROOM;
            }
            turnTo(generation(offer, packs, held));
            removeOld();
            return Kept.KEPT;
        }
    }

    /** What the present generation holds, by name. */
    private Map<String, PackFile> held(String branch) throws IOException {
        return current().map(generation -> Mirror.in(generation, branch)).stream()
                .filter(Mirror.Found.Usable.class::isInstance)
                .map(found -> ((Mirror.Found.Usable) found).mirror())
                .flatMap(mirror -> mirror.files().stream())
                .collect(Collectors.toMap(PackFile::name, file -> file));
    }

    private static List<String> files(MirrorOffer offer) {
        return offer.packs().stream()
                .flatMap(pack -> List.of(pack + ".pack", pack + ".idx").stream())
                .toList();
    }

    private static long missing(MirrorOffer offer, Path packs, Map<String, PackFile> held) throws IOException {
        long bytes = 0;
        for (String name : files(offer)) {
            bytes += held.containsKey(name) ? 0 : Files.size(packs.resolve(name));
        }
        return bytes;
    }

    private Path generation(MirrorOffer offer, Path packs, Map<String, PackFile> held) throws IOException {
        Path made = Files.createTempDirectory(path, UNFINISHED);
        try {
            fill(made, offer, packs, held);
            Path named = path.resolve(GENERATION + made.getFileName().toString().substring(UNFINISHED.length()));
            return Files.move(made, named, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Trees.remove(made);
            throw e;
        }
    }

    private void fill(Path made, MirrorOffer offer, Path packs, Map<String, PackFile> held) throws IOException {
        Path store = Files.createDirectories(made.resolve(Mirror.PACKS));
        Files.createDirectory(made.resolve("refs"));
        List<String> sums = new ArrayList<>();
        for (String name : files(offer)) {
            PackFile known = held.get(name);
            PackFile taken = known != null && linked(name, store)
                    ? known
                    : PackFile.copy(packs.resolve(name), store.resolve(name));
            sums.add(taken.line());
        }
        Files.write(made.resolve(Mirror.SUMS), sums);
        Files.writeString(made.resolve("HEAD"), "ref: refs/heads/" + offer.branch() + "\n");
        Files.writeString(made.resolve("config"), configuration(offer.head()));
        Files.writeString(made.resolve(Mirror.REFS), offer.head() + " refs/heads/" + offer.branch() + "\n");
        readableThroughout(made);
    }

    /** Two generations share what neither changes. */
    private boolean linked(String name, Path store) throws IOException {
        Optional<Path> before = current();
        if (before.isEmpty()) {
            return false;
        }
        try {
            Files.createLink(
                    store.resolve(name), before.get().resolve(Mirror.PACKS).resolve(name));
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            // Not every file system has links: a copy does as well.
            return false;
        }
    }

    private static String configuration(String head) {
        return head.length() == 64
                ? "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n[gc]\n\tauto = 0\n"
                : "[core]\n\trepositoryformatversion = 0\n\tbare = true\n[gc]\n\tauto = 0\n";
    }

    private void turnTo(Path generation) throws IOException {
        Path link = path.resolve(UNFINISHED + MirrorFiles.CURRENT);
        Files.createSymbolicLink(link, generation.getFileName());
        Files.move(link, path.resolve(MirrorFiles.CURRENT), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Only when nobody reads; what stays goes with a later offer. */
    private void removeOld() throws IOException {
        try (FileChannel channel = open(path.resolve(MirrorFiles.USE))) {
            if (locked(channel, false) != null) {
                removeAll(GENERATION, current().map(Set::of).orElse(Set.of()));
            }
        }
    }

    private void removeAll(String prefix, Set<Path> but) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(path, prefix + "*")) {
            paths.forEach(found::add);
        }
        for (Path entry : found) {
            if (!but.contains(entry)) {
                Trees.remove(entry);
            }
        }
    }

    /** The worker reads it as another user; what lies around the mirrors is closed. */
    private static void readableThroughout(Path tree) throws IOException {
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                readable(directory);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void readable(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Lets it go; nothing of {@link #shown} may be read any more. */
    @Override
    public void close() throws IOException {
        if (use != null) {
            use.close();
            use = null;
        }
    }
}
