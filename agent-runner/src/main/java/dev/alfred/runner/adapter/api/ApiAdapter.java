package dev.alfred.runner.adapter.api;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.session.LlmCapabilities;
import dev.alfred.contracts.session.LlmRequest;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.adapter.Backoff;
import dev.alfred.runner.adapter.LlmAdapter;
import dev.alfred.runner.adapter.ModelFailure;
import dev.alfred.runner.process.Cancellation;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;

/**
 * Does a read-only phase's work with a model's API and no CLI: the model may read, list and search in the checkout, and what
 * it says at last is the result. It keeps no session. One instance a run.
 */
public final class ApiAdapter implements LlmAdapter {
    private static final Duration WORTH_STARTING = Duration.ofSeconds(1);

    private final ModelApi api;
    private final CheckoutTools tools;
    private final Settings settings;
    private final Consumer<RunnerLine> lines;
    private final Backoff backoff;
    private final CompletableFuture<Void> cancelled = new CompletableFuture<>();

    private LlmRequest request;
    private Instant deadline;
    private Usage usage = Usage.NOTHING;
    private boolean spoke;
    private int retries;

    /**
     * @param maxTurns stops a model that loops
     * @param silence how long one answer may take
     * @param firstBackoff before the first retry; doubled for each further one
     */
    public record Settings(int maxTurns, Duration silence, Duration firstBackoff) {}

    ApiAdapter(
            ModelApi api,
            CheckoutTools tools,
            Settings settings,
            Consumer<RunnerLine> lines,
            Cancellation cancellation) {
        this.api = api;
        this.tools = tools;
        this.settings = settings;
        this.lines = lines;
        this.backoff = new Backoff(settings.firstBackoff(), cancellation);
        cancellation.onCancel(() -> cancelled.complete(null));
    }

    @Override
    public LlmCapabilities capabilities() {
        return new LlmCapabilities(false, false, null);
    }

    @Override
    public LlmResult work(LlmRequest work) {
        request = work;
        deadline = Instant.now().plus(work.timeout());
        List<ChatMessage> conversation = new ArrayList<>();
        conversation.add(UserMessage.from(work.fullPrompt()));
        for (int turn = 1; turn <= settings.maxTurns(); turn++) {
            switch (answer(conversation)) {
                case Answer.Ended(ExitReason reason, String detail) -> {
                    return result(reason, detail, null);
                }
                case Answer.Said(AiMessage message) -> {
                    if (!message.hasToolExecutionRequests()) {
                        return result(ExitReason.NONE, null, message.text());
                    }
                    conversation.add(message);
                    message.toolExecutionRequests().forEach(call -> conversation.add(executed(call)));
                }
            }
            if (work.budget().exceededBy(usage)) {
                return result(
                        ExitReason.BUDGET,
                        "the run's budget is used up (%s)"
                                .formatted(work.budget().told(usage)),
                        null);
            }
        }
        return result(ExitReason.BUDGET, "the model came to no end in %d turns".formatted(settings.maxTurns()), null);
    }

    private sealed interface Answer {
        record Said(AiMessage message) implements Answer {}

        record Ended(ExitReason reason, String detail) implements Answer {}
    }

    /** The model's next message, tried again where that may help. */
    private Answer answer(List<ChatMessage> conversation) {
        while (true) {
            try {
                ChatResponse response = ask(conversation);
                told(response);
                return new Answer.Said(response.aiMessage());
            } catch (TimeoutException e) {
                return left().isZero()
                        ? new Answer.Ended(ExitReason.TIMEOUT, "the run's time is up")
                        : new Answer.Ended(ExitReason.SILENCE, "the model gave no answer for too long");
            } catch (Cancelled e) {
                return new Answer.Ended(ExitReason.CANCELLED, "the run was cancelled");
            } catch (ExecutionException e) {
                ModelFailure failure = ApiFailures.failure(e.getCause());
                String words = ApiFailures.words(e.getCause());
                if (failure != ModelFailure.TRANSIENT
                        || retries >= request.retries()
                        || left().compareTo(WORTH_STARTING) <= 0) {
                    return new Answer.Ended(reason(failure), words);
                }
                if (!backedOff(words)) {
                    return new Answer.Ended(ExitReason.CANCELLED, "the run was cancelled");
                }
            }
        }
    }

    private static ExitReason reason(ModelFailure failure) {
        return switch (failure) {
            case AUTHENTICATION -> ExitReason.MODEL_AUTHENTICATION;
            case TRANSIENT, PERMANENT -> ExitReason.MODEL_ERROR;
            case NONE -> ExitReason.AGENT_FAILED;
        };
    }

    private ChatResponse ask(List<ChatMessage> conversation) throws TimeoutException, ExecutionException, Cancelled {
        Duration patience = settings.silence().compareTo(left()) < 0 ? settings.silence() : left();
        ChatModel model = ChatModels.of(api, request.model(), patience);
        CompletableFuture<ChatResponse> response = new CompletableFuture<>();
        Thread asking = Thread.ofVirtual().start(() -> {
            try {
                response.complete(model.chat(ChatRequest.builder()
                        .messages(conversation)
                        .toolSpecifications(tools.specifications())
                        .build()));
            } catch (RuntimeException e) {
                response.completeExceptionally(e);
            }
        });
        try {
            CompletableFuture.anyOf(response, cancelled).get(Math.max(1, patience.toMillis()), TimeUnit.MILLISECONDS);
            if (!response.isDone()) {
                throw new Cancelled();
            }
            return response.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Cancelled();
        } finally {
            asking.interrupt();
        }
    }

    private void told(ChatResponse response) {
        usage = usage.plus(request.budget().priced(ApiUsage.of(response.tokenUsage())));
        lines.accept(new RunnerLine.Used(usage));
        AiMessage message = response.aiMessage();
        spoke = true;
        if (message.text() != null && !message.text().isBlank()) {
            lines.accept(new RunnerLine.Text(message.text()));
        }
    }

    private ToolExecutionResultMessage executed(ToolExecutionRequest call) {
        lines.accept(new RunnerLine.Tool(call.name(), CheckoutTools.summary(call)));
        return ToolExecutionResultMessage.from(call, tools.execute(call));
    }

    /** False when the run was cancelled meanwhile. */
    private boolean backedOff(String words) {
        Duration most = left().minus(WORTH_STARTING);
        retries++;
        lines.accept(new RunnerLine.Log(
                Stage.RUN,
                "info",
                "the model could not answer (%s); the next try begins in %d s"
                        .formatted(words, backoff.within(most).toSeconds())));
        return backoff.pause(most);
    }

    private LlmResult result(ExitReason reason, String detail, String text) {
        return new LlmResult(reason, detail, text, null, false, null, false, null, spoke, PromptForm.FULL, usage, null);
    }

    private Duration left() {
        Duration left = Duration.between(Instant.now(), deadline);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private static final class Cancelled extends Exception {
        private static final long serialVersionUID = 1L;
    }
}
