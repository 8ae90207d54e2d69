package dev.alfred.orchestrator.supervision;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.StageEnd;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runner.Termination;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.MirrorUse;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.supervision.model.StageOutcome;

/** Puts a stage's result together from the numbered parts in its log, and proves it by the termination message. */
final class StageResults {
    private StageResults() {}

    static StageOutcome outcome(StageEnd end, List<RunnerLine.Result> parts) {
        if (end.exitCode() != 0 && end.exitCode() != 1) {
            return new StageOutcome.Killed(end.exitCode());
        }
        Optional<Termination> termination = termination(end);
        if (termination.isEmpty()) {
            return new StageOutcome.ResultLost("no readable termination message");
        }
        byte[] result = joined(end.stage(), parts);
        if (result.length != termination.get().size()
                || !sha256(result).equalsIgnoreCase(termination.get().sha256())) {
            return new StageOutcome.ResultLost(
                    "the result in the log is not the one that the termination message names");
        }
        return parsed(end.stage(), result)
                .filter(whole -> end.exitCode() == 0 || whole.reason() != ExitReason.NONE)
                .<StageOutcome>map(StageOutcome.Told::new)
                .orElseGet(() -> new StageOutcome.ResultLost("the result is none of this stage's"));
    }

    /** What the publish stage reported before it pushed, proven or not. */
    static Optional<StageResult.Published> reportedByPublish(List<RunnerLine.Result> parts) {
        return parsed(Stage.PUBLISH, joined(Stage.PUBLISH, parts))
                .map(StageResult.Published.class::cast)
                .filter(published -> published.commit() != null);
    }

    /** What the base branch's mirror was to prepare, by its own word, proven or not. */
    static Optional<MirrorUse> mirror(List<RunnerLine.Result> parts) {
        return parsed(Stage.PREPARE, joined(Stage.PREPARE, parts))
                .map(StageResult.Prepared.class::cast)
                .map(StageResult.Prepared::mirror);
    }

    /** The stage's termination message, where it left a readable one of its own. */
    static Optional<Termination> termination(StageEnd end) {
        if (end.termination() == null) {
            return Optional.empty();
        }
        try {
            Termination termination = ContractJson.mapper().readValue(end.termination(), Termination.class);
            return Optional.ofNullable(termination)
                    .filter(read -> read.stage() == end.stage() && read.sha256() != null);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static Optional<StageResult> parsed(Stage stage, byte[] json) {
        if (json.length == 0) {
            return Optional.empty();
        }
        try {
            StageResult result = ContractJson.mapper().readValue(json, StageResult.class);
            return Optional.ofNullable(result)
                    .filter(read -> stageOf(read) == stage && read.reason() != null && plausible(read));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean plausible(StageResult result) {
        return !(result instanceof StageResult.Ran ran)
                || ran.llm() == null
                || ran.llm().usage() == null
                || ran.llm().usage().plausible();
    }

    private static Stage stageOf(StageResult result) {
        return switch (result) {
            case StageResult.Prepared ignored -> Stage.PREPARE;
            case StageResult.Ran ignored -> Stage.RUN;
            case StageResult.Published ignored -> Stage.PUBLISH;
        };
    }

    /** The last complete set of parts; empty when one is missing or isn't base64. */
    private static byte[] joined(Stage stage, List<RunnerLine.Result> parts) {
        Map<Integer, RunnerLine.Result> byNumber = new TreeMap<>();
        for (RunnerLine.Result part : parts) {
            if (part.stage() == stage && part.data() != null) {
                byNumber.put(part.part(), part);
            }
        }
        int of = parts.stream()
                .filter(part -> part.stage() == stage)
                .reduce((first, second) -> second)
                .map(RunnerLine.Result::of)
                .orElse(0);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (int number = 1; number <= of; number++) {
            RunnerLine.Result part = byNumber.get(number);
            if (part == null) {
                return new byte[0];
            }
            try {
                whole.writeBytes(Base64.getDecoder().decode(part.data()));
            } catch (IllegalArgumentException e) {
                return new byte[0];
            }
        }
        return whole.toByteArray();
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
