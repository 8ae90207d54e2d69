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
    /** For short-lived JVMs: little memory, quick start. */
    public static final List<String> JVM = List.of(
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xshare:auto", "-Dfile.encoding=UTF-8");

    private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    Process start(Path attempt, String... options) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("setsid", javaHome.resolve("bin/java").toString(), "-Xmx96m"));
        command.addAll(JVM);
        command.addAll(List.of("-jar", agentRunner.resolve("quarkus-run.jar").toString(), "supervise"));
        command.addAll(List.of("--attempt", attempt.toString()));
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
