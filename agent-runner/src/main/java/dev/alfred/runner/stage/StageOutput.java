package dev.alfred.runner.stage;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.Texts;
import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.runner.Termination;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.files.Trees;

/**
 * A stage's only voice: masked JSON lines on standard output, the result in numbered parts, and the termination
 * message. Texts are bounded, and so is the number of lines before the result.
 */
public final class StageOutput {
    private static final int PART_BYTES = 9_000;
    private static final int TEXT_BYTES = 8 * 1024;
    private static final int DETAIL_BYTES = 1024;
    private static final int MOST_LINES = 20_000;

    private final Stage stage;
    private final PrintStream out;
    private final Masker masker;
    private final JsonMapper json = ContractJson.mapper();
    private int lines;

    public StageOutput(Stage stage, PrintStream out, Masker masker) {
        this.stage = stage;
        this.out = out;
        this.masker = masker;
    }

    public Stage stage() {
        return stage;
    }

    /** That text is a secret from now on. */
    public void masks(String secret) {
        masker.learn(secret);
    }

    public void info(String message) {
        line(new RunnerLine.Log(stage, "info", message));
    }

    public void warn(String message) {
        line(new RunnerLine.Log(stage, "warn", message));
    }

    /** Prints the line, unless there were too many; a session's id is always told. */
    public synchronized void line(RunnerLine line) {
        boolean always = line instanceof RunnerLine.Session;
        if (lines > MOST_LINES && !always) {
            return;
        }
        if (lines++ == MOST_LINES) {
            print(tree(new RunnerLine.Log(stage, "warn", "too many lines: the following ones are not shown")));
        }
        if (lines <= MOST_LINES || always) {
            print(masker.mask(tree(bounded(line))));
        }
    }

    /** Prints the result's parts; the last set printed is the one that counts. */
    public synchronized void result(StageResult result) {
        parts(masked(result));
    }

    /** Prints the final result and leaves the termination message that proves it whole. */
    public synchronized void end(StageResult result, Path termination) {
        byte[] whole = masked(result);
        Termination message = new Termination(
                stage,
                result.reason(),
                Texts.bounded(masker.mask(result.detail()), DETAIL_BYTES),
                result instanceof StageResult.Published published ? published.commit() : null,
                result instanceof StageResult.Ran ran && ran.llm() != null
                        ? ran.llm().sessionId()
                        : null,
                whole.length,
                sha256(whole));
        parts(whole);
        out.flush();
        try {
            Files.createDirectories(termination.getParent());
            leave(termination, json.writeValueAsBytes(message));
        } catch (IOException e) {
            throw new UncheckedIOException("the termination message can't be written", e);
        }
    }

    /** In a pod the file is there as a mount, which nobody can remove and make anew. */
    private static void leave(Path termination, byte[] message) throws IOException {
        try {
            Trees.replace(termination, message);
        } catch (FileSystemException e) {
            if (!Files.isRegularFile(termination, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
            Files.write(
                    termination,
                    message,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    LinkOption.NOFOLLOW_LINKS);
        }
    }

    private byte[] masked(StageResult result) {
        return masker.mask(tree(result)).toString().getBytes(StandardCharsets.UTF_8);
    }

    private void parts(byte[] whole) {
        int of = Math.max(1, (whole.length + PART_BYTES - 1) / PART_BYTES);
        for (int part = 1; part <= of; part++) {
            int from = (part - 1) * PART_BYTES;
            int length = Math.min(PART_BYTES, whole.length - from);
            byte[] slice = new byte[length];
            System.arraycopy(whole, from, slice, 0, length);
            print(tree(
                    new RunnerLine.Result(stage, part, of, Base64.getEncoder().encodeToString(slice))));
        }
    }

    private JsonNode tree(Object value) {
        return json.valueToTree(value);
    }

    private void print(JsonNode line) {
        try {
            out.write(json.writeValueAsBytes(line));
            out.write('\n');
            out.flush();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a line of the protocol can always be written as JSON", e);
        } catch (IOException e) {
            throw new UncheckedIOException("standard output is closed", e);
        }
    }

    private static RunnerLine bounded(RunnerLine line) {
        return switch (line) {
            case RunnerLine.Tool(String name, String summary) ->
                new RunnerLine.Tool(Texts.bounded(name, DETAIL_BYTES), Texts.bounded(summary, DETAIL_BYTES));
            case RunnerLine.Text(String text) -> new RunnerLine.Text(Texts.bounded(text, TEXT_BYTES));
            case RunnerLine.Log(Stage stage, String level, String message) ->
                new RunnerLine.Log(stage, level, Texts.bounded(message, TEXT_BYTES));
            case RunnerLine.Session session -> session;
            case RunnerLine.Used used -> used;
            case RunnerLine.Result result -> result;
        };
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
