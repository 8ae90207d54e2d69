package dev.alfred.runner.adapter;

import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import dev.alfred.contracts.runner.RunnerLine;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionRef;
import dev.alfred.contracts.session.SessionTotals;
import dev.alfred.contracts.vocabulary.Stage;
import dev.alfred.runner.adapter.session.ResumeProof;
import dev.alfred.runner.adapter.session.SessionFiles;
import dev.alfred.runner.adapter.session.StateCheck;
import dev.alfred.runner.files.Trees;
import dev.alfred.runner.process.StopCause;
import dev.alfred.runner.workspace.StateGuard;

/** The session of one run from start to start: which one is worked in, why it is no resumed one, and what became of it. */
final class SessionCourse {
    private final AgentCli cli;
    private final AgentSettings settings;
    private final SessionRef wanted;
    private final SessionFiles files;
    private final Consumer<RunnerLine> lines;

    private SessionArgument argument = new SessionArgument.None();
    private Optional<StateCheck.Sound> resumed = Optional.empty();
    private Set<String> before = Set.of();
    private ResumeFallback fallback;
    private boolean abandoned;

    /** @param wanted null when the run uses no session */
    SessionCourse(AgentCli cli, AgentSettings settings, SessionRef wanted, Consumer<RunnerLine> lines) {
        this.cli = cli;
        this.settings = settings;
        this.wanted = wanted;
        this.files = wanted == null ? null : cli.sessions(settings.state());
        this.lines = lines;
    }

    /** How the session ended that a run worked in; all empty where it used none. */
    record Ended(Optional<String> id, boolean resumed, Optional<SessionFingerprint> fingerprint) {
        private static final Ended NOWHERE = new Ended(Optional.empty(), false, Optional.empty());
    }

    /** Decides on the first start. Returns the known totals of the session that it goes on with, or null. */
    SessionTotals begin() throws IOException {
        if (wanted == null) {
            return null;
        }
        if (!wanted.resumes()) {
            fresh();
            return null;
        }
        switch (check()) {
            case StateCheck.Sound sound -> {
                resumed = Optional.of(sound);
                argument = new SessionArgument.Resume(wanted.resumeId());
                return settings.totals();
            }
            case StateCheck.Unusable(ResumeFallback reason, String detail) -> {
                info("the session can't be resumed (%s: %s); a fresh one begins".formatted(reason.wire(), detail));
                fellBack(reason);
                if (settings.known() == null && reason != ResumeFallback.STATE_MISSING) {
                    emptyState();
                }
                fresh();
                return null;
            }
        }
    }

    private StateCheck check() {
        if (settings.known() != null) {
            return new StateCheck.Unusable(settings.known(), "it failed the safety check");
        }
        return cli.sessionIds().matches(wanted.resumeId())
                ? files.check(wanted.resumeId(), settings.fingerprint())
                : new StateCheck.Unusable(ResumeFallback.STATE_MISSING, "its id is none of this CLI's");
    }

    private void emptyState() throws IOException {
        StateGuard.inventory(settings.state()).forEach(entry -> info("removed from the session state: " + entry));
        Trees.empty(settings.state());
    }

    /** Nothing beside which no session can begin stays in its way. */
    private void fresh() throws IOException {
        if (files.hindersFresh()) {
            emptyState();
        }
        before = files.ids();
        argument = new SessionArgument.Fresh(wanted.freshId(), settings.named() ? wanted.name() : null);
    }

    /** From here on the session that was to be resumed is none to go back to, whatever still becomes of this run. */
    void abandon(ResumeFallback reason, String detail) {
        info("the session could not be resumed (%s: %s); a fresh one begins".formatted(reason.wire(), detail));
        fellBack(reason);
        abandoned = true;
    }

    void beginAnew() throws IOException {
        resumed = Optional.empty();
        if (fallback == ResumeFallback.STATE_CORRUPT) {
            emptyState();
        }
        fresh();
        abandoned = false;
    }

    /** Told at once, since the stage may never come to tell its result. */
    private void fellBack(ResumeFallback reason) {
        fallback = reason;
        lines.accept(new RunnerLine.Session(cli.takesSessionId() ? wanted.freshId() : null, false, reason));
    }

    /** Another start goes on in the session that a first turn, however it ended, has made: its id is used up. */
    void goOn(AgentEnd end) {
        if (argument instanceof SessionArgument.Fresh) {
            made(end).filter(files::exists).ifPresent(id -> argument = new SessionArgument.Resume(id));
        }
    }

    SessionArgument argument() {
        return argument;
    }

    /** The id of the mailbox's session while that is what is resumed. */
    Optional<String> resuming() {
        return resumed.map(ignored -> wanted.resumeId());
    }

    /** Why the session is no resumed one although one was wanted, or null. */
    ResumeFallback fallback() {
        return fallback;
    }

    /** When the session that is worked in last changed on disk, or the distant past. */
    Instant lastChange() {
        return switch (argument) {
            case SessionArgument.None() -> Instant.MIN;
            case SessionArgument.Fresh(String id, String name) ->
                cli.takesSessionId() ? files.lastChange(id) : files.lastChange();
            case SessionArgument.Resume(String id) -> files.lastChange(id);
        };
    }

    /** Whether the conversation that was to be resumed went on; empty when the start was no such resume. */
    Optional<ResumeProof> proof() {
        return resumed.map(sound -> files.prove(wanted.resumeId(), sound));
    }

    /** @param end of the last start, or null when there was none */
    Ended end(AgentEnd end) {
        if (wanted == null) {
            return Ended.NOWHERE;
        }
        files.settle();
        if (abandoned) {
            // No fresh one has begun.
            return Ended.NOWHERE;
        }
        if (end != null && changed(end)) {
            // No time was left for a fresh start: neither session is this run's.
            fallback = ResumeFallback.SESSION_CHANGED;
            return Ended.NOWHERE;
        }
        if (resumed.isEmpty()) {
            Optional<String> made = made(end);
            return new Ended(made, false, made.flatMap(files::saved));
        }
        String id = wanted.resumeId();
        return switch (proof().orElseThrow()) {
            case ResumeProof.Proven() -> new Ended(Optional.of(id), true, files.saved(id));
            case ResumeProof.NotGrown() -> new Ended(Optional.of(id), false, files.saved(id));
            case ResumeProof.Lost(String detail) -> {
                // No time was left for a fresh start: what went on is never to be resumed.
                fallback = ResumeFallback.HISTORY_LOST;
                yield Ended.NOWHERE;
            }
        };
    }

    private boolean changed(AgentEnd end) {
        return end.stopped().equals(Optional.of(StopCause.SESSION_CHANGED))
                || resumed.isPresent() && end.inAnotherThan(wanted.resumeId());
    }

    /** The fresh session: by the CLI's word where its files bear that out, else by what was chosen or has appeared. */
    private Optional<String> made(AgentEnd end) {
        Optional<String> told = Optional.ofNullable(end).map(AgentEnd::sessionId);
        if (cli.takesSessionId()) {
            return files.exists(wanted.freshId())
                    ? Optional.of(wanted.freshId())
                    : told.filter(files::exists).or(() -> Optional.of(wanted.freshId()));
        }
        return told.or(this::appeared);
    }

    private Optional<String> appeared() {
        Set<String> now = new HashSet<>(files.ids());
        now.removeAll(before);
        return now.size() == 1 ? Optional.of(now.iterator().next()) : Optional.empty();
    }

    private void info(String message) {
        lines.accept(new RunnerLine.Log(Stage.RUN, "info", message));
    }
}
