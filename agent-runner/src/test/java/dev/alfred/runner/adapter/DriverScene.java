package dev.alfred.runner.adapter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.session.LlmRequest;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionRef;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.runner.adapter.session.PlainLogs;
import dev.alfred.runner.files.Trees;
import dev.alfred.runner.process.Cancellation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What tests of {@link AgentDriver} start from: a mailbox's session of one turn, which a run is to resume by a CLI that does as it is told. */
abstract class DriverScene {
    protected static final String PRIOR = "prior";
    protected static final String CHOSEN = "chosen";
    protected static final Duration TIMEOUT = Duration.ofHours(1);
    protected static final Duration NO_PAUSE = Duration.ZERO;

    @TempDir
    protected Path directory;

    protected Path state;
    protected Path workspace;
    protected int resets;
    protected List<RunnerLine> toldBeforeReset;
    protected boolean resettable = true;
    protected int retries = 1;
    protected Budget budget = Budget.NONE;
    protected Duration firstBackoff = NO_PAUSE;
    protected Instant now = Instant.parse("2026-01-31T00:00:00Z");
    protected final Cancellation cancellation = new Cancellation();
    protected final List<RunnerLine> lines = Collections.synchronizedList(new ArrayList<>());
    protected final CompletableFuture<Void> pausing = new CompletableFuture<>();

    @BeforeEach
    void aSessionOfOneTurn() throws IOException {
        state = Files.createDirectories(directory.resolve("state"));
        workspace = Files.createDirectories(directory.resolve("workspace"));
        Files.writeString(PlainLogs.file(state, PRIOR), "user - - %1$s\nmodel - - %1$s\n".formatted(PRIOR));
    }

    protected LlmResult work(ShellCli cli) throws IOException {
        AgentPlace place = new AgentPlace(
                Path.of("/bin/sh"),
                new AgentVersion(1, 0, 0),
                workspace,
                directory.resolve("home"),
                Map.of(),
                ModelProtocol.ANTHROPIC_MESSAGES,
                null,
                Map.of());
        AgentSettings settings = new AgentSettings(
                0, TIMEOUT, state, null, null, null, false, true, firstBackoff, Duration.ofSeconds(5));
        AgentDriver driver = new AgentDriver(cli, place, settings, this::told, this::reset, cancellation, () -> now);
        return driver.work(new LlmRequest(
                Phase.DEVELOPMENT,
                "model",
                "full",
                "delta",
                new SessionRef("branch", CHOSEN, PRIOR, ShellCli.STATE),
                TIMEOUT,
                retries,
                budget));
    }

    private void told(RunnerLine line) {
        lines.add(line);
        if (line instanceof RunnerLine.Log log && log.message().contains("the next try begins")) {
            pausing.complete(null);
        }
    }

    private boolean reset() throws IOException {
        resets++;
        toldBeforeReset = List.copyOf(lines);
        if (resettable) {
            Trees.empty(workspace);
        }
        return resettable;
    }

    protected long logged(Predicate<String> message) {
        return lines.stream()
                .filter(line -> line instanceof RunnerLine.Log log && message.test(log.message()))
                .count();
    }

    protected static void assertEnded(LlmResult result, ExitReason reason, ResumeFallback fallback) {
        assertThat(result.reason()).isEqualTo(reason);
        assertThat(result.resumeFallback()).isEqualTo(fallback);
    }
}
