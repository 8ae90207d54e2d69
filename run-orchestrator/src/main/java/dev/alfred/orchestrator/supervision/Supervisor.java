package dev.alfred.orchestrator.supervision;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.orchestrator.OrchestratorConfig;
import dev.alfred.orchestrator.installation.AgentDetection;
import dev.alfred.orchestrator.launch.Launchers;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.launch.RunnerLauncher;
import dev.alfred.orchestrator.launch.RunnerRef;
import dev.alfred.orchestrator.run.model.Attempt;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.run.model.RunChange;
import dev.alfred.orchestrator.run.model.Wait;
import dev.alfred.orchestrator.session.SessionRecords;
import dev.alfred.orchestrator.session.SessionStore;
import dev.alfred.orchestrator.session.model.SessionOutcome;
import dev.alfred.orchestrator.supervision.model.AttemptEnd;
import dev.alfred.orchestrator.supervision.model.AttemptPause;
import dev.alfred.orchestrator.supervision.model.RunEndDecider;
import dev.alfred.orchestrator.supervision.model.StageOutcome;

/**
 * Looks after a run whose runner lives: reads its log, stops it when it must end, and brings the run to its end. Each
 * look can be repeated by any later owner.
 */
@ApplicationScoped
public class Supervisor {
    private final SupervisionHandler handler;
    private final Launchers launchers;
    private final SessionStore sessions;
    private final PushedCommit pushed;
    private final CredentialRenewal credentials;
    private final AgentDetection detection;
    private final OrchestratorConfig config;

    Supervisor(
            SupervisionHandler handler,
            Launchers launchers,
            SessionStore sessions,
            PushedCommit pushed,
            CredentialRenewal credentials,
            AgentDetection detection,
            OrchestratorConfig config) {
        this.handler = handler;
        this.launchers = launchers;
        this.sessions = sessions;
        this.pushed = pushed;
        this.credentials = credentials;
        this.detection = detection;
        this.config = config;
    }

    /** What a look found. */
    public enum Found {
        ALIVE,
        ENDED,
        GONE,
        UNREACHABLE,
        NOT_OURS
    }

    /** Looks at the run once, and takes in all that its log holds by now. */
    public Found look(Run.Held held) {
        Optional<SupervisionHandler.Present> present = handler.load(held);
        while (present.isPresent()) {
            Attempt attempt = present.get().attempt();
            RunnerRef ref = RunnerRef.parse(attempt.runner().orElseThrow());
            Optional<RunnerLauncher> launcher = launchers.of(ref.kind());
            if (launcher.isEmpty()) {
                handler.waits(held, "launcher_missing", null);
                return Found.UNREACHABLE;
            }
            Observation seen = launcher.get().observe(ref, attempt.logLine());
            Optional<Observation.LogLines> log = log(seen);
            if (tellsNews(seen, attempt)) {
                present = handler.observed(held, present.get(), stage(seen), log);
            }
            if (present.isPresent() && !log.map(Observation.LogLines::more).orElse(false)) {
                return act(present.get(), new Runner(launcher.get(), ref), seen);
            }
        }
        return Found.NOT_OURS;
    }

    /** Most looks find a runner as it was: they write nothing and lock nothing. An end is news, whoever saw it before. */
    private static boolean tellsNews(Observation seen, Attempt attempt) {
        return switch (seen) {
            case Observation.Starting starting -> !starting.log().lines().isEmpty();
            case Observation.Running running -> !running.log().lines().isEmpty() || attempt.isBefore(running.stage());
            case Observation.Ended ignored -> true;
            case Observation.Gone ignored -> true;
            case Observation.Unreachable ignored -> true;
        };
    }

    /** After a failure that nobody foresaw: the run stays as it is and says so. */
    public void failed(Run.Held held) {
        handler.waits(held, "internal_error", null);
    }

    private record Runner(RunnerLauncher launcher, RunnerRef ref) {}

