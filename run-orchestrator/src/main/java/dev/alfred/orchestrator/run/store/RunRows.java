package dev.alfred.orchestrator.run.store;

import java.util.Optional;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.internal.SessionResolution;
import dev.alfred.contracts.runrequests.RunPrompts;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.RunSession;
import dev.alfred.contracts.session.SessionOff;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.RunState;
import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.SessionMode;
import dev.alfred.contracts.vocabulary.Wire;
import dev.alfred.orchestrator.run.model.Attempt;
import dev.alfred.orchestrator.run.model.Cancel;
import dev.alfred.orchestrator.run.model.Run;

/** The seam between rows and the model. */
final class RunRows {
    private RunRows() {}

    static Run run(RunRow row, RunRequested request) {
        return new Run(
                row.id,
                request,
                Wire.of(RunState.class, row.state),
                row.reason,
                row.detail,
                row.owner,
                row.generation,
                row.attempt,
                row.launches,
                row.cancelRequestedAt == null
                        ? Optional.empty()
                        : Optional.of(new Cancel(row.cancelRequestedBy, row.cancelWhy, row.cancelRequestedAt)),
                row.baseCommit,
                session(row),
                usage(row),
                row.startedAt,
                row.traceParent,
                row.readAt);
    }

    static RunRequested withoutPrompts(RunRequested request) {
        return new RunRequested(
                request.run(),
                request.mailbox(),
                request.kind(),
                request.mailboxRevision(),
                request.project(),
                request.phase(),
                request.branch(),
                new RunPrompts(null, null, request.prompts().deltaSince()),
                request.settings(),
                request.freshRequested(),
                request.tainted(),
                request.requestedBy(),
                request.cause(),
                request.requestedAt());
    }

    static RunSession session(RunRow row) {
        return new RunSession(
                row.sessionName,
                row.sessionNativeId,
                row.sessionMode == null ? null : Wire.of(SessionMode.class, row.sessionMode),
                row.sessionReason);
    }

    static Usage usage(RunRow row) {
        return new Usage(row.inputTokens, row.cachedInputTokens, row.outputTokens, row.costUsd);
    }

    static Attempt attempt(RunAttemptRow row) {
        return new Attempt(
                row.id.run(),
                row.id.attempt(),
                row.freshId,
                Wire.of(RunnerKind.class, row.runner),
                row.image,
                row.cliVersion,
                row.provider,
                row.model,
                row.sessionOff == null ? null : Wire.of(SessionOff.class, row.sessionOff),
                Optional.ofNullable(row.resolution).map(json -> read(json, SessionResolution.class)),
                row.preparedAt,
                row.startingAt,
                row.launchedAt,
                row.deadline,
                Optional.ofNullable(row.runnerRef),
                row.logLine,
                row.logBytes,
                row.nativeId,
                row.fallback == null ? null : Wire.of(ResumeFallback.class, row.fallback),
                row.spoke,
                Optional.ofNullable(row.usage)
                        .map(json -> read(json, Usage.class))
                        .orElse(Usage.NOTHING),
                row.stage,
                row.reportedCommit,
                row.stopSentAt,
                row.endedAt);
    }

    static <T> T read(String json, Class<T> type) {
        try {
            return ContractJson.mapper().readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a stored " + type.getSimpleName() + " can't be read", e);
        }
    }

    static String write(Object value) {
        try {
            return ContractJson.mapper().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("a " + value.getClass().getSimpleName() + " can't be written", e);
        }
    }

    /** PostgreSQL's text holds every character but one. */
    static String storable(String text) {
        return text == null ? null : text.replace("\0", "\uFFFD");
    }
}
