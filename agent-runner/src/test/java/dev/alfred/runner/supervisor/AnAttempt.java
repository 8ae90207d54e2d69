package dev.alfred.runner.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.AttemptEnd;
import dev.alfred.contracts.runner.AttemptFiles;
import dev.alfred.contracts.runner.AttemptPlan;
import dev.alfred.contracts.runner.AttemptPlan.Mount;
import dev.alfred.contracts.runner.AttemptPlan.StagePlan;
import dev.alfred.contracts.runner.AttemptPlan.Worker;
import dev.alfred.contracts.runner.Destination;
import dev.alfred.contracts.runner.ProcessMark;
import dev.alfred.contracts.runner.StageEnd;
import dev.alfred.contracts.session.SessionStatePath;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Stage;

/** An attempt directory as a launcher makes it, whose stages are a shell script that is called with the stage's name. */
final class AnAttempt {
    static final SessionStatePath STATE_PATH = new SessionStatePath("/home/agent/.claude/projects");

    final Path directory;
    final Path state;
    final Worker worker;
    private final List<Mount> mounts = new ArrayList<>();
    private final List<Mount> credentialMounts = new ArrayList<>();
    private List<String> program = List.of("/bin/sh", "/alfred/input/stage.sh");
    private List<Destination> egress = List.of();
    private Duration deadline = Duration.ofMinutes(2);
    private RunnerKind kind = RunnerKind.SANDBOX;
    private Path mirror;

    /** In a directory that the worker can't reach by itself. */
    AnAttempt(Path base) throws IOException {
        Path closed = Files.createDirectory(base.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        directory = Files.createDirectory(closed.resolve("attempt"));
        state = Files.createDirectory(closed.resolve("state"));
        worker = asRoot() ? new Worker(10001, 10001) : null;
        give(state);
        Files.createDirectory(directory.resolve(AttemptFiles.INPUT));
        for (Stage stage : Stage.values()) {
            Path credentials = Files.createDirectories(
                    directory.resolve(AttemptFiles.CREDENTIALS).resolve(stage.wire()));
            Files.writeString(credentials.resolve("password"), "secret-of-" + stage.wire());
        }
    }

    static boolean asRoot() throws IOException {
        return ((Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid")) == 0;
    }

    private void give(Path path) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
        if (worker != null) {
            Files.setAttribute(path, "unix:uid", worker.uid(), LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(path, "unix:gid", worker.gid(), LinkOption.NOFOLLOW_LINKS);
        }
    }

    AnAttempt whoseStagesDo(String script) throws IOException {
        Files.writeString(directory.resolve(AttemptFiles.INPUT).resolve("stage.sh"), script);
        return this;
    }

    AnAttempt running(List<String> command) {
        program = command;
        return this;
    }

    AnAttempt showing(Path source, String target) {
        mounts.add(new Mount(source.toString(), target));
        return this;
    }

    AnAttempt withCredentialFile(Path source, String target) {
        credentialMounts.add(new Mount(source.toString(), target));
        return this;
    }

    AnAttempt reaching(Destination destination) {
        egress = List.of(destination);
        return this;
    }

    AnAttempt within(Duration limit) {
        deadline = limit;
        return this;
    }

    AnAttempt mirroredIn(Path place) {
        mirror = place;
        return this;
    }

    AnAttempt onTheHost() {
        kind = RunnerKind.HOST;
        program = List.of(
                "/bin/sh",
                directory.resolve(AttemptFiles.INPUT).resolve("stage.sh").toString());
        return this;
    }

    void planned() throws IOException {
        AttemptPlan plan = new AttemptPlan(
                UUID.fromString("01980000-0000-7000-8000-000000000001"),
                1,
                kind,
                kind == RunnerKind.HOST ? null : worker,
                program,
                mounts,
                credentialMounts,
                List.of(
                        new StagePlan(Stage.PREPARE, List.of()),
                        new StagePlan(Stage.RUN, egress),
                        new StagePlan(Stage.PUBLISH, List.of())),
                kind == RunnerKind.HOST ? null : state.toString(),
                kind == RunnerKind.HOST ? null : STATE_PATH,
                deadline,
                Duration.ofSeconds(20),
                null,
                mirror == null ? null : mirror.toString());
        Files.write(directory.resolve(AttemptFiles.PLAN), ContractJson.mapper().writeValueAsBytes(plan));
    }

    /** Supervises it in this process, to its end. */
    AnAttempt played() throws IOException, InterruptedException {
        planned();
        SuperviseCommand command = new SuperviseCommand();
        command.attempt = directory;
        command.call();
        return this;
    }

    /** Supervises it in a process of its own, started by a shell that is the supervisor's parent. */
    Process supervised(String shell) throws IOException {
        planned();
        return new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        shell,
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SupervisorMain.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("test-output").toFile())
                .start();
    }

    List<String> log() throws IOException {
        Path log = directory.resolve(AttemptFiles.LOG);
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    StageEnd end(Stage stage) throws IOException {
        Path file = directory.resolve(AttemptFiles.stageEnd(stage));
        return Files.exists(file) ? ContractJson.mapper().readValue(Files.readAllBytes(file), StageEnd.class) : null;
    }

    boolean hasEnded() {
        return Files.exists(directory.resolve(AttemptFiles.ENDED));
    }

    AttemptEnd end() throws IOException {
        return ContractJson.mapper()
                .readValue(Files.readAllBytes(directory.resolve(AttemptFiles.ENDED)), AttemptEnd.class);
    }

    ProcessMark supervisor() throws IOException {
        return ContractJson.mapper()
                .readValue(Files.readAllBytes(directory.resolve(AttemptFiles.SUPERVISOR)), ProcessMark.class);
    }

    ProcessMark stageProcess() throws IOException {
        return ContractJson.mapper()
                .readValue(Files.readAllBytes(directory.resolve(AttemptFiles.STAGE)), AttemptFiles.RunningStage.class)
                .process();
    }

    static boolean bubblewrapWorks() throws IOException, InterruptedException {
        try {
            Process probe = new ProcessBuilder("bwrap", "--unshare-all", "--ro-bind", "/", "/", "true")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return probe.waitFor(20, TimeUnit.SECONDS) && probe.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