    private Found act(SupervisionHandler.Present present, Runner runner, Observation seen) {
        return switch (seen) {
            case Observation.Starting starting -> starting(present, runner, starting);
            case Observation.Running ignored -> running(present, runner);
            case Observation.Ended ended -> {
                if (neverBegan(present, ended)) {
                    giveBack(present, runner);
                } else {
                    finish(present, runner, facts(present, ended), Optional.empty());
                }
                yield Found.ENDED;
            }
            case Observation.Gone(String detail) -> {
                boolean cancelled = present.run().cancel().isPresent();
                AttemptEnd end = AttemptEnd.gone(detail, cancelled);
                AttemptEnd.Facts nothing = new AttemptEnd.Facts(Map.of(), end.reason(), detail, cancelled, false);
                finish(present, runner, nothing, Optional.of(end));
                yield Found.GONE;
            }
            case Observation.Unreachable(String detail) -> {
                handler.waits(present.run().held(), "node_unreachable", detail);
                yield Found.UNREACHABLE;
            }
        };
    }

    /** A runner that is given up keeps its reason until its end is certain. */
    private Found starting(SupervisionHandler.Present present, Runner runner, Observation.Starting starting) {
        Run run = present.run();
        if (present.attempt().stopSentAt() == null) {
            Optional<Wait> trouble = credentials.keepUp(present, runner.launcher(), runner.ref());
            tell(
                    run,
                    Optional.ofNullable(starting.reason())
                            .map(reason -> new Wait(reason, starting.detail(), null))
                            .or(() -> trouble));
        }
        stopWhere(starting.overdue() || run.cancel().isPresent(), present, runner);
        return Found.ALIVE;
    }

    private Found running(SupervisionHandler.Present present, Runner runner) {
        Run run = present.run();
        tell(run, credentials.keepUp(present, runner.launcher(), runner.ref()));
        stopWhere(run.cancel().isPresent() || overdue(present), present, runner);
        return Found.ALIVE;
    }

    private void tell(Run run, Optional<Wait> trouble) {
        if (trouble.isPresent()) {
            handler.waits(run.held(), trouble.get().reason(), trouble.get().detail());
        } else if (run.reason() != null) {
            handler.goesOn(run.held());
        }
    }

    private void stopWhere(boolean mustEnd, SupervisionHandler.Present present, Runner runner) {
        Attempt attempt = present.attempt();
        if (mustEnd && attempt.stopSentAt() == null) {
            runner.launcher().stop(runner.ref(), config.attempts().stopGrace());
            handler.stopSent(present.run().held(), attempt.number());
        }
    }

    /** Its deadline counts once it has begun. */
    private static boolean overdue(SupervisionHandler.Present present) {
        Attempt attempt = present.attempt();
        return attempt.stage() != null
                && attempt.deadline() != null
                && attempt.deadline().isBefore(present.run().readAt());
    }

    private static boolean neverBegan(SupervisionHandler.Present present, Observation.Ended ended) {
        Attempt attempt = present.attempt();
        return attempt.stopSentAt() != null
                && attempt.stage() == null
                && ended.stages().isEmpty()
                && present.run().cancel().isEmpty();
    }

    private void giveBack(SupervisionHandler.Present present, Runner runner) {
        Run run = present.run();
        Attempt attempt = present.attempt();
        SessionOutcome session = SessionRecords.neverStarted(run, attempt);
        boolean told = sessions.record(SessionRecords.record(
                run,
                attempt,
                session,
                RunChange.NEVER_BEGAN,
                ExitReason.CANCELLED,
                attempt.cliVersion(),
                run.readAt()));
        if (!told) {
            return;
        }
        runner.launcher().remove(runner.ref());
        String reason = run.reason() == null ? "not_started" : run.reason();
        Duration pause = pauses().grown(attempt.number() - run.launches() + 1);
        handler.neverBegan(run.held(), attempt.number(), reason, run.detail(), pause);
    }

    private AttemptPause pauses() {
        return new AttemptPause(config.attempts().pause(), config.attempts().longestPause());
    }

