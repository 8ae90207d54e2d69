package dev.alfred.runner.stage;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.DetectedAgent;
import dev.alfred.contracts.runner.RunnerPaths;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.adapter.AgentCli;
import dev.alfred.runner.adapter.InstalledAgents;
import dev.alfred.runner.adapter.claude.ClaudeCode;
import dev.alfred.runner.adapter.codex.Codex;
import dev.alfred.runner.adapter.copilot.Copilot;
import dev.alfred.runner.adapter.grok.GrokBuild;
import dev.alfred.runner.adapter.opencode.OpenCode;
import dev.alfred.runner.supervisor.SuperviseCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The commands of the program inside a runner: {@code detect}, {@code prepare}, {@code run}, {@code publish}, and in a
 * pod {@code keep}; outside of it, {@code supervise}; beside a volume, {@code sweep-mirrors}; and where it is packaged,
 * {@code rehearse}.
 */
@Command(
        name = "agent-runner",
        subcommands = {SuperviseCommand.class, SweepMirrors.class, Rehearsal.class, CommandLine.HelpCommand.class})
public final class AgentRunner {
    static final String PROTOCOLS = "http:https";
    static final List<AgentCli> ADAPTERS =
            List.of(new ClaudeCode(), new Codex(), new OpenCode(), new Copilot(), new GrokBuild());

    private final PrintStream out;
    private final Layout layout;
    private final String protocols;
    private final InstalledAgents agents;

    AgentRunner(PrintStream out) {
        this(out, Layout.below(System.getenv("ALFRED_ROOT")), PROTOCOLS, agents(System.getenv("ALFRED_AGENTS_DIR")));
    }

    /** @param protocols by which a forge may be reached, as git names them */
    AgentRunner(PrintStream out, Layout layout, String protocols, InstalledAgents agents) {
        this.out = out;
        this.layout = layout;
        this.protocols = protocols;
        this.agents = agents;
    }

    @Command(name = "detect", description = "Tells which agent CLIs are installed, one JSON object a line.")
    int detect() throws IOException {
        try {
            for (DetectedAgent agent : agents.detect()) {
                out.println(ContractJson.mapper().writeValueAsString(agent));
            }
            return 0;
        } catch (AccessDeniedException e) {
            out.println(e.getMessage());
            return 1;
        } finally {
            out.flush();
        }
    }

    @Command(name = "prepare", description = "Makes the workspace and checks the session state.")
    int prepare() {
        return execution(Stage.PREPARE)
                .execute(
                        (output, cancellation) -> new PrepareStage(layout, protocols, output, cancellation).work(),
                        PrepareStage::failed);
    }

    @Command(name = "run", description = "Runs the agent.")
    int run() {
        return execution(Stage.RUN)
                .execute(
                        (output, cancellation) -> new RunStage(layout, agents, ADAPTERS, output, cancellation).work(),
                        RunStage::failed);
    }

    @Command(name = "publish", description = "Brings what was committed to the forge.")
    int publish() {
        return execution(Stage.PUBLISH)
                .execute(
                        (output, cancellation) -> new PublishStage(layout, protocols, output, cancellation).work(),
                        PublishStage::failed);
    }

    @Command(name = RunnerPaths.KEEP, description = "Takes into the mirror what prepare fetched.")
    int keep() {
        return new KeepMirror(layout, out, System.err).keep();
    }

    int stage(Stage stage) {
        return switch (stage) {
            case PREPARE -> prepare();
            case RUN -> run();
            case PUBLISH -> publish();
        };
    }

    private StageExecution execution(Stage stage) {
        return new StageExecution(stage, layout, out, System.err);
    }

    private static InstalledAgents agents(String configured) {
        return new InstalledAgents(
                configured == null || configured.isBlank() ? InstalledAgents.DEFAULT : Path.of(configured));
    }
}
