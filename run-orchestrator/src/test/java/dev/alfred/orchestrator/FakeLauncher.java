package dev.alfred.orchestrator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.runner.DetectedAgent;
import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.StageEnd;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.launch.Detection;
import dev.alfred.orchestrator.launch.LaunchOrder;
import dev.alfred.orchestrator.launch.LaunchOutcome;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.launch.RunnerRef;

/** Runners in memory, whose stages go on when a test says so. */
@Alternative
@ApplicationScoped
public class FakeLauncher implements RunnerLauncher {
    private final Map<String, Runner> runners = new ConcurrentHashMap<>();
    private final List<LaunchOrder> orders = new CopyOnWriteArrayList<>();
    private final List<RunnerRef> removed = new CopyOnWriteArrayList<>();
    private final Set<UUID> stubborn = ConcurrentHashMap.newKeySet();
    private final Set<String> breaking = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> looks = new ConcurrentHashMap<>();
    private final Map<String, String> looksFrom = new ConcurrentHashMap<>();
    private final Map<String, List<DetectedAgent>> images = new ConcurrentHashMap<>(Map.of(
            "null",
            List.of(
                    agent(AdapterId.CLAUDE_CODE, "2.1.328"),
                    agent(AdapterId.CODEX, "0.169.0"),
                    agent(AdapterId.OPENCODE, "1.18.33"),
                    agent(AdapterId.COPILOT, "1.0.102"),
                    agent(AdapterId.GROK_BUILD, "1.0.41"))));
    private volatile LaunchOutcome next;
    private volatile String waitsFor;
    private volatile boolean mute;
    private final List<Renewed> renewals = new CopyOnWriteArrayList<>();
    private volatile String refusedRenewals;

    /** A credential that a stage got under way. */
    public record Renewed(UUID run, Stage stage, GitCredential credential) {}

    /** One attempt's runner. */
    public static final class Runner {
        private final RunnerRef ref;
        private final List<Observation.LogLines.Line> log = new ArrayList<>();
        private final Map<Stage, StageEnd> ends = new EnumMap<>(Stage.class);
        private Stage stage = Stage.PREPARE;
        private boolean ended;
        private boolean gone;
        private boolean stopped;
        private boolean diesOnStop = true;
        private ExitReason cause = ExitReason.NONE;
        private String waitsFor;
        private boolean overdue;

        public Runner(RunnerRef ref) {
            this.ref = ref;
        }

        public synchronized Runner prints(RunnerLine line) {
            return prints(StageScript.json(line));
        }

        public synchronized Runner prints(String line) {
            log.add(new Observation.LogLines.Line(stage, line));
            return this;
        }

        /** The stage says something and ends, so that no look comes in between. */
        public synchronized Runner printsAndEnds(String line, StageResult result) {
            return prints(line).ends(result);
        }

        /** The stage ends by itself and tells its result. */
        public synchronized Runner ends(StageResult result) {
            return ends(result, result.reason() == ExitReason.NONE ? 0 : 1);
        }

        public synchronized Runner ends(StageResult result, int exitCode) {
            StageScript script = StageScript.of(result);
            script.lines().forEach(this::prints);
            return leaves(script.end(exitCode));
        }

        /** The stage ends, and all that it had to say is lost but its termination message. */
        public synchronized Runner endsWithoutResult(StageResult result) {
            return leaves(StageScript.of(result).end(0));
        }

        /** The stage was killed after it had told its result, without a termination message. */
        public synchronized Runner killedAfter(StageResult result) {
            StageScript.of(result).lines().forEach(this::prints);
            return leaves(new StageEnd(StageScript.of(result).stage(), 137, null))
                    .dies(ExitReason.NONE);
        }

        private Runner leaves(StageEnd end) {
            ends.put(end.stage(), end);
            boolean last = end.stage() == Stage.PUBLISH || end.exitCode() != 0;
            if (last) {
                ended = true;
            } else {
                stage = Stage.values()[end.stage().ordinal() + 1];
            }
            return this;
        }

        public synchronized Runner dies(ExitReason why) {
            cause = why;
            ended = true;
            return this;
        }

        /** No stage of it begins, for that reason; null: its first stage begins. */
        public synchronized Runner waitsFor(String reason) {
            waitsFor = reason;
            return this;
        }

        /** It has waited for too long. */
        public synchronized void isOverdue() {
            overdue = true;
        }

        public synchronized void vanishes() {
            gone = true;
        }

        public synchronized boolean over() {
            return ended || gone;
        }

        public synchronized Stage stage() {
            return stage;
        }

        public synchronized boolean stopped() {
            return stopped;
        }

        public synchronized Observation observe(long from) {
            if (gone) {
                return new Observation.Gone("not there");
            }
            if (waitsFor != null) {
                Observation.LogLines none = Observation.LogLines.none(from);
                return ended
                        ? new Observation.Ended(Map.of(), cause, null, none)
                        : new Observation.Starting(waitsFor, "told of " + waitsFor, overdue, none);
            }
            int end = Math.min(log.size(), (int) from + 3);
            Observation.LogLines lines = new Observation.LogLines(log.subList((int) from, end), end, end < log.size());
            return ended
                    ? new Observation.Ended(ends, cause, null, lines)
                    : new Observation.Running(stage, ends, lines);
        }

