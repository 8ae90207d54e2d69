package dev.alfred.runner.stage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runevents.AgentResult;
import dev.alfred.contracts.runner.RunnerSpec;
import dev.alfred.contracts.runner.StageResult.Prepared;
import dev.alfred.contracts.runner.StageResult.Ran;
import dev.alfred.contracts.session.LlmRequest;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.runner.adapter.AgentCli;
import dev.alfred.runner.adapter.AgentDriver;
import dev.alfred.runner.adapter.AgentPlace;
import dev.alfred.runner.adapter.AgentSettings;
import dev.alfred.runner.adapter.AgentVersion;
import dev.alfred.runner.adapter.InstalledAgents;
import dev.alfred.runner.adapter.LlmAdapter;
import dev.alfred.runner.adapter.api.ApiAdapter;
import dev.alfred.runner.adapter.api.ApiAdapters;
import dev.alfred.runner.adapter.api.ModelApi;
import dev.alfred.runner.files.Trees;
import dev.alfred.runner.process.Cancellation;
import dev.alfred.runner.process.ChildLimits;
import dev.alfred.runner.workspace.BranchPlan;
import dev.alfred.runner.workspace.Git;
import dev.alfred.runner.workspace.WorkspaceReset;

/** The stage {@code run}: the project's own setup, then the agent. */
final class RunStage {
    private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9_]{0,99}");
    private static final Duration GIT_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration FIRST_BACKOFF = Duration.ofSeconds(5);

    private final Layout layout;
    private final InstalledAgents agents;
    private final List<AgentCli> adapters;
    private final StageOutput output;
    private final Cancellation cancellation;
    private final Duration firstBackoff;

    RunStage(
            Layout layout,
            InstalledAgents agents,
            List<AgentCli> adapters,
            StageOutput output,
            Cancellation cancellation) {
        this(layout, agents, adapters, output, cancellation, FIRST_BACKOFF);
    }

    RunStage(
            Layout layout,
            InstalledAgents agents,
            List<AgentCli> adapters,
            StageOutput output,
            Cancellation cancellation,
            Duration firstBackoff) {
        this.layout = layout;
        this.agents = agents;
        this.adapters = adapters;
        this.output = output;
        this.cancellation = cancellation;
        this.firstBackoff = firstBackoff;
    }

    static Ran failed(ExitReason reason, String detail) {
        return new Ran(reason, detail, null, null, null);
    }

    Ran work() throws IOException {
        Ran ran = ran();
        Files.createDirectories(layout.ran().getParent());
        Trees.replace(layout.ran(), ContractJson.mapper().writeValueAsBytes(ran));
        return ran;
    }

    private Ran ran() throws IOException {
        RunnerSpec spec = Spec.read(layout);
        return spec.adapter().local() ? ranByCli(spec) : ranByApi(spec);
    }

    private Ran ranByApi(RunnerSpec spec) throws IOException {
        if (spec.phase().writes() || spec.session() != null) {
            return failed(
                    ExitReason.INVALID_REQUEST,
                    "%s serves phases that only read, and keeps no session"
                            .formatted(spec.adapter().wire()));
        }
        Path scratch = StageExecution.scratch();
        try (WayOut wayOut = WayOut.open(layout, spec.provider().baseUrl())) {
            ModelApi api = new ModelApi(
                    spec.provider().protocol(),
                    spec.provider().baseUrl(),
                    secrets(spec).values().stream().findFirst().orElse(null),
                    wayOut.variables());
            LlmAdapter adapter = ApiAdapters.open(
                    api,
                    layout.repository(),
                    new Git(scratch, "none", Map.of(), cancellation, GIT_TIMEOUT),
                    new ApiAdapter.Settings(
                            spec.limits().maxTurns(), spec.limits().silence(), firstBackoff),
                    output::line,
                    cancellation);
            return ended(adapter.work(request(spec)), null);
        } finally {
            Trees.remove(scratch);
        }
    }

    private Ran ranByCli(RunnerSpec spec) throws IOException {
        Optional<AgentCli> cli = adapters.stream()
                .filter(adapter -> adapter.id() == spec.adapter())
                .findFirst();
        Optional<Path> binary = agents.find(spec.adapter());
        if (cli.isEmpty() || binary.isEmpty()) {
            return failed(
                    ExitReason.INVALID_REQUEST,
                    "%s can't be run here".formatted(spec.adapter().wire()));
        }
        Optional<AgentVersion> version = agents.version(spec.adapter(), binary.get());
        if (version.isEmpty()) {
            return failed(
                    ExitReason.AGENT_FAILED,
                    "%s does not tell its version".formatted(spec.adapter().wire()));
        }
        Path scratch = StageExecution.scratch();
        try (WayOut wayOut = WayOut.open(layout, spec.provider().baseUrl())) {
            return ran(spec, cli.get(), place(spec, binary.get(), version.get(), wayOut), scratch);
        } finally {
            Trees.remove(scratch);
        }
    }

    private AgentPlace place(RunnerSpec spec, Path binary, AgentVersion version, WayOut wayOut) throws IOException {
        return new AgentPlace(
                binary,
                version,
                layout.repository(),
                layout.home(),
                secrets(spec),
                spec.provider().protocol(),
                spec.provider().baseUrl(),
                wayOut.variables());
    }

    private Map<String, String> secrets(RunnerSpec spec) throws IOException {
        Map<String, String> secrets = new LinkedHashMap<>();
        for (String name : spec.provider().secretEnvironment()) {
            if (!VARIABLE.matcher(name).matches()) {
                throw new IOException("a secret's variable has an unfit name");
            }
            secrets.put(
                    name,
                    Files.readString(layout.providerCredentials().resolve(name), StandardCharsets.UTF_8)
                            .strip());
        }
        return secrets;
    }

    private Ran ran(RunnerSpec spec, AgentCli cli, AgentPlace place, Path scratch) throws IOException {
        String version = place.version().toString();
        Prepared prepared = ContractJson.mapper().readValue(layout.prepared().toFile(), Prepared.class);
        ProjectSetup setup = new ProjectSetup(layout, place.proxy(), output, cancellation);
        Optional<String> objection = setup.run(spec.limits().setupTimeout());
        if (objection.isPresent()) {
            return new Ran(ExitReason.SETUP_FAILED, objection.get(), null, version, null);
        }
        Git git = new Git(scratch, "none", Map.of(), cancellation, GIT_TIMEOUT);
        AgentDriver driver = new AgentDriver(
                cli,
                place,
                settings(spec, cli, place.version(), prepared),
                output::line,
                () -> reset(spec, git, prepared, setup),
                cancellation);
        return ended(driver.work(request(spec)), version);
    }

    private Ran ended(LlmResult llm, String version) {
        if (cancellation.cancelled()) {
            return new Ran(ExitReason.CANCELLED, "the run was cancelled", llm, version, null);
        }
        return new Ran(
                llm.reason(), llm.detail(), llm, version, llm.reason() == ExitReason.NONE ? handedBack(llm) : null);
    }

    private AgentResult handedBack(LlmResult llm) {
        AgentResultFile.Reading reading = AgentResultFile.read(layout.out().resolve("result.json"), llm.text());
        if (reading.objection() != null) {
            output.warn("the agent's result file is not used: " + reading.objection());
        }
        return reading.result();
    }

    private AgentSettings settings(RunnerSpec spec, AgentCli cli, AgentVersion version, Prepared prepared)
            throws IOException {
        Path state = null;
        if (spec.session() != null) {
            Path mounted = layout.at(spec.session().statePath().value());
            Files.createDirectories(mounted);
            state = mounted.toRealPath();
        }
        return new AgentSettings(
                spec.limits().maxTurns(),
                spec.limits().silence(),
                state,
                spec.fingerprint(),
                spec.totals(),
                prepared.stateFallback(),
                spec.namedSession() && cli.capabilities(version).namedSessions(),
                spec.useDelta(),
                firstBackoff,
                ChildLimits.GRACE);
    }

    private LlmRequest request(RunnerSpec spec) throws IOException {
        return new LlmRequest(
                spec.phase(),
                spec.model(),
                Spec.fullPrompt(layout),
                Spec.deltaPrompt(layout).orElse(null),
                spec.session(),
                spec.limits().timeout(),
                spec.limits().retries(),
                spec.limits().budget());
    }

    private boolean reset(RunnerSpec spec, Git git, Prepared prepared, ProjectSetup setup) {
        WorkspaceReset reset =
                new WorkspaceReset(git, layout.repository(), layout.gitConfig(), layout.gitRefs(), layout.out());
        try {
            return reset.to(localBranch(spec, prepared), prepared.baseCommit())
                    && setup.run(spec.limits().setupTimeout()).isEmpty();
        } catch (IOException e) {
            output.warn("the workspace can't be put back for another start: " + e);
            return false;
        }
    }

    /** The branch that prepare left the workspace on. */
    private static String localBranch(RunnerSpec spec, Prepared prepared) {
        return BranchPlan.localBranch(
                spec.phase().writes(),
                spec.repository().branch(),
                prepared.branchExisted()
                        && (spec.repository().pushed() || !spec.repository().alfredsOwn()));
    }
}
