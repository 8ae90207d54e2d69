package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.RunnerSpec;
import dev.alfred.contracts.runner.StageResult.Prepared;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.runner.files.Trees;
import dev.alfred.runner.process.Cancellation;
import dev.alfred.runner.workspace.Checkout;
import dev.alfred.runner.workspace.Git;
import dev.alfred.runner.workspace.GitCredentials;
import dev.alfred.runner.workspace.StateAdmission;
import dev.alfred.runner.workspace.TargetHistory;

/** The stage {@code prepare}: the checkout, the session state's safety check, and the agent's home. */
final class PrepareStage {
    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");
    private static final Duration GIT_TIMEOUT = Duration.ofMinutes(30);

    private final Layout layout;
    private final String protocols;
    private final StageOutput output;
    private final Cancellation cancellation;

    PrepareStage(Layout layout, String protocols, StageOutput output, Cancellation cancellation) {
        this.layout = layout;
        this.protocols = protocols;
        this.output = output;
        this.cancellation = cancellation;
    }

    static Prepared failed(ExitReason reason, String detail) {
        return new Prepared(reason, detail, null, false, null, List.of());
    }

    Prepared work() throws IOException {
        RunnerSpec spec = Spec.read(layout);
        if (!writable(spec)) {
            return failed(ExitReason.STATE_VOLUME_NOT_WRITABLE, "the session state's volume is not writable");
        }
        home(spec);
        own(layout.out());
        Trees.empty(layout.out());
        Path scratch = StageExecution.scratch();
        try (WayOut wayOut = WayOut.open(layout, spec.repository().cloneUrl())) {
            Git git = new Git(scratch, protocols, proxied(wayOut), cancellation, GIT_TIMEOUT);
            return checkOut(spec, git);
        } finally {
            Trees.remove(scratch);
        }
    }

    /** Git goes through the proxy even to a loopback address, where it has one. */
    static Map<String, String> proxied(WayOut wayOut) {
        Map<String, String> variables = new HashMap<>(wayOut.variables());
        variables.remove("no_proxy");
        variables.remove("NO_PROXY");
        return variables;
    }

    private Prepared checkOut(RunnerSpec spec, Git git) throws IOException {
        GitCredentials credentials = GitCredentials.from(
                layout.forgeCredentials(), spec.repository().cloneUrl(), output::masks, output::warn);
        try (ShownMirror mirror = ShownMirror.in(layout, output)) {
            return checkOut(spec, new Checkout(git, credentials, layout.repository(), mirror.generation()));
        }
    }

    private Prepared checkOut(RunnerSpec spec, Checkout checkout) throws IOException {
        return switch (checkout.make(spec)) {
            case Checkout.Outcome.Refused(ExitReason reason, String detail) -> failed(reason, detail);
            case Checkout.Outcome.Ready(
                    String commit,
                    boolean existed,
                    byte[] refs,
                    byte[] setup,
                    TargetHistory.Brought history) -> {
                if (history.note() != null) {
                    output.info(history.note());
                }
                output.info("checked out %s".formatted(commit));
                StateReport state = admitted(spec);
                Prepared prepared = new Prepared(
                        ExitReason.NONE, null, commit, existed, state.fallback(), state.rejected(), history.mirror());
                handOver(prepared, refs, setup);
                if (history.offer() != null) {
                    history.offer().write(layout.prepared().getParent());
                }
                yield prepared;
            }
        };
    }

    private void handOver(Prepared prepared, byte[] refs, byte[] setup) throws IOException {
        Files.createDirectories(layout.prepared().getParent());
        Files.copy(layout.repository().resolve(".git/config"), layout.gitConfig(), StandardCopyOption.REPLACE_EXISTING);
        Files.write(layout.gitRefs(), refs);
        if (setup != null) {
            Files.write(layout.setupScript(), setup);
            Files.setPosixFilePermissions(layout.setupScript(), OWN);
        }
        Files.write(layout.prepared(), ContractJson.mapper().writeValueAsBytes(prepared));
    }

    private boolean writable(RunnerSpec spec) {
        return spec.session() == null || Files.isDirectory(layout.state()) && Files.isWritable(layout.state());
    }

    private record StateReport(ResumeFallback fallback, List<String> rejected) {}

    /** Once there is a run that it is for: an attempt that ends before leaves the state, and the word on it, to the next. */
    private StateReport admitted(RunnerSpec spec) throws IOException {
        if (spec.session() == null) {
            return new StateReport(null, List.of());
        }
        Path real = layout.state().toRealPath();
        own(real);
        StateAdmission admission = StateAdmission.of(
                real, spec.limits().sessionStateMaxBytes(), spec.session().resumeId());
        admission.pruned().forEach(removed -> output.info("removed an older session from the state: " + removed));
        if (admission.objection() == null) {
            return new StateReport(null, List.of());
        }
        output.warn("the session state is rejected (%s) and emptied; a fresh session begins"
                .formatted(admission.objection()));
        admission.rejected().forEach(entry -> output.info("removed from the session state: " + entry));
        return new StateReport(ResumeFallback.STATE_REJECTED, admission.rejected());
    }

    private void home(RunnerSpec spec) throws IOException {
        own(layout.home());
        if (spec.session() == null) {
            return;
        }
        Path parent = layout.home();
        Path below =
                layout.home().relativize(layout.at(spec.session().statePath().value()));
        for (Path part : below) {
            parent = parent.resolve(part);
            own(parent);
        }
    }

    private static void own(Path directory) throws IOException {
        Files.createDirectories(directory);
        if (Files.getOwner(directory).equals(Files.getOwner(Path.of("/proc/self")))) {
            Files.setPosixFilePermissions(directory, OWN);
        }
    }
}
