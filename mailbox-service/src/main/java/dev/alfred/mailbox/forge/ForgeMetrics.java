package dev.alfred.mailbox.forge;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jakarta.inject.Singleton;

import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.mailbox.forge.model.ForgeAnswer;
import dev.alfred.mailbox.forge.model.ForgeFailure;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;

/** Counts what forges answer. */
@Singleton
@Startup
public class ForgeMetrics {
    public static final String REQUESTS = "alfred_forge_requests_total";

    private static final String OK = "ok";
    private static final List<String> OUTCOMES = List.of(
            OK,
            "unauthorized",
            "forbidden",
            "not_found",
            "gone",
            "moved",
            "conflict",
            "rejected",
            "rate_limited",
            "unreachable");

    private record Series(ForgeKind forge, String outcome) {}

    private final Map<Series, Counter> requests = new HashMap<>();

    ForgeMetrics(MeterRegistry registry) {
        for (ForgeKind forge : ForgeKind.values()) {
            for (String outcome : OUTCOMES) {
                requests.put(
                        new Series(forge, outcome),
                        Counter.builder(REQUESTS)
                                .description("Requests to forges by what they answered")
                                .tag("forge", forge.wire())
                                .tag("outcome", outcome)
                                .register(registry));
            }
        }
    }

    /** One request was answered so, or not at all. */
    public void requested(ForgeKind forge, ForgeAnswer<?> answer) {
        String outcome = switch (answer) {
            case ForgeAnswer.Ok<?> ignored -> OK;
            case ForgeAnswer.Failed<?>(ForgeFailure failure) -> failure.code();
        };
        requests.get(new Series(forge, outcome)).increment();
    }
}
