package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Condition;

/**
 * How a pool is.
 *
 * @param replicas runs that hold a place; above {@code spec.replicas} while it drains
 * @param queued runs that wait for one
 * @param selector finds the pool's pods, for an HPA
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PoolStatus(
        Integer replicas, Integer queued, String selector, Long observedGeneration, List<Condition> conditions) {
    public PoolStatus {
        conditions = conditions == null ? List.of() : conditions;
    }
}
