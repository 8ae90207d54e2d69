package dev.alfred.orchestrator.supervision;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;

import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.runner.StageResult;
import dev.alfred.contracts.session.RunSession;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.messaging.Outbox;
import dev.alfred.orchestrator.OrchestratorConfig;
import dev.alfred.orchestrator.launch.Observation;
import dev.alfred.orchestrator.run.LogLine;
import dev.alfred.orchestrator.run.RunMessages;
import dev.alfred.orchestrator.run.model.Attempt;
import dev.alfred.orchestrator.run.model.Run;
import dev.alfred.orchestrator.run.store.RunAttemptRepository;
import dev.alfred.orchestrator.run.store.RunLogRepository;
import dev.alfred.orchestrator.run.store.RunRepository;

/** Takes in what stages printed, lines for people and words of the runner, in the caller's transaction. */
@ApplicationScoped
class LogIntake {
    private final RunRepository runs;
    private final RunAttemptRepository attempts;
    private final RunLogRepository logs;
    private final Outbox outbox;
    private final OrchestratorConfig config;
    private final Event<MirrorMetrics.Told> mirrors;

    LogIntake(
            RunRepository runs,
            RunAttemptRepository attempts,
            RunLogRepository logs,
            Outbox outbox,
            OrchestratorConfig config,
            Event<MirrorMetrics.Told> mirrors) {
        this.runs = runs;
        this.attempts = attempts;
        this.logs = logs;
        this.outbox = outbox;
        this.config = config;
        this.mirrors = mirrors;
    }

    /**
     * Takes the lines in, of the run's present attempt.
     *
     * @param before the parts of results that came by at earlier looks
     * @return these and those that came by now
     */
    List<RunnerLine.Result> take(Run run, List<RunnerLine.Result> before, Observation.LogLines log) {
        Attempt attempt = attempts.load(run.id(), run.attempt()).orElseThrow();
        List<RunLogRepository.Printed> kept = new ArrayList<>();
        List<RunnerLine.Result> told = new ArrayList<>();
        long size = attempt.logBytes();
        for (Observation.LogLines.Line line : log.lines()) {
            Optional<RunnerLine> message = LogLine.read(line.stage(), line.text());
            if (message.isPresent() && message.get() instanceof RunnerLine.Result part) {
                told.add(part);
                continue;
            }
            message.filter(any -> line.stage() == Stage.RUN).ifPresent(any -> take(run, attempt, any));
            String bounded = line.text().length() <= config.log().maxLine()
                    ? line.text()
                    : line.text().substring(0, config.log().maxLine()) + " …";
            boolean room = size < config.log().maxSize();
            size += bounded.length();
            if (room) {
                String shown =
                        size < config.log().maxSize() ? bounded : "… the log is longer than what is kept of it …";
                kept.add(new RunLogRepository.Printed(line.stage(), shown));
            }
        }
        logs.append(run.id(), attempt.number(), kept);
        logs.keep(run.id(), attempt.number(), told);
        List<RunnerLine.Result> parts = RunLogRepository.lasting(
                Stream.concat(before.stream(), told.stream()).toList());
        told.stream()
                .filter(part -> part.part() == part.of())
                .forEach(last -> complete(run.id(), attempt.number(), last.stage(), parts));
        attempts.read(run.id(), attempt.number(), log.next(), size);
        return parts;
    }

    /** What the run stage told: of the agent no other can tell anything. */
    private void take(Run run, Attempt attempt, RunnerLine message) {
        switch (message) {
            case RunnerLine.Session session -> sessionKnown(run, attempt, session);
            case RunnerLine.Used(Usage usage) -> attempts.used(run.id(), attempt.number(), usage);
            case RunnerLine.Text ignored -> attempts.spoke(run.id(), attempt.number());
            case RunnerLine.Tool ignored -> attempts.spoke(run.id(), attempt.number());
            case RunnerLine.Log ignored -> {}
            case RunnerLine.Result ignored -> {}
        }
    }

    /** The last part of a stage's result came. */
    private void complete(UUID run, int attempt, Stage stage, List<RunnerLine.Result> parts) {
        switch (stage) {
            case PREPARE -> StageResults.mirror(parts).ifPresent(use -> mirrors.fire(new MirrorMetrics.Told(use)));
            case RUN -> {}
            case PUBLISH ->
                StageResults.reportedByPublish(parts)
                        .map(StageResult.Published::commit)
                        .ifPresent(commit -> attempts.reportedCommit(run, attempt, commit));
        }
    }

    private void sessionKnown(Run run, Attempt attempt, RunnerLine.Session told) {
        String id = told.id();
        if (attempt.sessionOff() != null || id != null && id.equals(attempt.nativeId())) {
            return;
        }
        attempts.session(run.id(), attempt.number(), id, told.resumeFallback());
        String name = run.request().branch().name();
        RunSession session = Optional.ofNullable(told.resumeFallback())
                .or(() -> attempt.resolution().map(SessionResolution::fallback))
                .map(fallback -> RunSession.fresh(name, id, fallback))
                .orElseGet(() -> new RunSession(name, id, null, null));
        runs.session(run, session);
        if (id == null) {
            return;
        }
        outbox.appendAll(List.of(RunMessages.outgoing(
                run, new RunEvent.SessionKnown(run.id(), run.mailbox(), attempt.number(), session))));
    }
}
