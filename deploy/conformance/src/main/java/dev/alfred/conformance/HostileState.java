package dev.alfred.conformance;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

import dev.alfred.contracts.session.ResumeFallback;

/**
 * State as accidents and enemies leave it: each kind does one thing to a sound session's state, and says what a run may make
 * of it. An adapter of one's own is tried against all of them by {@link AgentContract}.
 */
public enum HostileState {
    STATE_EMPTIED(Outcome.MISSING, place -> Shell.run(place.state(), "find . -mindepth 1 -delete")),
    FILE_REMOVED(Outcome.MISSING, place -> Files.delete(place.file())),
    DIRECTORY_OF_FILE_REMOVED(
            Outcome.MISSING, place -> Shell.run(place.state(), "find . -mindepth 1 -maxdepth 1 -exec rm -rf {} +")),
    FILE_EMPTIED(Outcome.UNUSABLE, place -> Files.write(place.file(), new byte[0])),
    CUT_IN_HALF(Outcome.UNUSABLE, place -> cut(place.file(), Files.size(place.file()) / 2)),
    LAST_BYTES_CUT(Outcome.UNUSABLE, place -> cut(place.file(), Files.size(place.file()) - 40)),
    ONE_BYTE_LEFT(Outcome.UNUSABLE, place -> cut(place.file(), 1)),
    FIRST_KILOBYTE_LEFT(Outcome.UNUSABLE, place -> cut(place.file(), 1024)),
    GARBAGE(Outcome.UNUSABLE, place -> Files.write(place.file(), garbage(4096))),
    GARBAGE_AT_THE_BEGINNING(Outcome.UNUSABLE, place -> overwrite(place.file(), 0, garbage(200))),
    GARBAGE_IN_THE_MIDDLE(
            Outcome.UNUSABLE, place -> overwrite(place.file(), Files.size(place.file()) / 2, garbage(200))),
    GARBAGE_AT_THE_END(Outcome.ANY, place -> append(place.file(), garbage(200))),
    NULS_AT_THE_END(Outcome.ANY, place -> append(place.file(), new byte[4096])),
    NULS_ALL_OVER(Outcome.UNUSABLE, place -> Files.write(place.file(), new byte[(int) Files.size(place.file())])),
    ONE_BYTE_CHANGED(
            Outcome.UNUSABLE, place -> overwrite(place.file(), Files.size(place.file()) / 3, new byte[] {'#'})),
    FIRST_WORDS_REWRITTEN(
            Outcome.UNUSABLE,
            place -> Shell.run(place.file().getParent(), "sed -i 's/MARK-/XARK-/g' '%s'".formatted(place.file()))),
    ID_INSIDE_REPLACED(
            Outcome.UNUSABLE,
            place -> Shell.run(
                    place.file().getParent(),
                    "sed -i 's/%s/%s/g' '%s'".formatted(place.id(), place.madeUpId(), place.file()))),
    LINES_REVERSED(Outcome.UNUSABLE, place -> reverse(place.file())),
    ENDLESS_LINE(Outcome.ANY, place -> append(place.file(), "x".repeat(30 << 20).getBytes(StandardCharsets.US_ASCII))),
    NESTED_WITHOUT_END(
            Outcome.ANY, place -> append(place.file(), "{\"a\":".repeat(200_000).getBytes(StandardCharsets.US_ASCII))),
    ANOTHER_SESSIONS_FILE(
            Outcome.UNUSABLE,
            place -> Files.copy(place.otherFile(), place.file(), StandardCopyOption.REPLACE_EXISTING)),
    ANOTHER_SESSION_NEWER(
            Outcome.RESUMED,
            place -> Files.setLastModifiedTime(
                    place.otherFile(), FileTime.from(Instant.now().plus(Duration.ofDays(1))))),
    FILE_FROM_THE_FUTURE(
            Outcome.RESUMED,
            place -> Files.setLastModifiedTime(
                    place.file(), FileTime.from(Instant.now().plus(Duration.ofDays(4000))))),
    DIRECTORY_IN_PLACE_OF_FILE(Outcome.FRESH, place -> {
        Files.delete(place.file());
        Files.createDirectory(place.file());
    }),
    FILE_IN_PLACE_OF_ITS_DIRECTORY(
            Outcome.FRESH,
            place -> Shell.run(place.state(), "rm -rf '%1$s'; echo none > '%1$s'".formatted(place.topmost()))),
    LINK_TO_A_SECRET(Outcome.REJECTED, place -> {
        Files.delete(place.file());
        Files.createSymbolicLink(place.file(), place.outside().resolve("secret"));
    }),
    LINK_TO_NOWHERE(Outcome.REJECTED, place -> {
        Files.delete(place.file());
        Files.createSymbolicLink(place.file(), place.outside().resolve("nowhere"));
    }),
    LINK_TO_ITSELF(Outcome.REJECTED, place -> {
        Files.delete(place.file());
        Files.createSymbolicLink(place.file(), place.file());
    }),
    LINK_TO_ITS_OWN_CONTENT(Outcome.REJECTED, place -> {
        Path moved = Files.move(place.file(), place.outside().resolve("moved"));
        Files.createSymbolicLink(place.file(), moved);
    }),
    LINK_BESIDE(
            Outcome.REJECTED, place -> Files.createSymbolicLink(place.state().resolve("beside"), place.outside())),
    LINKED_DIRECTORY(Outcome.REJECTED, place -> {
        Path entry = place.topmost();
        Path moved = Files.move(entry, place.outside().resolve("moved"));
        Files.createSymbolicLink(entry, moved);
    }),
    HARD_LINK(Outcome.REJECTED, place -> {
        Files.delete(place.file());
        Files.createLink(place.file(), place.outside().resolve("secret"));
    }),
    FIFO(Outcome.REJECTED, place -> Shell.run(place.state(), "rm '%1$s'; mkfifo '%1$s'".formatted(place.file()))),
    FIFO_BESIDE(Outcome.REJECTED, place -> Shell.run(place.file().getParent(), "mkfifo beside.jsonl")),
    SOCKET(Outcome.REJECTED, place -> socket(place.state().resolve("s"))),
    DEVICE(
            Outcome.REJECTED,
            place -> Shell.run(place.state(), "rm '%1$s'; mknod '%1$s' c 1 5".formatted(place.file()))),
    SET_USER_ID(Outcome.REJECTED, place -> Shell.run(place.state(), "printf '#!/bin/sh\\n' > tool; chmod 4755 tool")),
    ANOTHER_USERS_FILE(
            Outcome.REJECTED, place -> Shell.run(place.state(), "chown 12345:12345 '%s'".formatted(place.file()))),
    TOO_LARGE(Outcome.REJECTED, place -> {
        try (FileChannel sparse = FileChannel.open(
                place.state().resolve("large"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            sparse.write(ByteBuffer.wrap(new byte[] {1}), 1L << 31);
        }
    }),
    UNREADABLE(
            Outcome.UNUSABLE,
            place -> Files.setPosixFilePermissions(place.file(), PosixFilePermissions.fromString("---------"))),
    UNREADABLE_DIRECTORY(
            Outcome.FRESH,
            place -> Files.setPosixFilePermissions(place.topmost(), PosixFilePermissions.fromString("---------"))),
    READ_ONLY(Outcome.RESUMED, place -> Shell.run(place.state(), "chmod -R a-w .; chmod u+w .")),
    NAME_OF_TWO_LINES(
            Outcome.ANY, place -> Files.writeString(place.file().resolveSibling("first\nsecond.jsonl"), "{}\n")),
    NAME_LIKE_AN_OPTION(Outcome.ANY, place -> Files.writeString(place.state().resolve("--resume"), "{}\n")),
    DEEP_DIRECTORIES(
            Outcome.ANY,
            place -> Shell.run(place.state(), "i=0; while [ $i -lt 300 ]; do mkdir d; cd d; i=$((i + 1)); done")),
    DEEPER_THAN_ANY_PATH(
            Outcome.REJECTED,
            place -> Shell.run(
                    place.state(),
                    "n=%s; i=0; while [ $i -lt 100 ]; do mkdir $n; cd -P $n; i=$((i + 1)); done"
                            .formatted("d".repeat(100)))),
    MANY_FILES(Outcome.ANY, place -> Shell.run(place.state(), "mkdir many; cd many; seq 1 5000 | xargs touch")),
    SESSION_TWICE(
            Outcome.ANY,
            place -> Shell.run(place.state(), "mkdir again; cp -a '%s' again/".formatted(place.topmost())));

    /** What a run may make of a kind of state. Whichever it is, it ends well. */
    public enum Outcome {
        /** A fresh session, {@code state_missing}. */
        MISSING(ResumeFallback.STATE_MISSING),
        /** A fresh session, {@code state_rejected}. */
        REJECTED(ResumeFallback.STATE_REJECTED),
        /** A fresh session: what is left is damaged, or not enough to be found. */
        UNUSABLE(ResumeFallback.STATE_CORRUPT, ResumeFallback.STATE_MISSING),
        /** A fresh session, for whichever reason. */
        FRESH(ResumeFallback.values()),
        /** The very session, proven. */
        RESUMED,
        /** Either the very session, or a fresh one with any reason. */
        ANY(ResumeFallback.values());

        private final Set<ResumeFallback> fallbacks;

        Outcome(ResumeFallback... fallbacks) {
            this.fallbacks = Set.of(fallbacks);
        }

        /** @param fallback null where the session was resumed */
        public boolean allows(ResumeFallback fallback) {
            return fallback == null ? this == RESUMED || this == ANY : fallbacks.contains(fallback);
        }
    }

    /**
     * Where the damage is done.
     *
     * @param file the session's main file
     * @param id the session's id
     * @param otherFile another session's main file, of the same mailbox
     * @param madeUpId an id of the CLI's form that no session has
     * @param outside a directory that nothing of this may touch, with a file {@code secret}
     */
    public record Place(Path state, Path file, String id, Path otherFile, String madeUpId, Path outside) {
        /** The entry of the state directory in which the file lies, or that it is. */
        Path topmost() {
            return state.resolve(state.relativize(file).getName(0));
        }
    }

    private interface Damage {
        void to(Place place) throws IOException;
    }

    private final Outcome outcome;
    private final Damage damage;

    HostileState(Outcome outcome, Damage damage) {
        this.outcome = outcome;
        this.damage = damage;
    }

    public Outcome outcome() {
        return outcome;
    }

    /**
     * All kinds; or as many as {@code -Dalfred.test.states} says, drawn by {@code -Dalfred.test.seed}, which is printed: each
     * costs an adapter several starts of its CLI.
     */
    public static Stream<HostileState> drawn() {
        int most = Integer.getInteger("alfred.test.states", values().length);
        if (most >= values().length) {
            return Stream.of(values());
        }
        long seed = Long.getLong("alfred.test.seed", System.nanoTime());
        System.out.printf("%d of %d kinds of state drawn by -Dalfred.test.seed=%d%n", most, values().length, seed);
        List<HostileState> kinds = new ArrayList<>(List.of(values()));
        Collections.shuffle(kinds, new Random(seed));
        return kinds.stream().limit(most);
    }

    /** Whether only root can make it. */
    public boolean needsRoot() {
        return this == DEVICE || this == ANOTHER_USERS_FILE;
    }

    public void applyTo(Place place) throws IOException {
        damage.to(place);
    }

    private static byte[] garbage(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private static void cut(Path file, long size) throws IOException {
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), (int) Math.max(0, size)));
    }

    private static void overwrite(Path file, long at, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), at);
        }
    }

    private static void append(Path file, byte[] bytes) throws IOException {
        Files.write(file, bytes, StandardOpenOption.APPEND);
    }

    private static void reverse(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            List<String> reversed = new java.util.ArrayList<>(lines.toList());
            Collections.reverse(reversed);
            Files.write(file, reversed, StandardCharsets.ISO_8859_1);
        }
    }

    /** Bound under a short name first, since a socket's address holds about a hundred bytes. */
    private static void socket(Path path) throws IOException {
        Path directory = Files.createTempDirectory("alfred-socket-");
        Path bound = directory.resolve("s");
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(bound))
                .close();
        Shell.run(directory, "mv s '%s'".formatted(path));
        Files.delete(directory);
    }
}