        public synchronized void stop() {
            stopped = true;
            if (diesOnStop && !ended) {
                ends.put(stage, new StageEnd(stage, 143, null));
                ended = true;
                cause = ExitReason.CANCELLED;
            }
        }
    }

    public void reset() {
        runners.clear();
        orders.clear();
        removed.clear();
        stubborn.clear();
        next = null;
        waitsFor = null;
        mute = false;
        renewals.clear();
        refusedRenewals = null;
    }

    /** Credentials can't be renewed from now on, for that reason; null: they can. */
    public void refusesRenewals(String why) {
        refusedRenewals = why;
    }

    public List<Renewed> renewals(UUID run) {
        return renewals.stream().filter(renewed -> renewed.run().equals(run)).toList();
    }

    /** Each runner that is launched from now on waits for that; null: for nothing. */
    public void keepsWaiting(String reason) {
        waitsFor = reason;
    }

    /** Whether launches get through and nobody hears of it, nor sees anything of them. */
    public void loseAnswers(boolean lose) {
        mute = lose;
    }

    /** The next launch, and each after it, has that outcome; null launches. */
    public void answers(LaunchOutcome outcome) {
        next = outcome;
    }

    /** Whether that run's runners let themselves be removed. */
    public void resistsRemoval(UUID run, boolean resists) {
        if (resists) {
            stubborn.add(run);
        } else {
            stubborn.remove(run);
        }
    }

    public Runner runner(UUID run, int attempt) {
        return runners.get(handle(run, attempt));
    }

    public List<LaunchOrder> orders(UUID run) {
        return orders.stream().filter(order -> order.spec().run().equals(run)).toList();
    }

    public boolean removed(UUID run, int attempt) {
        return removed.stream().anyMatch(ref -> ref.run().equals(run) && ref.attempt() == attempt);
    }

    private static String handle(UUID run, int attempt) {
        return run + "-" + attempt;
    }

    @Override
    public RunnerKind kind() {
        return RunnerKind.SANDBOX;
    }

    @Override
    public RunnerRef reference(UUID run, int attempt) {
        return new RunnerRef(run, attempt, kind(), "this-machine", handle(run, attempt));
    }

    @Override
    public LaunchOutcome launch(LaunchOrder order, StillWanted wanted) {
        LaunchOutcome forced = next;
        if (forced != null) {
            return forced;
        }
        String handle = handle(order.spec().run(), order.spec().attempt());
        RunnerRef ref = reference(order.spec().run(), order.spec().attempt());
        if (!wanted.ask()) {
            return new LaunchOutcome.NotWanted();
        }
        orders.add(order);
        boolean made = runners.putIfAbsent(handle, new Runner(ref).waitsFor(waitsFor)) == null;
        if (mute) {
            return new LaunchOutcome.Unreachable("the answer is lost");
        }
        return made ? new LaunchOutcome.Launched(ref) : new LaunchOutcome.AlreadyRunning(ref);
    }

    @Override
    public Observation observe(RunnerRef runner, long fromLine) {
        if (mute) {
            return new Observation.Unreachable("no answer");
        }
        Runner known = runners.get(runner.handle());
        return known == null ? new Observation.Gone("unknown") : known.observe(fromLine);
    }

    @Override
    public void stop(RunnerRef runner, Duration grace) {
        Runner known = runners.get(runner.handle());
        if (known != null) {
            known.stop();
        }
    }

    @Override
    public Renewal renew(RunnerRef runner, Stage stage, GitCredential credential) {
        String refusal = refusedRenewals;
        if (refusal != null) {
            return new Renewal.Unreachable(refusal);
        }
        renewals.add(new Renewed(runner.run(), stage, credential));
        return new Renewal.Given();
    }

    @Override
    public void remove(RunnerRef runner) {
        if (stubborn.contains(runner.run())) {
            throw new UncheckedIOException(new IOException("its processes don't end"));
        }
        removed.add(runner);
    }

    @Override
    public void removeLeftovers(PresentAttempts present) {
        // Nothing lies around in memory.
    }

    @Override
    public Detection detect(String image, String pool) {
        looks.merge(String.valueOf(image), 1, Integer::sum);
        looksFrom.put(String.valueOf(image), String.valueOf(pool));
        if (breaking.contains(String.valueOf(image))) {
            throw new IllegalStateException("the runner is out of order");
        }
        List<DetectedAgent> known = images.get(String.valueOf(image));
        return known == null ? new Detection.Failed("there is no image " + image) : new Detection.Detected(known);
    }

    /** From now on that image (null for the launcher's own) has these agents in it. */
    public void installs(String image, DetectedAgent... agents) {
        images.put(String.valueOf(image), List.of(agents));
    }

    public void breaksOver(String image) {
        breaking.add(image);
    }

    public void loses(String image) {
        images.remove(image);
        breaking.remove(image);
    }

    /** The pool among whose runs the image was looked into last. */
    public String looksFrom(String image) {
        return looksFrom.get(String.valueOf(image));
    }

    public int looksInto(String image) {
        return looks.getOrDefault(String.valueOf(image), 0);
    }

    public static DetectedAgent agent(AdapterId adapter, String version) {
        return new DetectedAgent(adapter, version, "/opt/agents/" + adapter.wire());
    }
}
