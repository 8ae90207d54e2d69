package dev.alfred.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ComparisonTest {
    private final Comparison comparison = aComparison();

    @Test
    void printsMediansAndRatiosAsATable() {
        assertThat(comparison.table()).isEqualTo("""
                            few       many  ratio
                time   20.00 ms   30.00 ms   1.50  (10.00 to 90.00; 30.00 to 40.00)
                heap  1,000 MiB  1,100 MiB   1.10
                fsync: on
                """);
    }

    @Test
    void comparesOthersUnderTheirOwnHeading() throws Exception {
        comparison.next("clean", "churned");
        comparison.round("time after churn", "ms", 30, 33);

        assertThat(comparison.table()).isEqualTo("""
                                        few       many  ratio
                time               20.00 ms   30.00 ms   1.50  (10.00 to 90.00; 30.00 to 40.00)
                heap              1,000 MiB  1,100 MiB   1.10
                                      clean    churned  ratio
                time after churn   30.00 ms   33.00 ms   1.10
                fsync: on
                """);
        assertThat(new ObjectMapper()
                        .readTree(comparison.json())
                        .at("/medians/time after churn/churned")
                        .asDouble())
                .isEqualTo(33, within(1e-9));
    }

    @Test
    void givesTheSameFiguresAsOneLineOfJson() throws Exception {
        JsonNode json = new ObjectMapper().readTree(comparison.json());

        assertThat(comparison.json()).doesNotContain("\n");
        assertThat(json.path("bench").asText()).isEqualTo("example");
        assertThat(json.at("/ratios/time").asDouble()).isEqualTo(1.5, within(1e-9));
        assertThat(json.at("/ratios/heap").asDouble()).isEqualTo(1.1, within(1e-9));
        assertThat(json.at("/medians/time/few").asDouble()).isEqualTo(20, within(1e-9));
        assertThat(json.at("/medians/time/unit").asText()).isEqualTo("ms");
        assertThat(json.path("fsync").asText()).isEqualTo("on");
    }

    private static Comparison aComparison() {
        Comparison comparison = new Comparison("example", "few", "many");
        comparison.round("time", "ms", 10, 30);
        comparison.round("time", "ms", 90, 30);
        comparison.round("time", "ms", 20, 40);
        comparison.round("heap", "MiB", 1000, 1100);
        comparison.fact("fsync", "on");
        return comparison;
    }
}
