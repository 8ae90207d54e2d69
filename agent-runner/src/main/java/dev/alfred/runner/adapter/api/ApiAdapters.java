package dev.alfred.runner.adapter.api;

import java.nio.file.Path;
import java.util.function.Consumer;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.runner.adapter.LlmAdapter;
import dev.alfred.runner.process.Cancellation;
import dev.alfred.runner.workspace.Git;

/** Makes the adapters of the model APIs. */
public final class ApiAdapters {
    private ApiAdapters() {}

    /** @param checkout all that the model gets to see */
    public static LlmAdapter open(
            ModelApi api,
            Path checkout,
            Git git,
            ApiAdapter.Settings settings,
            Consumer<RunnerLine> lines,
            Cancellation cancellation) {
        return new ApiAdapter(api, new CheckoutTools(checkout, git), settings, lines, cancellation);
    }
}
