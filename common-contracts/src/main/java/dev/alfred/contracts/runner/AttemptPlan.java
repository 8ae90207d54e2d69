package dev.alfred.contracts.runner;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.session.SessionStatePath;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Stage;

/**
 * What a local launcher tells the supervisor of an attempt: the file {@link AttemptFiles#PLAN}, without any secret.
 *
 * @param kind {@code sandbox} or {@code host}
 * @param worker the user that the stages run as, or null for the supervisor's own
 * @param program a stage's command line as it is inside the runner; the stage's name is appended
 * @param mounts read-only in each stage; sandbox only
 * @param credentialMounts read-only in the run stage; sandbox only
 * @param stateDirectory the session state on this machine, or null when the run uses no session
 * @param statePath where the run stage finds it, null together with it
 * @param deadline of the whole attempt
 * @param grace between SIGTERM and SIGKILL
 * @param processes the most processes and threads, or null
 * @param mirror the directory on this machine in which the supervisor keeps the base branch's mirror, or null for none
 */
public record AttemptPlan(
        UUID run,
        int attempt,
        RunnerKind kind,
        Worker worker,
        List<String> program,
        List<Mount> mounts,
        List<Mount> credentialMounts,
        List<StagePlan> stages,
        String stateDirectory,
        SessionStatePath statePath,
        Duration deadline,
        Duration grace,
        Integer processes,
        String mirror) {
    public AttemptPlan {
        program = List.copyOf(program);
        mounts = List.copyOf(mounts);
        credentialMounts = List.copyOf(credentialMounts);
        stages = List.copyOf(stages);
    }

    public record Worker(int uid, int gid) {}

    /** A file or directory of this machine and where the sandbox shows it. */
    public record Mount(String source, String target) {}

    /** @param egress the only destinations that it may reach; none means that it has no way out at all */
    public record StagePlan(Stage stage, List<Destination> egress) {
        public StagePlan {
            egress = List.copyOf(egress);
        }
    }
}
