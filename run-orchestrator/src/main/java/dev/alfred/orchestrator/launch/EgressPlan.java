package dev.alfred.orchestrator.launch;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import dev.alfred.contracts.runner.Destination;
import dev.alfred.contracts.vocabulary.Stage;

/** Which hosts and ports each stage may reach, by the allow-listing proxy only; a stage that isn't named reaches nothing. */
public record EgressPlan(Map<Stage, List<Destination>> allowed) {
    public static final EgressPlan NOTHING = new EgressPlan(Map.of());

    public EgressPlan {
        Map<Stage, List<Destination>> copy = new EnumMap<>(Stage.class);
        allowed.forEach((stage, destinations) ->
                copy.put(stage, destinations.stream().distinct().toList()));
        allowed = Map.copyOf(copy);
    }

    public List<Destination> of(Stage stage) {
        return allowed.getOrDefault(stage, List.of());
    }
}
