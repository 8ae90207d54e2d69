package dev.alfred.orchestrator.launch;

import java.util.Comparator;
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
        // Where two know one kind, the one that was put in the other's place comes last.
        launchers
                .handlesStream()
                .sorted(Comparator.comparing(handle -> handle.getBean().isAlternative()))
                .map(Instance.Handle::get)
                .forEach(launcher -> byKind.put(launcher.kind(), launcher));
    }

    public Optional<RunnerLauncher> of(RunnerKind kind) {
        return Optional.ofNullable(byKind.get(kind));
    }

    public Set<RunnerKind> kinds() {
        return Set.copyOf(byKind.keySet());
    }
}
