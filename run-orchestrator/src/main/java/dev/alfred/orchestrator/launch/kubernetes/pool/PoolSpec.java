package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;

/**
 * What a pool is to be.
 *
 * @param replicas how many runs at once
 * @param image of runs that name none; null: the launcher's own
 * @param mirrorClaimName the claim of its projects' mirrors; null: the launcher's own
 * @param resources of each stage; null, or what is not in it: the launcher's own
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PoolSpec(
        Integer replicas,
        String image,
        Map<String, String> nodeSelector,
        List<Toleration> tolerations,
        String priorityClassName,
        String runtimeClassName,
        String queueName,
        String mirrorClaimName,
        ResourceRequirements resources) {
    /** All as the launcher is configured. */
    public static final PoolSpec NOTHING = new PoolSpec(null, null, null, null, null, null, null, null, null);

    public PoolSpec {
        nodeSelector = nodeSelector == null ? Map.of() : nodeSelector;
        tolerations = tolerations == null ? List.of() : tolerations;
    }

    /** What of it is about its pods, and not about how many there are. */
    PoolSpec ofPods() {
        return new PoolSpec(
                null,
                null,
                nodeSelector,
                tolerations,
                priorityClassName,
                runtimeClassName,
                queueName,
                mirrorClaimName,
                resources);
    }

    public Optional<String> priorityClass() {
        return Optional.ofNullable(priorityClassName);
    }

    public Optional<String> runtimeClass() {
        return Optional.ofNullable(runtimeClassName);
    }

    public Optional<String> mirrorClaim() {
        return Optional.ofNullable(mirrorClaimName);
    }

    public Optional<String> queue() {
        return Optional.ofNullable(queueName);
    }
}
