package dev.alfred.orchestrator.installation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.session.SessionStatePath;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.orchestrator.AgentsConfig;
import io.quarkus.runtime.Startup;

/** What is configured of each agent's CLI, read at start: a service that would read it wrong doesn't start. */
@Startup
@ApplicationScoped
public class AgentProfiles {
    private static final Profile UNKNOWN =
            new Profile(Optional.empty(), VerifiedVersions.of(Optional.empty()), VerifiedVersions.of(Optional.empty()));

    private final Map<AdapterId, Profile> byAdapter;

    AgentProfiles(AgentsConfig config) {
        this.byAdapter = read(config);
    }

    /**
     * @param statePath where the CLI keeps its sessions in the runner; empty for one that has none to resume
     * @param resume the versions that resume sessions
     * @param name the versions that take a session's name
     */
    record Profile(Optional<SessionStatePath> statePath, VerifiedVersions resume, VerifiedVersions name) {}

    Profile of(AdapterId adapter) {
        return byAdapter.getOrDefault(adapter, UNKNOWN);
    }

    /** All that is wrong is told at once. */
    static Map<AdapterId, Profile> read(AgentsConfig config) {
        Map<AdapterId, Profile> profiles = new EnumMap<>(AdapterId.class);
        List<String> faults = new ArrayList<>();
        new TreeMap<>(config.byId())
                .forEach((id, agent) -> Wire.parse(AdapterId.class, id)
                        .ifPresentOrElse(
                                adapter -> profiles.put(adapter, new Reading(id, faults).profile(agent)),
                                () -> faults.add("alfred.agents.%s: there is no agent of that name".formatted(id))));
        if (!faults.isEmpty()) {
            throw new IllegalStateException("The agents' configuration can't be used: " + String.join("; ", faults));
        }
        return profiles;
    }

    private record Reading(String id, List<String> faults) {
        Profile profile(AgentsConfig.Agent agent) {
            return new Profile(
                    read("session-state-path", agent.sessionStatePath(), text -> text.map(SessionStatePath::new))
                            .orElse(Optional.empty()),
                    range("resume-versions", agent.resumeVersions()),
                    range("name-versions", agent.nameVersions()));
        }

        private VerifiedVersions range(String property, Optional<String> text) {
            return read(property, text, VerifiedVersions::of).orElse(UNKNOWN.resume());
        }

        private <T> Optional<T> read(String property, Optional<String> text, Function<Optional<String>, T> reading) {
            try {
                return Optional.of(reading.apply(text));
            } catch (IllegalArgumentException e) {
                faults.add("alfred.agents.%s.%s: %s".formatted(id, property, e.getMessage()));
                return Optional.empty();
            }
        }
    }
}
