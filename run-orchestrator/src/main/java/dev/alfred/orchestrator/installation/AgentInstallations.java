package dev.alfred.orchestrator.installation;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.contracts.runner.DetectedAgent;
import dev.alfred.contracts.session.SessionStatePath;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.orchestrator.AgentsConfig;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;

/** Which agents are installed where, and what their versions are verified to do. */
@ApplicationScoped
public class AgentInstallations implements PanacheRepositoryBase<AgentInstallationRow, AgentInstallationRow.Id> {
    private final AgentsConfig agents;

    AgentInstallations(AgentsConfig agents) {
        this.agents = agents;
    }

    @Transactional
    public Optional<AgentInstallation> find(RunnerKind runner, Optional<String> image, AdapterId adapter) {
        return findByIdOptional(new AgentInstallationRow.Id(runner.wire(), key(image), adapter.wire()))
                .map(AgentInstallations::installation);
    }

    @Transactional
    public List<AgentInstallation> all() {
        return find("order by id.runner, id.image, id.adapter").stream()
                .map(AgentInstallations::installation)
                .toList();
    }

    /** Where the adapter's CLI keeps its sessions; empty for one that has none to resume. */
    public Optional<SessionStatePath> statePath(AdapterId adapter) {
        return agent(adapter).flatMap(AgentsConfig.Agent::sessionStatePath).map(SessionStatePath::new);
    }

    /** What was found replaces what was known of that runner and image. */
    @Transactional
    public void replace(RunnerKind runner, Optional<String> image, List<DetectedAgent> found, Instant at) {
        delete("id.runner = ?1 and id.image = ?2", runner.wire(), key(image));
        getEntityManager().flush();
        getEntityManager().clear();
        for (DetectedAgent agent : found) {
            persist(row(runner, image, agent, at));
        }
    }

    private AgentInstallationRow row(RunnerKind runner, Optional<String> image, DetectedAgent agent, Instant at) {
        AgentInstallationRow row = new AgentInstallationRow();
        row.id = new AgentInstallationRow.Id(
                runner.wire(), key(image), agent.adapter().wire());
        row.version = agent.version();
        row.path = agent.path();
        row.resumableSessions = runner.isolated()
                && VerifiedVersions.of(agent(agent.adapter()).flatMap(AgentsConfig.Agent::resumeVersions))
                        .hold(agent.version());
        row.namedSessions = runner.isolated()
                && VerifiedVersions.of(agent(agent.adapter()).flatMap(AgentsConfig.Agent::nameVersions))
                        .hold(agent.version());
        row.detectedAt = at;
        return row;
    }

    private Optional<AgentsConfig.Agent> agent(AdapterId adapter) {
        return Optional.ofNullable(agents.byId().get(adapter.wire()));
    }

    private static String key(Optional<String> image) {
        return image.orElse(AgentInstallation.DEFAULT_IMAGE);
    }

    private static AgentInstallation installation(AgentInstallationRow row) {
        return new AgentInstallation(
                Wire.of(RunnerKind.class, row.id.runner()),
                row.id.image(),
                Wire.of(AdapterId.class, row.id.adapter()),
                row.version,
                row.path,
                row.resumableSessions,
                row.namedSessions,
                row.detectedAt);
    }
}
