package dev.alfred.runner.workspace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.alfred.runner.process.Cancellation;
import dev.alfred.runner.process.ProcessTree;

/**
 * The git command line, hardened: no configuration but its own, no hooks, no prompts, no protocols but the allowed
 * ones. Credentials reach it only through {@link GitCredentials}, never by argument or configuration file.
 */
public final class Git {
    private static final int MOST_OUTPUT = 64 * 1024 * 1024;
    private static final Duration LOCAL_TIMEOUT = Duration.ofMinutes(10);
    private static final int MOST_ERRORS = 64 * 1024;
    private static final List<String> HARDENING = List.of(
            "core.hooksPath=/dev/null",
            "core.fsmonitor=false",
            "core.untrackedCache=false",
            "core.attributesFile=/dev/null",
            "core.excludesFile=/dev/null",
            "core.commitGraph=false",
            "core.multiPackIndex=false",
            "core.quotePath=false",
            "credential.helper=",
            "credential.interactive=false",
            "advice.detachedHead=false",
            "fetch.recurseSubmodules=false",
            "submodule.recurse=false",
            "gc.auto=0",
            "maintenance.auto=false",
            "http.lowSpeedLimit=1000",
            "http.lowSpeedTime=60",
            "protocol.version=2",
            "safe.directory=*");

    private final Path home;
    private final String protocols;
    private final Map<String, String> proxy;
    private final Cancellation cancellation;
    private final Duration timeout;
    private final String program;

    /**
     * @param home an empty directory of the stage's own
     * @param protocols as {@code GIT_ALLOW_PROTOCOL} takes them: {@code http:https}
     * @param proxy proxy variables of the environment, empty where there is a direct way out
     * @param timeout of a single command that speaks with the forge; one that does not gets minutes at most
     */
    public Git(Path home, String protocols, Map<String, String> proxy, Cancellation cancellation, Duration timeout) {
        this(home, protocols, proxy, cancellation, timeout, "git");
    }

    Git(
            Path home,
            String protocols,
            Map<String, String> proxy,
            Cancellation cancellation,
            Duration timeout,
            String program) {
        this.home = home;
        this.protocols = protocols;
        this.proxy = Map.copyOf(proxy);
        this.cancellation = cancellation;
        this.timeout = timeout;
        this.program = program;
    }

    /** A command in that directory, without the forge. */
    public GitResult run(Path directory, String... arguments) {
        return run(directory, Map.of(), new byte[0], arguments);
    }

    /** A command with more variables and standard input, without the forge. */
    public GitResult run(Path directory, Map<String, String> environment, byte[] stdin, String... arguments) {
        Duration most = timeout.compareTo(LOCAL_TIMEOUT) < 0 ? timeout : LOCAL_TIMEOUT;
        return run(directory, environment, GitCredentials.NONE, stdin, most, arguments);
    }

    /** A command that speaks with the forge. */
    public GitResult remotely(
            Path directory, Map<String, String> environment, GitCredentials credentials, String... arguments) {
        return run(directory, environment, credentials, new byte[0], timeout, arguments);
    }

    private GitResult run(
            Path directory,
            Map<String, String> environment,
            GitCredentials credentials,
            byte[] stdin,
            Duration most,
            String... arguments) {
        if (cancellation.cancelled()) {
            return notStarted("git is not started any more");
        }
        if (!credentials.ready(cancellation)) {
            return notStarted("fatal: the forge's credential has expired, and no new one came");
        }
        List<String> argv = new ArrayList<>(List.of(program));
        for (String setting : HARDENING) {
            argv.addAll(List.of("-c", setting));
        }
        for (String setting : credentials.settings()) {
            argv.addAll(List.of("-c", setting));
        }
        argv.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(argv).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment(environment, credentials));
        try {
            return finish(builder.start(), stdin, most);
        } catch (IOException e) {
            throw new UncheckedIOException("git can't be started", e);
        } finally {
            credentials.used();
        }
    }

    private static GitResult notStarted(String why) {
        return new GitResult(-1, new byte[0], why, false, false);
    }

    private Map<String, String> environment(Map<String, String> more, GitCredentials credentials) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        all.put("HOME", home.toString());
        all.put("LC_ALL", "C");
        all.put("GIT_CONFIG_NOSYSTEM", "1");
        all.put("GIT_CONFIG_GLOBAL", "/dev/null");
        all.put("GIT_ATTR_NOSYSTEM", "1");
        all.put("GIT_TERMINAL_PROMPT", "0");
        all.put("GIT_ASKPASS", "/bin/false");
        all.put("GIT_NO_REPLACE_OBJECTS", "1");
        all.put("GIT_NO_LAZY_FETCH", "1");
        all.put("GIT_OPTIONAL_LOCKS", "0");
        all.put("GIT_ALLOW_PROTOCOL", protocols);
        all.putAll(proxy);
        all.putAll(credentials.environment());
        all.putAll(more);
        return all;
    }

    private GitResult finish(Process process, byte[] stdin, Duration most) {
        ProcessTree tree = new ProcessTree(process.toHandle(), "none");
        Cancellation.Registration registration = cancellation.onCancel(tree::kill);
        try {
            ByteArrayOutputStream stderr = new ByteArrayOutputStream();
            ByteArrayOutputStream stdout = new ByteArrayOutputStream();
            Thread errors = daemon(() -> copy(process.getErrorStream(), stderr, MOST_ERRORS));
            AtomicBoolean truncated = new AtomicBoolean();
            Thread output = daemon(() -> truncated.set(copy(process.getInputStream(), stdout, MOST_OUTPUT)));
            Thread input = daemon(() -> feed(process.getOutputStream(), stdin));
            boolean ended = process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                tree.kill();
            }
            for (Thread thread : List.of(errors, output, input)) {
                thread.join();
            }
            return new GitResult(
                    process.waitFor(),
                    stdout.toByteArray(),
                    stderr.toString(StandardCharsets.UTF_8),
                    !ended,
                    truncated.get());
        } catch (InterruptedException e) {
            tree.kill();
            Thread.currentThread().interrupt();
            return new GitResult(-1, new byte[0], "interrupted", false, false);
        } finally {
            registration.close();
        }
    }

    private static void feed(OutputStream out, byte[] bytes) {
        try (out) {
            out.write(bytes);
        } catch (IOException e) {
            // git ended without reading it all: its exit status tells.
            return;
        }
    }

    /** Whether there was more than is kept. */
    private static boolean copy(InputStream from, ByteArrayOutputStream to, int most) {
        byte[] buffer = new byte[16 * 1024];
        boolean more = false;
        try (from) {
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                int kept = Math.min(read, most - to.size());
                to.write(buffer, 0, kept);
                more |= kept < read;
            }
        } catch (IOException e) {
            // The pipe was closed because git was ended: its exit status tells.
            return more;
        }
        return more;
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "git-pipe");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
