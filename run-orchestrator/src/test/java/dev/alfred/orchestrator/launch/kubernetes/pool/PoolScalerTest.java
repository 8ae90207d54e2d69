package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.orchestrator.launch.kubernetes.KubernetesManifests;
import dev.alfred.orchestrator.pool.PoolMetrics;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceSubresourceScale;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The examples that scale a pool, beside the resource that they scale and the metric that they scale it by. */
@Tag("kubernetes")
class PoolScalerTest {
    private static final String HPA = "runnerpool-hpa.yaml";
    private static final String KEDA = "runnerpool-keda.yaml";
    private static final Pattern STATES = Pattern.compile("state=~\"([^\"]*)\"");

    private final KubernetesSerialization json = new KubernetesSerialization();
    private final CustomResourceDefinition pools = (CustomResourceDefinition)
            KubernetesManifests.read("runnerpools.yaml").getFirst();
    private final CustomResourceDefinitionVersion version =
            pools.getSpec().getVersions().getFirst();

    @ParameterizedTest
    @ValueSource(strings = {HPA, KEDA})
    void theTargetIsAPool(String example) {
        Map<?, ?> target = map(map(KubernetesManifests.example(example), "spec"), "scaleTargetRef");

        assertThat(target.get("apiVersion")).isEqualTo(pools.getSpec().getGroup() + "/" + version.getName());
        assertThat(target.get("kind")).isEqualTo(pools.getSpec().getNames().getKind());
        assertThat(target.get("name"))
                .asString()
                .matches(property(version.getSchema().getOpenAPIV3Schema(), "metadata", "name")
                        .getPattern());
        assertThat(map(KubernetesManifests.example(example), "metadata").get("namespace"))
                .isEqualTo("alfred-runners");
    }

    /** By these paths whoever scales reads and writes a pool; an HPA wants the selector, too. */
    @Test
    void aPoolCanBeScaled() {
        CustomResourceSubresourceScale scale = version.getSubresources().getScale();

        assertThat(version.getServed()).isTrue();
        for (String path :
                List.of(scale.getSpecReplicasPath(), scale.getStatusReplicasPath(), scale.getLabelSelectorPath())) {
            assertThat(property(
                            version.getSchema().getOpenAPIV3Schema(),
                            path.substring(1).split("\\.")))
                    .as(path)
                    .isNotNull();
        }
    }

    @Test
    void theAutoscalerHasOnlyFieldsThatThereAre() {
        Map<String, Object> written = KubernetesManifests.example(HPA);

        HorizontalPodAutoscaler read = json.convertValue(written, HorizontalPodAutoscaler.class);

        assertThat(known(read)).isEqualTo(written);
    }

    @Test
    void theBoundsArePossibleSizesOfAPool() {
        JSONSchemaProps replicas = property(version.getSchema().getOpenAPIV3Schema(), "spec", "replicas");
        Map<?, ?> autoscaler = map(KubernetesManifests.example(HPA), "spec");
        Map<?, ?> scaledObject = map(KubernetesManifests.example(KEDA), "spec");

        for (Object size : List.of(
                autoscaler.get("minReplicas"),
                autoscaler.get("maxReplicas"),
                scaledObject.get("minReplicaCount"),
                scaledObject.get("maxReplicaCount"),
                map(scaledObject, "fallback").get("replicas"))) {
            assertThat(((Number) size).doubleValue()).isBetween(replicas.getMinimum(), replicas.getMaximum());
        }
        // Without the gate HPAScaleToZero none goes lower.
        assertThat((Integer) autoscaler.get("minReplicas")).isPositive();
    }

    @Test
    void kedaAsksForTheRunsOfTheVeryPool() {
        Map<?, ?> spec = map(KubernetesManifests.example(KEDA), "spec");
        Map<?, ?> trigger = (Map<?, ?>) ((List<?>) spec.get("triggers")).getFirst();
        String query = (String) map(trigger, "metadata").get("query");

        asksForAllThatWantAPlace(query);
        assertThat(query).contains("pool=\"" + map(spec, "scaleTargetRef").get("name") + "\"");
        assertThat(trigger.get("metricType")).isEqualTo("AverageValue");
        assertThat(map(trigger, "metadata").get("threshold")).isEqualTo("1");
    }

    @Test
    void theAutoscalerAsksForTheRunsOfTheVeryPool() {
        Map<?, ?> spec = map(KubernetesManifests.example(HPA), "spec");
        Map<?, ?> external = map((Map<?, ?>) ((List<?>) spec.get("metrics")).getFirst(), "external");
        Map<?, ?> rules = map(KubernetesManifests.example("prometheus-adapter-rule.yaml"), "rules");
        Map<?, ?> rule = (Map<?, ?>) ((List<?>) rules.get("external")).getFirst();

        asksForAllThatWantAPlace((String) rule.get("metricsQuery"));
        assertThat(rule.get("seriesQuery")).asString().startsWith(PoolMetrics.RUNS + "{");
        assertThat(map(rule, "name").get("as"))
                .isEqualTo(map(external, "metric").get("name"));
        assertThat(map(map(map(external, "metric"), "selector"), "matchLabels"))
                .isEqualTo(Map.of("pool", map(spec, "scaleTargetRef").get("name")));
        assertThat(map(external, "target")).isEqualTo(Map.of("type", "AverageValue", "averageValue", "1"));
    }

    /** Not by the queue alone, which is empty as soon as its runs have begun; and each orchestrator tells the same. */
    private static void asksForAllThatWantAPlace(String query) {
        Matcher states = STATES.matcher(query);

        assertThat(query).startsWith("sum(max by (state) (" + PoolMetrics.RUNS + "{");
        assertThat(states.find()).isTrue();
        assertThat(states.group(1).split("\\|"))
                .containsExactlyElementsOf(
                        PoolMetrics.ACTIVE.stream().map(RunState::wire).toList());
    }

    /** What of it the type knows; what it doesn't, it keeps beside. */
    private Map<?, ?> known(HorizontalPodAutoscaler read) {
        HorizontalPodAutoscaler strict = json.clone(read);
        assertThat(strict.getAdditionalProperties()).isEmpty();
        assertThat(strict.getSpec().getAdditionalProperties()).isEmpty();
        assertThat(strict.getSpec().getScaleTargetRef().getAdditionalProperties())
                .isEmpty();
        assertThat(strict.getSpec().getBehavior().getAdditionalProperties()).isEmpty();
        assertThat(strict.getSpec().getBehavior().getScaleUp().getAdditionalProperties())
                .isEmpty();
        assertThat(strict.getSpec().getBehavior().getScaleDown().getAdditionalProperties())
                .isEmpty();
        assertThat(strict.getSpec().getMetrics()).allSatisfy(metric -> {
            assertThat(metric.getAdditionalProperties()).isEmpty();
            assertThat(metric.getExternal().getAdditionalProperties()).isEmpty();
            assertThat(metric.getExternal().getMetric().getAdditionalProperties())
                    .isEmpty();
            assertThat(metric.getExternal().getTarget().getAdditionalProperties())
                    .isEmpty();
        });
        return json.convertValue(strict, Map.class);
    }

    private static Map<?, ?> map(Map<?, ?> of, String key) {
        return (Map<?, ?>) of.get(key);
    }

    private static JSONSchemaProps property(JSONSchemaProps schema, String... path) {
        JSONSchemaProps found = schema;
        for (String part : path) {
            found = found == null ? null : found.getProperties().get(part);
        }
        return found;
    }
}
