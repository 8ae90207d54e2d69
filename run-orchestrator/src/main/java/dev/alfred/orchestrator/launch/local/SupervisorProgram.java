package dev.alfred.orchestrator.launch.local;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.alfred.contracts.runner.AttemptFiles;

/**
 * How an attempt's supervisor is started: detached, in a session of its own, with an environment made from nothing, so
 * that it outlives this service and knows none of its secrets.
 *
 * @param javaHome a JDK's directory
 * @param agentRunner the directory that holds agent-runner's {@code quarkus-run.jar}
 */
public record SupervisorProgram(Path javaHome, Path agentRunner) {
    /**
     * For short-lived JVMs: little memory, quick start. One that can't use the cache beside the program (it is older, or
     * another than the one that made it) begins without it, and in silence: its words would stand between a stage's lines.
     */
    private static final List<String> JVM = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-Xlog:disable",
            "-Dfile.encoding=UTF-8");

    private static final String JAR = "quarkus-run.jar";
    private static final String CACHE = "agent-runner.aot";
    private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    /**
     * agent-runner's command line, without a command.
     *
     * @param java the JVM, as it is found where the program runs
     * @param memory the most heap, as {@code 256m}
     * @param directory agent-runner's, where the program runs
     */
    public static List<String> commandLine(String java, String memory, Path directory) {
        List<String> command = new ArrayList<>(List.of(java, "-Xmx" + memory));
        command.addAll(JVM);
        command.add("-XX:AOTCache=" + directory.resolve(CACHE));
        command.addAll(List.of("-jar", directory.resolve(JAR).toString()));
        return command;
    }

    Process start(Path attempt, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(commandLine(javaHome.resolve("bin/java").toString(), "96m", agentRunner));
        command.addAll(List.of("supervise", "--attempt", attempt.toString()));
        command.addAll(List.of(options));
        File log = attempt.resolve(AttemptFiles.SUPERVISOR_LOG).toFile();
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(attempt.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
        builder.environment().clear();
        builder.environment().put("PATH", PATH);
        builder.environment().put("LANG", "C.UTF-8");
        return builder.start();
    }
}
