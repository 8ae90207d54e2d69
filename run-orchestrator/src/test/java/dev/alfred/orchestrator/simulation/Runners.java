package dev.alfred.orchestrator.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionRef;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.RunSteps;
import dev.alfred.orchestrator.StageScript;
import dev.alfred.orchestrator.forge.SimulatedForge;

/** What goes on in the runners, a step at a time, and what becomes of them by bad luck. */
final class Runners {
    private static final String NO_SESSION = "5d0c9f0e-2f7b-4f4e-8f3a-0c8a4e0f1b22";

    private final Course course;
    private final SimulatedRunners runners;
    private final SimulatedForge forge;
    private final Verdict verdict;
    private final Map<String, Set<String>> sessions = new HashMap<>();
    private final Map<SimulatedRunners.Pod, ResumeFallback> fallbacks = new HashMap<>();
    private final Map<SimulatedRunners.Pod, String> ids = new HashMap<>();

    Runners(Course course, SimulatedRunners runners, SimulatedForge forge, Verdict verdict) {
        this.course = course;
        this.runners = runners;
        this.forge = forge;
        this.verdict = verdict;
    }

    /** A runner's next step. */
    void something() {
        List<SimulatedRunners.Pod> atWork = runners.atWork();
        if (!atWork.isEmpty()) {
            goesOn(course.draw(atWork), false);
        }
    }

    /** A step of each, and nothing goes wrong. */
    void round() {
        runners.atWork().forEach(pod -> goesOn(pod, true));
    }

    private void goesOn(SimulatedRunners.Pod pod, boolean calm) {
        verdict.mayAct(pod);
        Stage stage = pod.runner.stage();
        course.tell("%s: %s", verdict.name(pod), stage.wire());
        boolean lost = !calm && course.oneIn(6);
        switch (stage) {
            case PREPARE -> pod.runner.ends(RunSteps.prepared());
            case RUN -> run(pod, lost);
            case PUBLISH -> publish(pod);
        }
    }

    private void run(SimulatedRunners.Pod pod, boolean lost) {
        SessionRef session = pod.order.spec().session();
        if (!pod.begun) {
            pod.begun = true;
            course.count(Happening.RUNNER_ON_MACHINE, pod.onMachine() ? 1 : 0);
            begins(pod, session);
            return;
        }
        String id = ids.getOrDefault(pod, NO_SESSION);
        ResumeFallback fallback = fallbacks.get(pod);
        StageResult.Ran ran = RunSteps.ran(id, session != null && id.equals(session.resumeId()), fallback);
        if (lost) {
            course.tell(Happening.POD_RESULT_LOST, "the result of %s is lost", verdict.name(pod));
            pod.runner.endsWithoutResult(ran);
        } else {
            pod.runner.ends(ran);
        }
    }

    /** The CLI starts, and its session is there from now on. */
    private void begins(SimulatedRunners.Pod pod, SessionRef session) {
        if (session != null) {
            verdict.mayUseSession(pod, session);
            Set<String> there = sessions.computeIfAbsent(pod.mailbox(), any -> new HashSet<>());
            boolean resumed = session.resumes() && there.contains(session.resumeId()) && !course.oneIn(4);
            ResumeFallback fallback = session.resumes() && !resumed ? ResumeFallback.STATE_CORRUPT : null;
            String id = resumed ? session.resumeId() : session.freshId();
            course.tell(
                    resumed
                            ? Happening.RESUMED_SESSION
                            : fallback == null ? Happening.FRESH_SESSION : Happening.RESUME_FAILED,
                    "%s %s",
                    verdict.name(pod),
                    resumed ? "resumes its session" : "begins a session");
            there.add(id);
            ids.put(pod, id);
            if (fallback != null) {
                fallbacks.put(pod, fallback);
            }
            pod.runner.prints(new RunnerLine.Session(id, resumed, fallback));
        }
        pod.runner.prints(new RunnerLine.Text("working"));
    }

    /** It reports the commit, pushes it, and ends: a step each. */
    private void publish(SimulatedRunners.Pod pod) {
        boolean writes = pod.order.spec().phase().writes();
        StageResult.Published published = writes
                ? new StageResult.Published(ExitReason.NONE, null, commit(pod), 1, true)
                : RunSteps.published(false);
        if (!pod.reported) {
            StageScript.of(published).lines().forEach(pod.runner::prints);
            pod.reported = true;
        } else if (writes && !pod.pushed) {
            forge.push(pod.order.spec().repository().branch(), commit(pod));
            verdict.pushed(commit(pod));
            pod.pushed = true;
            course.tell(Happening.PUSH, "%s has pushed", verdict.name(pod));
        } else {
            pod.runner.endsWithoutResult(published);
        }
    }

    private static String commit(SimulatedRunners.Pod pod) {
        return "%s%02d".formatted(pod.ref.run().toString().replace("-", ""), pod.ref.attempt());
    }

    void misfortune() {
        List<SimulatedRunners.Pod> pods = runners.all();
        if (pods.isEmpty()) {
            return;
        }
        SimulatedRunners.Pod pod = course.draw(pods);
        String name = verdict.name(pod);
        switch (course.draw(4)) {
            case 0 -> {
                course.tell(Happening.POD_LOST, "%s is deleted by somebody", name);
                runners.delete(pod);
            }
            case 1 -> {
                course.tell(Happening.POD_EVICTED, "%s is evicted", name);
                pod.runner.dies(ExitReason.RUNNER_EVICTED);
            }
            case 2 -> {
                course.tell(Happening.POD_OUT_OF_MEMORY, "%s has no memory left", name);
                pod.runner.dies(ExitReason.OUT_OF_MEMORY);
            }
            default -> {
                pod.unreachable = !pod.unreachable;
                course.tell(
                        Happening.POD_OUT_OF_REACH,
                        "%s is %s",
                        name,
                        pod.unreachable ? "out of reach" : "in reach again");
            }
        }
    }

    /** The machine's runners end with it; what they left is there when it is back. */
    void machineFails(Optional<String> machine) {
        runners.all().stream()
                .filter(pod -> pod.onMachine() && machine.equals(Optional.of(pod.ref.node())))
                .forEach(pod -> pod.runner.dies(ExitReason.RUNNER_LOST));
    }

    /** session-store removes a closed mailbox's state. */
    void stateRemoved(String mailbox) {
        sessions.remove(mailbox);
    }

    void calm() {
        runners.all().forEach(pod -> pod.unreachable = false);
    }
}
