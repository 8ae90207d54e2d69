package dev.alfred.orchestrator.launch.kubernetes.pool;

import java.util.List;
import java.util.Map;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("kubernetes")
class PoolSpecCheckTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
                    dedicated | Equal | agents | NoSchedule | - | -
                    dedicated | - | agents | - | - | -
                    dedicated | Exists | - | NoExecute | 60 | -
                    - | Exists | - | - | - | -
                    dedicated | Exists | agents | - | - | takes no value
                    - | Equal | agents | - | - | without a key
                    - | - | - | - | - | without a key
                    a key | Exists | - | - | - | no taint's key
                    dedicated | Equal | a value | - | - | no taint's value
                    dedicated | Exists | - | NoSchedule | 60 | needs the effect NoExecute
                    """)
    void aTolerationIsOneThatAPodMayHave(
            String key, String operator, String value, String effect, Long seconds, String fault) {
        PoolSpec spec = new PoolSpec(
                1,
                null,
                null,
                List.of(new Toleration(effect, key, operator, seconds, value)),
                null,
                null,
                null,
                null,
                null);

        says(spec, fault);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
                    disk | fast | -
                    example.test/disk | fast.1_2-3 | -
                    disk | '' | -
                    a disk | fast | a disk=fast is no label
                    example.test/ | fast | is no label
                    disk | very fast | is no label
                    """)
    void aNodeSelectorIsMadeOfLabels(String key, String value, String fault) {
        says(new PoolSpec(1, null, Map.of(key, value), null, null, null, null, null, null), fault);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
                    cpu | 1 | cpu | 1000m | -
                    cpu | 1 | memory | 1 | -
                    memory | 1Gi | memory | 2Gi | -
                    memory | 1025Mi | memory | 1Gi | 1025Mi of memory is requested, above its limit of 1Gi
                    """)
    void nothingIsRequestedAboveItsLimit(String requested, String request, String limited, String limit, String fault) {
        says(
                spec(new ResourceRequirementsBuilder()
                        .addToRequests(requested, new Quantity(request))
                        .addToLimits(limited, new Quantity(limit))
                        .build()),
                fault);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
                    - | - | 500m | 2
                    1 | - | 1 | 2
                    3 | - | 3 | 3
                    - | 250m | 250m | 250m
                    - | 8 | 500m | 8
                    1 | 4 | 1 | 4
                    """)
    void whatThePoolSaysCountsAndTheLaunchersOwnGivesWay(
            String request, String limit, String finalRequest, String finalLimit) {
        ResourceRequirementsBuilder pool = new ResourceRequirementsBuilder();
        if (request != null) {
            pool.addToRequests("cpu", new Quantity(request));
        }
        if (limit != null) {
            pool.addToLimits("cpu", new Quantity(limit));
        }

        ResourceRequirements resources =
                PodResources.of(pool.build(), Map.of("cpu", new Quantity("500m")), Map.of("cpu", new Quantity("2")));

        assertThat(resources.getRequests()).isEqualTo(Map.of("cpu", new Quantity(finalRequest)));
        assertThat(resources.getLimits()).isEqualTo(Map.of("cpu", new Quantity(finalLimit)));
    }

    @Test
    void whatTheLauncherKnowsNothingOfIsHandedOn() {
        ResourceRequirements resources = PodResources.of(
                new ResourceRequirementsBuilder()
                        .addToLimits("example.test/gpu", new Quantity("1"))
                        .build(),
                Map.of("cpu", new Quantity("1")),
                Map.of("cpu", new Quantity("2")));

        assertThat(resources.getLimits()).containsEntry("example.test/gpu", new Quantity("1"));
        assertThat(resources.getRequests()).isEqualTo(Map.of("cpu", new Quantity("1")));
    }

    private static PoolSpec spec(ResourceRequirements resources) {
        return new PoolSpec(1, null, null, null, null, null, null, null, resources);
    }

    private static void says(PoolSpec spec, String fault) {
        if (fault == null) {
            assertThat(PoolSpecCheck.fault(spec)).isEmpty();
        } else {
            assertThat(PoolSpecCheck.fault(spec))
                    .hasValueSatisfying(
                            told -> assertThat(told).startsWith("spec.").contains(fault));
        }
    }
}
