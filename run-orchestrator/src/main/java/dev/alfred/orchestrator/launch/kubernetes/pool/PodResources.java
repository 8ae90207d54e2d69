package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.util.Map;
import java.util.TreeMap;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;

/** What a container gets where pool and launcher each say something: the pool's word counts, and the other gives way to it. */
public final class PodResources {
    private PodResources() {}

    /** @param pool null where it says nothing */
    public static ResourceRequirements of(
            ResourceRequirements pool, Map<String, Quantity> requests, Map<String, Quantity> limits) {
        Map<String, Quantity> wantedRequests = pool == null ? Map.of() : orNothing(pool.getRequests());
        Map<String, Quantity> wantedLimits = pool == null ? Map.of() : orNothing(pool.getLimits());
        Map<String, Quantity> finalLimits = new TreeMap<>(limits);
        wantedRequests.forEach((name, request) ->
                finalLimits.computeIfPresent(name, (ignored, limit) -> more(request, limit) ? request : limit));
        finalLimits.putAll(wantedLimits);
        Map<String, Quantity> finalRequests = new TreeMap<>(requests);
        finalLimits.forEach((name, limit) ->
                finalRequests.computeIfPresent(name, (ignored, request) -> more(request, limit) ? limit : request));
        finalRequests.putAll(wantedRequests);
        return new ResourceRequirementsBuilder()
                .withRequests(finalRequests)
                .withLimits(finalLimits)
                .build();
    }

    static boolean more(Quantity one, Quantity other) {
        return one.getNumericalAmount().compareTo(other.getNumericalAmount()) > 0;
    }

    static Map<String, Quantity> orNothing(Map<String, Quantity> quantities) {
        return quantities == null ? Map.of() : quantities;
    }
}
