package dev.alfred.runner.supervisor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.AttemptEnd;
import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.contracts.runner.AttemptPlan;
import dev.alfred.contracts.runner.ProcessMark;
import dev.alfred.contracts.runner.StageEnd;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.files.Trees;

/** An attempt's directory in the hands of its one supervisor. Whatever the worker can write is opened without following links. */
final class AttemptDirectory implements AutoCloseable {
    private static final int LONGEST_TERMINATION = 4096;

    private final Path path;
    private final AttemptPlan plan;
    private final FileChannel lock;

    private AttemptDirectory(Path path, FileChannel lock) throws IOException {
        this.path = path;
        this.lock = lock;
        this.plan =
                ContractJson.mapper().readValue(Files.readAllBytes(path.resolve(AttemptFiles.PLAN)), AttemptPlan.class);
    }

    /** Takes the attempt, once and for all: a second supervisor gets nothing, even after the first one's death. */
    static Optional<AttemptDirectory> claim(Path directory) throws IOException {
        Path path = directory.toRealPath();
        FileChannel lock =
                FileChannel.open(path.resolve(AttemptFiles.LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = lock.tryLock();
        if (held == null
                || Files.exists(path.resolve(AttemptFiles.SUPERVISOR))
                || Files.exists(path.resolve(AttemptFiles.ENDED))) {
            lock.close();
            return Optional.empty();
        }
        AttemptDirectory claimed = new AttemptDirectory(path, lock);
        claimed.write(
                AttemptFiles.SUPERVISOR, ProcessMark.of(ProcessHandle.current().pid()));
        return Optional.of(claimed);
    }

    AttemptPlan plan() {
        return plan;
    }

    Path path() {
        return path;
    }

    boolean onHost() {
        return plan.kind() == RunnerKind.HOST;
    }

    Path input() {
        return path.resolve(AttemptFiles.INPUT);
    }

    Path credentials(Stage stage) {
        return path.resolve(AttemptFiles.CREDENTIALS).resolve(stage.wire());
    }

    Path root() {
        return path.resolve(AttemptFiles.ROOT);
    }

    Path workspace() {
        return onHost() ? root().resolve("workspace") : path.resolve(AttemptFiles.WORKSPACE);
    }

    Path handover(Stage stage) {
        return (onHost() ? root().resolve("alfred/handover") : path.resolve(AttemptFiles.HANDOVER))
                .resolve(stage.wire());
    }

    Path termination(Stage stage) {
        return (onHost() ? root().resolve("alfred/termination") : path.resolve(AttemptFiles.TERMINATION))
                .resolve(onHost() ? "" : stage.wire());
    }

    /** Makes what the stages write to, and gives it and the credentials to the worker. */
    void prepare() throws IOException {
        own(workspace());
        own(handover(Stage.PREPARE));
        own(handover(Stage.RUN));
        for (Stage stage : Stage.values()) {
            own(termination(stage));
            ownFiles(credentials(stage));
        }
        for (int i = 0; i < plan.credentialMounts().size(); i++) {
            Path source = Path.of(plan.credentialMounts().get(i).source());
            if (Files.isRegularFile(source)) {
                Files.createDirectories(credentialCopies());
                giveToWorker(Files.copy(source, credentialCopies().resolve(Integer.toString(i))));
            }
        }
    }

    /** The credential to show at the plan's i-th mount: a copy that the worker can read, or a directory as it is. */
    Path credentialMount(int i) {
        Path copy = credentialCopies().resolve(Integer.toString(i));
        return Files.exists(copy)
                ? copy
                : Path.of(plan.credentialMounts().get(i).source());
    }

    /** The session's state, which whoever keeps it may have taken away: then it begins empty. */
    Path state() throws IOException {
        Path state = Path.of(plan.stateDirectory());
        if (!Files.exists(state, LinkOption.NOFOLLOW_LINKS)) {
            own(state);
        }
        return state;
    }

    private Path credentialCopies() {
        return path.resolve(AttemptFiles.CREDENTIALS).resolve("mounts");
    }

    private void own(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        giveToWorker(directory);
    }

    private void ownFiles(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        giveToWorker(directory);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                giveToWorker(file);
            }
        }
    }

    private void giveToWorker(Path path) throws IOException {
        if (plan.worker() != null) {
            Files.setAttribute(path, "unix:uid", plan.worker().uid(), LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(path, "unix:gid", plan.worker().gid(), LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** A stage's credentials go with its process. */
    void dropCredentials(Stage stage) throws IOException {
        drop(credentials(stage));
        if (stage == Stage.RUN) {
            drop(credentialCopies());
        }
    }

    /** Out of the way first: whoever renews a credential at this moment finds nothing to put it into. */
    private static void drop(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Path dropped = directory.resolveSibling(directory.getFileName() + ".dropped");
        Files.move(directory, dropped, StandardCopyOption.ATOMIC_MOVE);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(dropped)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(dropped);
    }

    void started(Stage stage, ProcessMark process) throws IOException {
        write(AttemptFiles.STAGE, new AttemptFiles.RunningStage(stage, process));
    }

    /**
     * Keeps how the stage ended, with what it left as its termination message, and where its lines end in the log. Only
     * after all of it is dead.
     */
    void ended(Stage stage, int exitCode) throws IOException {
        Path message = termination(stage).resolve("message");
        long logEnd = Files.size(path.resolve(AttemptFiles.LOG));
        write(AttemptFiles.stageEnd(stage), new StageEnd(stage, exitCode, bounded(message), logEnd));
        Trees.remove(message);
    }

    void ended(AttemptEnd end) throws IOException {
        write(AttemptFiles.ENDED, end);
    }

    void usesRunDirectory(Path runDirectory) throws IOException {
        Files.writeString(path.resolve(AttemptFiles.RUN_DIRECTORY), runDirectory.toString());
    }

    /** Whether a launcher wanted its end before it was taken: it could not signal anybody then. */
    boolean stopWasAskedFor() {
        return Files.exists(path.resolve(AttemptFiles.GRACE));
    }

    /** What a stop leaves the stage: what the launcher wrote with it, else the plan's. */
    Duration grace() throws IOException {
        Path grace = path.resolve(AttemptFiles.GRACE);
        return Files.exists(grace)
                ? Duration.ofMillis(Long.parseLong(Files.readString(grace).strip()))
                : plan.grace();
    }

    private static String bounded(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        ByteBuffer buffer = ByteBuffer.allocate(LONGEST_TERMINATION);
        try (SeekableByteChannel channel =
                Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            for (int read = 0; read >= 0 && buffer.hasRemaining(); ) {
                read = channel.read(buffer);
            }
        }
        return new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8);
    }

    /** Whole or not at all: a reader never sees half a file. */
    private void write(String name, Object value) throws IOException {
        Path part = path.resolve(name + ".part");
        Files.write(part, ContractJson.mapper().writeValueAsBytes(value));
        Files.move(part, path.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