    private AttemptEnd.Facts facts(SupervisionHandler.Present present, Observation.Ended ended) {
        Map<Stage, StageOutcome> stages = new EnumMap<>(Stage.class);
        ended.stages().forEach((stage, end) -> stages.put(stage, StageResults.outcome(end, present.parts())));
        Attempt attempt = present.attempt();
        boolean overdue = attempt.stopSentAt() != null && overdue(present);
        return new AttemptEnd.Facts(
                stages, ended.cause(), ended.detail(), present.run().cancel().isPresent(), overdue);
    }

    private void finish(
            SupervisionHandler.Present present, Runner runner, AttemptEnd.Facts facts, Optional<AttemptEnd> known) {
        Run run = present.run();
        Attempt attempt = present.attempt();
        AttemptEnd end = known.orElseGet(() -> AttemptEnd.of(facts));
        PushedCommit.Answer remote = pushed.check(run, attempt, end.reason());
        if (remote instanceof PushedCommit.Answer.Unknown(String reason)) {
            handler.waits(run.held(), reason, null);
            return;
        }
        Optional<String> onRemote =
                remote instanceof PushedCommit.Answer.IsHead(String commit) ? Optional.of(commit) : Optional.empty();
        RunChange change = RunEndDecider.decide(new RunEndDecider.Facts(
                end.reason(),
                run.launches(),
                run.request().settings().maxAttempts(),
                run.cancel().isPresent(),
                onRemote.isPresent()));
        SessionOutcome session = SessionOutcome.of(SessionRecords.plan(run, attempt), seen(attempt, facts));
        RunReport report = RunReports.of(run, attempt, facts, end, session, onRemote);
        if (attempt.cliVersion() != null && !attempt.cliVersion().equals(report.cliVersion())) {
            detection.doubt(attempt.kind(), Optional.ofNullable(attempt.image()));
        }
        if (!sessions.record(SessionRecords.record(
                run, attempt, session, change, report.exitReason(), report.cliVersion(), report.endedAt()))) {
            handler.waits(run.held(), "session_store_unreachable", null);
            return;
        }
        conclude(run, attempt, runner, change, report);
    }

    private void conclude(Run run, Attempt attempt, Runner runner, RunChange change, RunReport report) {
        if (change == RunChange.ATTEMPT_LOST) {
            // Its credentials are gone and its end is certain before the next attempt starts.
            runner.launcher().remove(runner.ref());
            Duration pause = pauses().after(report.exitReason(), run.launches());
            handler.attemptLost(run.held(), attempt.number(), report, pause);
            return;
        }
        if (handler.ended(run.held(), attempt.number(), change, report)) {
            runner.launcher().remove(runner.ref());
            handler.removed(run.id(), attempt.number());
        }
    }

    private static SessionOutcome.Seen seen(Attempt attempt, AttemptEnd.Facts facts) {
        Optional<StageResult.Ran> ran = facts.told(Stage.RUN, StageResult.Ran.class);
        boolean begun = Stage.RUN.wire().equals(attempt.stage())
                || Stage.PUBLISH.wire().equals(attempt.stage())
                || facts.stages().containsKey(Stage.RUN);
        return new SessionOutcome.Seen(
                facts.told(Stage.PREPARE, StageResult.Prepared.class),
                Optional.ofNullable(attempt.nativeId()),
                Optional.ofNullable(attempt.toldFallback()),
                begun && ran.map(told -> told.llm() != null).orElse(true),
                attempt.spoke(),
                ran.map(StageResult.Ran::llm));
    }

    private static Optional<Observation.LogLines> log(Observation seen) {
        return switch (seen) {
            case Observation.Starting starting -> Optional.of(starting.log());
            case Observation.Running running -> Optional.of(running.log());
            case Observation.Ended ended -> Optional.of(ended.log());
            case Observation.Gone ignored -> Optional.empty();
            case Observation.Unreachable ignored -> Optional.empty();
        };
    }

    private static Optional<Stage> stage(Observation seen) {
        return switch (seen) {
            case Observation.Running running -> Optional.of(running.stage());
            case Observation.Ended ended -> ended.stages().keySet().stream().max(Enum::compareTo);
            case Observation.Starting ignored -> Optional.empty();
            case Observation.Gone ignored -> Optional.empty();
            case Observation.Unreachable ignored -> Optional.empty();
        };
    }
}
