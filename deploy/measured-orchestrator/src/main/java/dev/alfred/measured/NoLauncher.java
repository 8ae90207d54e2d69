package dev.alfred.measured;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.runner.DetectedAgent;
import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.StageEnd;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runner.Termination;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.Detection;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.launch.RunnerRef;

/** Launches nothing: its attempts have ended at the first look, with the results of all three stages in their log. */
@Alternative
@Priority(1)
@ApplicationScoped
class NoLauncher implements RunnerLauncher {
    private final List<Observation.LogLines.Line> log = new ArrayList<>();
    private final Map<Stage, StageEnd> ends = new EnumMap<>(Stage.class);

    NoLauncher() {
        stage(Stage.PREPARE, new StageResult.Prepared(ExitReason.NONE, null, "c0ffee00", false, null, List.of()));
        LlmResult llm = new LlmResult(
                ExitReason.NONE,
                null,
                "Nothing was done.",
                "5d0c9f0e-2f7b-4f4e-8f3a-0c8a4e0f1b22",
                false,
                null,
                true,
                null,
                true,
                PromptForm.FULL,
                new Usage(100, 10, 20, null),
                null);
        stage(Stage.RUN, new StageResult.Ran(ExitReason.NONE, null, llm, "2.1.328", null));
        stage(Stage.PUBLISH, new StageResult.Published(ExitReason.NONE, null, "c0ffee00", 0, false));
    }

    private void stage(Stage stage, StageResult result) {
        byte[] json = json(result).getBytes(StandardCharsets.UTF_8);
        RunnerLine line = new RunnerLine.Result(stage, 1, 1, Base64.getEncoder().encodeToString(json));
        log.add(new Observation.LogLines.Line(stage, json(line)));
        Termination termination = new Termination(stage, ExitReason.NONE, null, null, null, json.length, sha256(json));
        ends.put(stage, new StageEnd(stage, 0, json(termination)));
    }

    @Override
    public RunnerKind kind() {
        return RunnerKind.SANDBOX;
    }

    @Override
    public RunnerRef reference(UUID run, int attempt) {
        return new RunnerRef(run, attempt, kind(), "nowhere", run + "-" + attempt);
    }

    @Override
    public LaunchOutcome launch(LaunchOrder order, StillWanted wanted) {
        if (!wanted.ask()) {
            return new LaunchOutcome.NotWanted();
        }
        return new LaunchOutcome.Launched(
                reference(order.spec().run(), order.spec().attempt()));
    }

    @Override
    public Observation observe(RunnerRef runner, long fromLine) {
        List<Observation.LogLines.Line> lines = log.subList((int) Math.min(fromLine, log.size()), log.size());
        return new Observation.Ended(ends, ExitReason.NONE, null, new Observation.LogLines(lines, log.size(), false));
    }

    @Override
    public void stop(RunnerRef runner, Duration grace) {
        // It has ended.
    }

    @Override
    public Renewal renew(RunnerRef runner, Stage stage, GitCredential credential) {
        return new Renewal.NotNeeded();
    }

    @Override
    public void remove(RunnerRef runner) {
        // It left nothing.
    }

    @Override
    public void removeLeftovers(PresentAttempts present) {
        // It left nothing.
    }

    @Override
    public Detection detect(String image, String pool) {
        return new Detection.Detected(
                List.of(new DetectedAgent(AdapterId.CLAUDE_CODE, "2.1.328", "/opt/agents/claude-code")));
    }

    private static String json(Object value) {
        try {
            return ContractJson.mapper().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a stage's result can't be written", e);
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
