package dev.alfred.orchestrator.launch;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;

import dev.alfred.contracts.vocabulary.RunnerKind;

/** The launchers that this instance has, by runner kind; a kind that is not enabled here is absent. */
@ApplicationScoped
public class Launchers {
    private final Map<RunnerKind, RunnerLauncher> byKind = new EnumMap<>(RunnerKind.class);

    public Launchers(@Any Instance<RunnerLauncher> launchers) {
        launchers.stream().forEach(launcher -> byKind.put(launcher.kind(), launcher));
    }

    public Optional<RunnerLauncher> of(RunnerKind kind) {
        return Optional.ofNullable(byKind.get(kind));
    }

    public Set<RunnerKind> kinds() {
        return Set.copyOf(byKind.keySet());
    }
}
