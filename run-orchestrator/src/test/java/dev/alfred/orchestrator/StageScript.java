package dev.alfred.orchestrator;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.StageEnd;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runner.Termination;
import dev.alfred.contracts.vocabulary.Stage;

/** What a stage prints and leaves when it ends with a result, for tests. */
public record StageScript(StageResult result, int partBytes) {
    public static StageScript of(StageResult result) {
        return new StageScript(result, 48 * 1024);
    }

    public StageScript inPartsOf(int bytes) {
        return new StageScript(result, bytes);
    }

    public List<RunnerLine.Result> parts() {
        byte[] json = json(result).getBytes(StandardCharsets.UTF_8);
        int of = Math.max(1, (json.length + partBytes - 1) / partBytes);
        List<RunnerLine.Result> parts = new ArrayList<>();
        for (int part = 0; part < of; part++) {
            byte[] slice = Arrays.copyOfRange(json, part * partBytes, Math.min(json.length, (part + 1) * partBytes));
            parts.add(new RunnerLine.Result(
                    stage(), part + 1, of, Base64.getEncoder().encodeToString(slice)));
        }
        return parts;
    }

    public List<String> lines() {
        return parts().stream().map(StageScript::json).toList();
    }

    public StageEnd end(int exitCode) {
        byte[] json = json(result).getBytes(StandardCharsets.UTF_8);
        return new StageEnd(
                stage(),
                exitCode,
                json(new Termination(
                        stage(), result.reason(), result.detail(), null, null, json.length, sha256(json))));
    }

    public Stage stage() {
        return switch (result) {
            case StageResult.Prepared ignored -> Stage.PREPARE;
            case StageResult.Ran ignored -> Stage.RUN;
            case StageResult.Published ignored -> Stage.PUBLISH;
        };
    }

    public static String json(Object value) {
        try {
            return ContractJson.mapper().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
