package dev.alfred.runner.supervisor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.alfred.contracts.runner.AttemptPlan;
import dev.alfred.contracts.runner.AttemptPlan.Mount;
import dev.alfred.contracts.runner.AttemptPlan.Worker;

/**
 * Puts together the command line that starts a program in a sandbox: bubblewrap with namespaces of its own, no network,
 * an empty environment and nothing of this machine but what is named.
 *
 * <p>Started by root, everything is bound into a private mount namespace first and the worker's user taken then, since
 * what is to be shown may lie where the worker can't go. Started by another user, bubblewrap alone does it.
 */
final class SandboxCommand {
    private static final long TMP_BYTES = 2L << 30;
    private static final long HOME_BYTES = 1L << 30;

    /**
     * Ends when its parent isn't the supervisor any more; binds each source below a mount point that only this process
     * and its children see; goes on as the rest of the line.
     */
    private static final String STAGING = """
            [ "$PPID" = "$1" ] || exit 125
            staging=$2; count=$3; shift 3
            mount -t tmpfs -o mode=0755 none "$staging"
            i=0
            while [ "$i" -lt "$count" ]; do
              if [ -d "$1" ]; then mkdir "$staging/$i"; else : > "$staging/$i"; fi
              mount --bind "$1" "$staging/$i"
              i=$((i + 1)); shift
            done
            exec "$@"
            """;

    private final List<String> arguments = new ArrayList<>();
    private final List<String> sources = new ArrayList<>();
    private final Worker worker;
    private final Path staging;
    private final long supervisor;

    /** @param staging an empty directory that the worker can reach, or null without a worker */
    SandboxCommand(AttemptPlan plan, SystemFiles system, Path staging, long supervisor) {
        this.worker = plan.worker();
        this.staging = staging;
        this.supervisor = supervisor;
        arguments.addAll(List.of("--die-with-parent", "--unshare-all", "--new-session", "--hostname", "runner"));
        arguments.addAll(system.arguments());
        for (Mount mount : system.own()) {
            readOnly(Path.of(mount.source()), mount.target());
        }
        option("--perms", "1777");
        option("--size", Long.toString(TMP_BYTES), "--tmpfs", "/tmp");
        option("--dir", "/home");
        option("--perms", "0700", "--size", Long.toString(HOME_BYTES), "--tmpfs", "/home/agent");
        for (Mount mount : plan.mounts()) {
            readOnly(Path.of(mount.source()), mount.target());
        }
    }

    SandboxCommand readOnly(Path source, String target) {
        return option("--ro-bind", staged(source), target);
    }

    SandboxCommand writable(Path source, String target) {
        return option("--bind", staged(source), target);
    }

    /** Makes the target's parents below the agent's home, for the worker alone. */
    SandboxCommand homeParents(String target) {
        Path home = Path.of("/home/agent");
        Path parents = home.relativize(Path.of(target)).getParent();
        for (int i = 1; parents != null && i <= parents.getNameCount(); i++) {
            option(
                    "--perms",
                    "0700",
                    "--dir",
                    home.resolve(parents.subpath(0, i)).toString());
        }
        return this;
    }

    private SandboxCommand option(String... option) {
        arguments.addAll(List.of(option));
        return this;
    }

    private String staged(Path source) {
        if (worker == null) {
            return source.toString();
        }
        sources.add(source.toString());
        return staging.resolve(Integer.toString(sources.size() - 1)).toString();
    }

    /** The whole command line, for a program inside. */
    StageCommand start(List<String> program, String directory, Map<String, String> environment, Integer processes) {
        List<String> argv = new ArrayList<>(List.of("prlimit", "--core=0"));
        if (processes != null) {
            argv.add("--nproc=" + processes);
        }
        argv.add("--");
        if (worker != null) {
            argv.addAll(List.of("unshare", "--mount", "--propagation", "private", "--"));
            argv.addAll(List.of("/bin/sh", "-ec", STAGING, "staging"));
            argv.addAll(List.of(Long.toString(supervisor), staging.toString(), Integer.toString(sources.size())));
            argv.addAll(sources);
            argv.addAll(List.of("setpriv", "--reuid", Integer.toString(worker.uid())));
            argv.addAll(List.of("--regid", Integer.toString(worker.gid()), "--clear-groups", "--"));
        }
        argv.add("bwrap");
        argv.addAll(arguments);
        argv.addAll(List.of("--remount-ro", "/", "--chdir", directory, "--clearenv"));
        environment.forEach((name, value) -> argv.addAll(List.of("--setenv", name, value)));
        argv.add("--");
        argv.addAll(program);
        return new StageCommand(argv, Map.of("PATH", "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"), null);
    }
}
