package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Toleration;

/** Finds what the schema lets through and no pod could be made of, before a run fails for it. */
final class PoolSpecCheck {
    private static final Pattern LABEL_NAME = Pattern.compile(
            "([a-z0-9][a-z0-9.-]{0,251}[a-z0-9]/|[a-z0-9]/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?");
    private static final Pattern LABEL_VALUE = Pattern.compile("([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?");

    private PoolSpecCheck() {}

    /** The first fault, in words for whoever wrote the resource. */
    static Optional<String> fault(PoolSpec spec) {
        return Stream.of(labels(spec), tolerations(spec), resources(spec))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> labels(PoolSpec spec) {
        return spec.nodeSelector().entrySet().stream()
                .filter(label -> !LABEL_NAME.matcher(label.getKey()).matches()
                        || !LABEL_VALUE.matcher(label.getValue()).matches())
                .map(label -> "spec.nodeSelector: %s=%s is no label".formatted(label.getKey(), label.getValue()))
                .findFirst();
    }

    private static Optional<String> tolerations(PoolSpec spec) {
        return spec.tolerations().stream()
                .map(PoolSpecCheck::toleration)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> toleration(Toleration toleration) {
        boolean exists = "Exists".equals(toleration.getOperator());
        boolean keyless = toleration.getKey() == null || toleration.getKey().isEmpty();
        boolean valued = toleration.getValue() != null && !toleration.getValue().isEmpty();
        if (exists && valued) {
            return Optional.of("spec.tolerations: the operator Exists takes no value");
        }
        if (!exists && keyless) {
            return Optional.of("spec.tolerations: without a key the operator has to be Exists");
        }
        if (!keyless && !LABEL_NAME.matcher(toleration.getKey()).matches()) {
            return Optional.of("spec.tolerations: %s is no taint's key".formatted(toleration.getKey()));
        }
        if (valued && !LABEL_VALUE.matcher(toleration.getValue()).matches()) {
            return Optional.of("spec.tolerations: %s is no taint's value".formatted(toleration.getValue()));
        }
        return toleration.getTolerationSeconds() != null && !"NoExecute".equals(toleration.getEffect())
                ? Optional.of("spec.tolerations: tolerationSeconds needs the effect NoExecute")
                : Optional.empty();
    }

    private static Optional<String> resources(PoolSpec spec) {
        if (spec.resources() == null) {
            return Optional.empty();
        }
        Map<String, Quantity> limits = PodResources.orNothing(spec.resources().getLimits());
        return PodResources.orNothing(spec.resources().getRequests()).entrySet().stream()
                .filter(request -> limits.containsKey(request.getKey())
                        && PodResources.more(request.getValue(), limits.get(request.getKey())))
                .map(request -> "spec.resources: %s of %s is requested, above its limit of %s"
                        .formatted(request.getValue(), request.getKey(), limits.get(request.getKey())))
                .findFirst();
    }
}
