package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.RunnerSpec;
import dev.alfred.contracts.runner.StageResult.Prepared;
import dev.alfred.contracts.runner.StageResult.Published;
import dev.alfred.contracts.runner.StageResult.Ran;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.runner.files.Trees;
import dev.alfred.runner.process.Cancellation;
import dev.alfred.runner.workspace.Git;
import dev.alfred.runner.workspace.GitCredentials;
import dev.alfred.runner.workspace.Publication;

/** The stage {@code publish}: brings commits to the forge in writing phases, and discards every change in the others. */
final class PublishStage {
    private static final Duration GIT_TIMEOUT = Duration.ofMinutes(30);
    private static final long HANDOVER_BYTES = 4L * 1024 * 1024;

    private final Layout layout;
    private final String protocols;
    private final StageOutput output;
    private final Cancellation cancellation;

    PublishStage(Layout layout, String protocols, StageOutput output, Cancellation cancellation) {
        this.layout = layout;
        this.protocols = protocols;
        this.output = output;
        this.cancellation = cancellation;
    }

    static Published failed(ExitReason reason, String detail) {
        return new Published(reason, detail, null, 0, false);
    }

    Published work() throws IOException {
        RunnerSpec spec = Spec.read(layout);
        Prepared prepared = ContractJson.mapper().readValue(layout.prepared().toFile(), Prepared.class);
        if (!spec.phase().writes()) {
            return new Published(
                    ExitReason.NONE, "a read-only phase: every change is discarded", prepared.baseCommit(), 0, false);
        }
        boolean leftovers =
                ranReason().filter(reason -> reason == ExitReason.NONE).isPresent();
        if (!leftovers) {
            output.warn("the run did not end by itself: what it left uncommitted is dropped");
        }
        Path scratch = StageExecution.scratch();
        try (WayOut wayOut = WayOut.open(layout, spec.repository().cloneUrl())) {
            Git git = new Git(scratch, protocols, PrepareStage.proxied(wayOut), cancellation, GIT_TIMEOUT);
            GitCredentials credentials = GitCredentials.from(
                    layout.forgeCredentials(), spec.repository().cloneUrl(), output::masks, output::warn);
            Publication publication = new Publication(git, credentials, layout.repository(), scratch, this::announce);
            Published published = publication.publish(spec, prepared.baseCommit(), prepared.branchExisted(), leftovers);
            if (published.reason() == ExitReason.NONE && published.detail() != null) {
                output.info(published.detail());
            }
            return published;
        } finally {
            Trees.remove(scratch);
        }
    }

    private void announce(Published planned) {
        output.info("about to push %s (%d commits)".formatted(planned.commit(), planned.commits()));
        output.result(planned);
    }

    /** How the run stage ended, by its own word: enough to decide on leftovers, and not trusted for more. */
    private Optional<ExitReason> ranReason() {
        Path ran = layout.ran();
        try {
            if (!Files.isRegularFile(ran, LinkOption.NOFOLLOW_LINKS) || Files.size(ran) > HANDOVER_BYTES) {
                return Optional.empty();
            }
            return Optional.ofNullable(ContractJson.mapper()
                    .readValue(Files.readAllBytes(ran), Ran.class)
                    .reason());
        } catch (IOException e) {
            output.warn("what the run stage handed over can't be read");
            return Optional.empty();
        }
    }
}
