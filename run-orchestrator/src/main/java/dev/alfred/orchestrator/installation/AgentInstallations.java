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
import dev.alfred.orchestrator.transaction.Grouped;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;

/** Which agents were found where, and what their versions may do by the ranges that are configured now. */
@ApplicationScoped
public class AgentInstallations implements PanacheRepositoryBase<AgentInstallationRow, AgentInstallationRow.Id> {
    private final AgentProfiles profiles;

    AgentInstallations(AgentProfiles profiles) {
        this.profiles = profiles;
    }

    @Grouped(Grouped.Kind.READS)
    @Transactional
    public Optional<AgentInstallation> find(RunnerKind runner, Optional<String> image, AdapterId adapter) {
        return findByIdOptional(new AgentInstallationRow.Id(runner.wire(), key(image), adapter.wire()))
                .map(this::installation);
    }

    @Transactional
    public List<AgentInstallation> all() {
        return find("order by id.runner, id.image, id.adapter").stream()
                .map(this::installation)
                .toList();
    }

    /** The images in which agents were found; empty for the launcher's own. */
    @Transactional
    List<Optional<String>> images(RunnerKind runner) {
        return find("id.runner", runner.wire()).stream()
                .map(row -> row.id.image())
                .distinct()
                .map(image -> Optional.of(image).filter(name -> !name.equals(AgentInstallation.DEFAULT_IMAGE)))
                .toList();
    }

    /** Where the adapter's CLI keeps its sessions; empty for one that has none to resume. */
    public Optional<SessionStatePath> statePath(AdapterId adapter) {
        return profiles.of(adapter).statePath();
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

    private static AgentInstallationRow row(
            RunnerKind runner, Optional<String> image, DetectedAgent agent, Instant at) {
        AgentInstallationRow row = new AgentInstallationRow();
        row.id = new AgentInstallationRow.Id(
                runner.wire(), key(image), agent.adapter().wire());
        row.version = agent.version();
        row.path = agent.path();
        row.detectedAt = at;
        return row;
    }

    private static String key(Optional<String> image) {
        return image.orElse(AgentInstallation.DEFAULT_IMAGE);
    }

    private AgentInstallation installation(AgentInstallationRow row) {
        RunnerKind runner = Wire.of(RunnerKind.class, row.id.runner());
        AdapterId adapter = Wire.of(AdapterId.class, row.id.adapter());
        AgentProfiles.Profile profile = profiles.of(adapter);
        return new AgentInstallation(
                runner,
                row.id.image(),
                adapter,
                row.version,
                row.path,
                runner.isolated() && profile.resume().hold(row.version),
                runner.isolated() && profile.name().hold(row.version),
                row.detectedAt);
    }
}
