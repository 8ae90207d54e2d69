package dev.alfred.conformance;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.session.LlmRequest;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ModelPrice;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.local.model.ScriptedModel;
import dev.alfred.runner.adapter.LlmAdapter;
import dev.alfred.runner.adapter.api.ApiAdapter;
import dev.alfred.runner.adapter.api.ApiAdapters;
import dev.alfred.runner.adapter.api.ModelApi;
import dev.alfred.runner.process.Cancellation;
import dev.alfred.runner.workspace.Git;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The adapters without a CLI, against the scripted model over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_METHOD)
class ModelApiTest {
    @TempDir
    private Path directory;

    private final List<RunnerLine> lines = new ArrayList<>();
    private final Cancellation cancellation = new Cancellation();
    private ScriptedModel model;
    private Path checkout;
    private int retries;
    private Budget budget = Budget.NONE;
    private Duration silence = Duration.ofMinutes(1);

    @BeforeEach
    void aCheckout() throws IOException {
        model = ScriptedModel.start(Files.createDirectory(directory.resolve("model")));
        checkout = Files.createDirectory(directory.resolve("checkout"));
        Files.writeString(checkout.resolve("README"), "MARK-readme\n");
    }

    @AfterEach
    void endTheModel() {
        model.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"ANTHROPIC_MESSAGES", "OPENAI_CHAT"})
    void readsInTheCheckoutAndAnswers(ModelProtocol protocol) throws IOException {
        LlmResult result = work(protocol, "MARK-first [[call:read_file {\"path\":\"README\"}]] [[usage:100,7,20]]");

        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.NONE);
        assertThat(result.text()).isEqualTo("seen MARK-first,MARK-readme");
        assertThat(result.usage()).as("two replies").isEqualTo(new Usage(200, 14, 40, null));
        assertThat(result.sessionId()).isNull();
        assertThat(result.resumable()).isFalse();
        assertThat(lines).contains(new RunnerLine.Tool("read_file", "README"));
    }

    @ParameterizedTest
    @CsvSource({
        "ANTHROPIC_MESSAGES,401,MODEL_AUTHENTICATION", "ANTHROPIC_MESSAGES,400,MODEL_ERROR",
        "ANTHROPIC_MESSAGES,529,MODEL_ERROR", "OPENAI_CHAT,401,MODEL_AUTHENTICATION",
        "OPENAI_CHAT,403,MODEL_AUTHENTICATION", "OPENAI_CHAT,429,MODEL_ERROR",
    })
    void tellsHowTheModelFailed(ModelProtocol protocol, int status, ExitReason reason) throws IOException {
        LlmResult result = work(protocol, "MARK-first [[err:%d]]".formatted(status));

        assertThat(result.reason()).isEqualTo(reason);
        assertThat(result.detail()).contains(Integer.toString(status)).doesNotContain("made-up-key");
        assertThat(result.spoke()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"ANTHROPIC_MESSAGES", "OPENAI_CHAT"})
    void triesAgainAsOftenAsAllowed(ModelProtocol protocol) throws IOException {
        retries = 2;

        assertThat(work(protocol, "MARK-first [[err:529*2]]").text()).isEqualTo("seen MARK-first");
        assertThat(work(protocol, "MARK-second [[err:529*3]]").reason()).isEqualTo(ExitReason.MODEL_ERROR);
    }

    @ParameterizedTest
    @EnumSource(names = {"ANTHROPIC_MESSAGES", "OPENAI_CHAT"})
    void givesUpAModelThatNeverAnswers(ModelProtocol protocol) throws IOException {
        silence = Duration.ofSeconds(1);

        assertThat(work(protocol, "MARK-first [[hang]]").reason()).isIn(ExitReason.SILENCE, ExitReason.MODEL_ERROR);
    }

    @ParameterizedTest
    @EnumSource(names = {"ANTHROPIC_MESSAGES", "OPENAI_CHAT"})
    void endsWhenTheRunIsCancelled(ModelProtocol protocol) {
        CompletableFuture<LlmResult> result = CompletableFuture.supplyAsync(() -> {
            try {
                return work(protocol, "MARK-first [[hang]]");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        Awaitility.await().until(() -> !model.requests().isEmpty());

        cancellation.cancel();

        assertThat(result.join().reason()).isEqualTo(ExitReason.CANCELLED);
    }

    @ParameterizedTest
    @EnumSource(names = {"ANTHROPIC_MESSAGES", "OPENAI_CHAT"})
    void endsBeforeItAsksTheModelForMoreThanItMayUse(ModelProtocol protocol) throws IOException {
        budget = new Budget(
                new BigDecimal("0.0005"),
                0,
                new ModelPrice(new BigDecimal("3"), new BigDecimal("0.3"), new BigDecimal("15")));

        LlmResult result = work(protocol, "MARK-first [[usage:100,7,20]] [[call:list_directory {\"path\":\".\"}]]");

        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.BUDGET);
        assertThat(result.usage()).isEqualTo(new Usage(100, 7, 20, new BigDecimal("0.0006021")));
        assertThat(model.requests()).hasSize(1);
    }

    private LlmResult work(ModelProtocol protocol, String prompt) throws IOException {
        Path scratch = Files.createTempDirectory(directory, "git-");
        LlmAdapter adapter = ApiAdapters.open(
                new ModelApi(
                        protocol,
                        protocol == ModelProtocol.ANTHROPIC_MESSAGES ? model.url() : model.url() + "/v1",
                        "made-up-key",
                        Map.of()),
                checkout,
                new Git(scratch, "none", Map.of(), cancellation, Duration.ofMinutes(1)),
                new ApiAdapter.Settings(20, silence, Duration.ofMillis(10)),
                lines::add,
                cancellation);
        return adapter.work(
                new LlmRequest(Phase.ANALYSIS, "scripted", prompt, null, null, Duration.ofMinutes(2), retries, budget));
    }
}
