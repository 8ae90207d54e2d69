package dev.alfred.orchestrator.installation;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.orchestrator.OrchestratorConfig;
import dev.alfred.orchestrator.launch.Detection;
import dev.alfred.orchestrator.launch.Launchers;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.pool.RunnerPool;
import dev.alfred.orchestrator.pool.RunnerPools;
import io.quarkus.scheduler.Scheduled;
import org.jboss.logging.Logger;

/**
 * Looks into runner images (and at the host) for agents: at start, now and then, on demand, and before a run in an image
 * that was not seen before or in which another version turned up than was found there.
 */
@ApplicationScoped
public class AgentDetection {
    private static final Logger LOG = Logger.getLogger(AgentDetection.class);
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final Launchers launchers;
    private final AgentInstallations installations;
    private final RunnerPools pools;
    private final OrchestratorConfig config;
    private final ReentrantLock looking = new ReentrantLock();
    private final Map<Place, Instant> lookedAt = new ConcurrentHashMap<>();
    private final Set<Place> doubted = ConcurrentHashMap.newKeySet();
    private final Map<Place, String> problems = new ConcurrentHashMap<>();
    /** The pool whose run looked there last. */
    private final Map<Place, String> lookedFrom = new ConcurrentHashMap<>();

    AgentDetection(
            Launchers launchers, AgentInstallations installations, RunnerPools pools, OrchestratorConfig config) {
        this.launchers = launchers;
        this.installations = installations;
        this.pools = pools;
        this.config = config;
    }

    private volatile Instant nextLook = Instant.MIN;

    private record Place(RunnerKind kind, Optional<String> image) {}

    /** How one look went. */
    public record Look(RunnerKind runner, String image, int agents, String problem) {}

    /** Asks often whether a look is due, since a start that takes long would miss the first of rare occasions. */
    @Scheduled(
            every = "PT10S",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    void scheduled() {
        if (Instant.now().isAfter(nextLook)) {
            detectAll();
        }
    }

    /** Looks into every image of every runner kind that this instance launches. */
    public List<Look> detectAll() {
        looking.lock();
        try {
            nextLook = Instant.now().plus(config.detection().every());
            List<Look> looks = new ArrayList<>();
            List<RunnerPool> known = pools.all();
            for (RunnerKind kind : launchers.kinds()) {
                for (Optional<String> image : images(kind, known)) {
                    looks.add(detect(kind, image, pool(new Place(kind, image), known)));
                }
            }
            return looks;
        } finally {
            looking.unlock();
        }
    }

    /** The one whose run looked there last, as long as it is there, else one whose runs use the image by themselves. */
    private Optional<String> pool(Place place, List<RunnerPool> known) {
        List<RunnerPool> there =
                known.stream().filter(pool -> pool.runner() == place.kind()).toList();
        String last = lookedFrom.get(place);
        return there.stream()
                .filter(pool -> pool.name().equals(last))
                .findFirst()
                .or(() -> there.stream()
                        .filter(pool -> pool.image().equals(place.image()))
                        .max(Comparator.comparingInt(RunnerPool::capacity)))
                .map(RunnerPool::name);
    }

    /**
     * Looks into one image for a run of that pool, unless that happened a moment ago; false, and at once, where a look is
     * under way.
     */
    public boolean detectIfNew(RunnerKind kind, Optional<String> image, String pool) {
        if (!looking.tryLock()) {
            return false;
        }
        try {
            Instant last = lookedAt.get(new Place(kind, image));
            if (last == null || last.plus(PAUSE).isBefore(Instant.now())) {
                lookedFrom.put(new Place(kind, image), pool);
                detect(kind, image, Optional.of(pool));
            }
            return true;
        } finally {
            looking.unlock();
        }
    }

    /** An agent there told of another version than was found: the image changed behind its name. */
    public void doubt(RunnerKind kind, Optional<String> image) {
        lookedAt.remove(new Place(kind, image));
        doubted.add(new Place(kind, image));
    }

    public boolean doubts(RunnerKind kind, Optional<String> image) {
        return doubted.contains(new Place(kind, image));
    }

    /** Why the last look there failed, where it did. */
    public Optional<String> problem(RunnerKind kind, Optional<String> image) {
        return Optional.ofNullable(problems.get(new Place(kind, image)));
    }

    private Look detect(RunnerKind kind, Optional<String> image, Optional<String> pool) {
        Place place = new Place(kind, image);
        lookedAt.put(place, Instant.now());
        doubted.remove(place);
        RunnerLauncher launcher = launchers.of(kind).orElseThrow();
        String name = image.orElse(AgentInstallation.DEFAULT_IMAGE);
        return switch (checked(look(launcher, image, pool))) {
            case Detection.Detected(var agents) -> {
                problems.remove(place);
                installations.replace(kind, image, agents, Instant.now().truncatedTo(ChronoUnit.MICROS));
                LOG.infof("Agents detected: runner=%s image=%s agents=%s", kind.wire(), name, agents);
                yield new Look(kind, name, agents.size(), null);
            }
            case Detection.Failed(String detail) -> {
                problems.put(place, detail);
                LOG.warnf(
                        "Agents can't be detected, what was known stays: runner=%s image=%s detail=%s",
                        kind.wire(), name, detail);
                yield new Look(kind, name, 0, detail);
            }
        };
    }

    /** A launcher that fails over one image must keep nobody from the others. */
    private static Detection look(RunnerLauncher launcher, Optional<String> image, Optional<String> pool) {
        try {
            return launcher.detect(image.orElse(null), pool.orElse(null));
        } catch (RuntimeException e) {
            LOG.error("A detection failed for an unforeseen reason", e);
            return new Detection.Failed("the detection failed; the service's log says why");
        }
    }

    /** What an image tells is anybody's: a report that can't be kept whole is none. */
    private static Detection checked(Detection detection) {
        return detection instanceof Detection.Detected(var agents) ? DetectionReport.checked(agents) : detection;
    }

    /** The launcher's own, those of pools, those that are configured, and those that runs have named. */
    private List<Optional<String>> images(RunnerKind kind, List<RunnerPool> known) {
        List<Optional<String>> images = new ArrayList<>();
        images.add(Optional.empty());
        known.stream()
                .filter(pool -> pool.runner() == kind && pool.image().isPresent())
                .forEach(pool -> images.add(pool.image()));
        config.detection().images().orElse(List.of()).forEach(image -> images.add(Optional.of(image)));
        images.addAll(installations.images(kind));
        return images.stream().distinct().toList();
    }
}
