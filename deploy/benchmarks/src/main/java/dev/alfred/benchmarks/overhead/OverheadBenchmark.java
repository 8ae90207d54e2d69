package dev.alfred.benchmarks.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.alfred.benchmarks.Benchmark;
import dev.alfred.benchmarks.CannotMeasure;
import dev.alfred.benchmarks.Comparison;
import dev.alfred.benchmarks.Scratch;
import dev.alfred.benchmarks.Workplace;

/**
 * Measures what a run costs beyond what it is for. A whole development run in the sandbox, from its launch until its
 * supervisor has ended, is measured beside the same work by hand: a clone of the same tiny repository from the same forge,
 * the same agent (which ends at once), a commit and a push. What is left when the second is taken from the first is
 * Alfred's own: writing the attempt, starting the supervisor and three stages (a JVM and a sandbox each), the checks of the
 * workspace, the session and the commits, and the git commands for them. run-orchestrator's database, its queue and the
 * pace at which it looks at attempts are not in it, and neither is what the forge's side takes.
 *
 * <p>The same with agent-runner's AOT cache and without it; and, where Docker's engine can be had, beside three containers
 * of an image that does nothing, which is what another way to three stages costs before any of them does a thing.
 */
public final class OverheadBenchmark implements Benchmark {
    static final String OWN_TIME = "Alfred's own time";
    static final String OWN_CPU = "Alfred's own CPU";
    static final String CACHE = "agent-runner.aot";

    private static final String NAME = "overhead";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String about() {
        return "Alfred's own time and CPU per run in the sandbox, without clone and agent";
    }

    @Override
    public Comparison run(Workplace workplace) throws Exception {
        return inRounds(workplace, 15);
    }

    Comparison inRounds(Workplace workplace, int rounds) throws Exception {
        Path program = workplace.application("agent-runner").getParent();
        Path agents = workplace.root().resolve("agent-runner/src/rehearsal");
        if (Files.notExists(program.resolve(CACHE))) {
            throw new CannotMeasure("agent-runner has no AOT cache: build it with a JDK 25 or newer.");
        }
        try (Scratch scratch = Scratch.of(workplace, NAME)) {
            Path directory = scratch.directory();
            TinyRepository repository = scratch.opened(TinyRepository.serve(directory));
            Path bare = withoutCache(program, directory.resolve("runner"));
            Optional<ContainerEngine> engine = ContainerEngine.start(workplace);
            engine.ifPresent(scratch::opened);
            Measuring measuring = new Measuring(
                    new ByHand(directory, agents.resolve("bin/claude"), repository),
                    new SandboxRuns(directory, "without", bare, agents, repository),
                    new SandboxRuns(directory, "with", program, agents, repository),
                    engine);
            workplace.tell("Warming up ...");
            measuring.round(0);
            List<Round> measured = new ArrayList<>();
            for (int round = 1; round <= rounds; round++) {
                workplace.tell("Round %d of %d ...".formatted(round, rounds));
                measured.add(measuring.round(round));
            }
            return compared(measured);
        }
    }

    /** As it is when the JVM is another one than the cache was made for. */
    private static Path withoutCache(Path program, Path copy) throws IOException {
        if (new ProcessBuilder("cp", "-rp", program.toString(), copy.toString())
                        .start()
                        .onExit()
                        .join()
                        .exitValue()
                != 0) {
            throw new CannotMeasure("agent-runner can't be copied.");
        }
        Files.delete(copy.resolve(CACHE));
        return copy;
    }

    /** @param containers null without an engine */
    private record Round(Cost byHand, Cost without, Cost with, Cost containers) {}

    private record Measuring(ByHand byHand, SandboxRuns without, SandboxRuns with, Optional<ContainerEngine> engine) {
        /** In turn from both ends, so that nobody is always the one after the same other. */
        Round round(int number) throws IOException {
            boolean forward = number % 2 == 0;
            Cost first = forward ? without.run() : with.run();
            Cost hand = byHand.run();
            Cost second = forward ? with.run() : without.run();
            Cost containers = engine.isPresent() ? engine.get().threeContainers() : null;
            return new Round(hand, forward ? first : second, forward ? second : first, containers);
        }
    }

    private static Comparison compared(List<Round> rounds) {
        Comparison comparison = new Comparison(NAME, "without cache", "with cache");
        for (Round round : rounds) {
            Cost without = round.without().minus(round.byHand());
            Cost with = round.with().minus(round.byHand());
            comparison.round(OWN_TIME, "s", without.seconds(), with.seconds());
            comparison.round(OWN_CPU, "s", without.cpuSeconds(), with.cpuSeconds());
        }
        comparison.next("by hand", "by Alfred");
        for (Round round : rounds) {
            comparison.round(
                    "a whole run", "s", round.byHand().seconds(), round.with().seconds());
            comparison.round(
                    "a whole run's CPU",
                    "s",
                    round.byHand().cpuSeconds(),
                    round.with().cpuSeconds());
        }
        comparison.next("three containers", "Alfred's own");
        for (Round round : rounds) {
            if (round.containers() != null) {
                comparison.round(
                        "beside docker run",
                        "s",
                        round.containers().seconds(),
                        round.with().minus(round.byHand()).seconds());
            }
        }
        comparison.fact("rounds", rounds.size());
        comparison.fact("java", Runtime.version().toString());
        return comparison;
    }
}
