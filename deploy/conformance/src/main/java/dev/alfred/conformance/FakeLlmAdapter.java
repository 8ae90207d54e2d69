package dev.alfred.conformance;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.alfred.contracts.session.LlmCapabilities;
import dev.alfred.contracts.session.LlmRequest;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionFingerprint.FileMark;
import dev.alfred.contracts.session.SessionStatePath;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.PromptForm;
import dev.alfred.runner.adapter.LlmAdapter;

/**
 * An adapter without a model or a process: it keeps its sessions in memory and answers with all prompts that the session
 * has seen. For tests of what surrounds an adapter. Not for use by several threads.
 */
public final class FakeLlmAdapter implements LlmAdapter {
    private static final SessionStatePath STATE = new SessionStatePath(SessionStatePath.HOME + "/.fake/sessions");
    private static final Usage ONE_TURN = new Usage(100, 0, 20, null);

    private final Map<String, List<String>> sessions = new HashMap<>();
    private final List<LlmRequest> requests = new ArrayList<>();
    private final Deque<ResumeFallback> refusals = new ArrayDeque<>();
    private final Deque<ExitReason> failures = new ArrayDeque<>();
    private boolean resumable;

    /** From here on it can resume, as long as this object lives. */
    public FakeLlmAdapter withResumableSessions() {
        resumable = true;
        return this;
    }

    /** The next resume that is asked for becomes a fresh session for that reason, in silence. */
    public FakeLlmAdapter refuseNextResume(ResumeFallback reason) {
        refusals.add(reason);
        return this;
    }

    /** The next work ends for that reason, after the prompt was heard and before anything was said. */
    public FakeLlmAdapter failNext(ExitReason reason) {
        failures.add(reason);
        return this;
    }

    /** All that was asked for, oldest first. */
    public List<LlmRequest> requests() {
        return List.copyOf(requests);
    }

    @Override
    public LlmCapabilities capabilities() {
        return new LlmCapabilities(resumable, resumable, resumable ? STATE : null);
    }

    @Override
    public LlmResult work(LlmRequest request) {
        requests.add(request);
        if (!resumable || request.session() == null) {
            return answer(request, null, false, null, List.of(request.fullPrompt()));
        }
        String asked = request.session().resumeId();
        ResumeFallback fallback = fallback(asked);
        boolean resumed = asked != null && fallback == null;
        String id = resumed ? asked : request.session().freshId();
        List<String> heard = sessions.computeIfAbsent(id, any -> new ArrayList<>());
        heard.add(resumed && request.deltaPrompt() != null ? request.deltaPrompt() : request.fullPrompt());
        return answer(request, id, resumed, fallback, heard);
    }

    private ResumeFallback fallback(String asked) {
        if (asked == null) {
            return null;
        }
        ResumeFallback refused = refusals.poll();
        return refused != null || sessions.containsKey(asked) ? refused : ResumeFallback.STATE_MISSING;
    }

    private LlmResult answer(
            LlmRequest request, String id, boolean resumed, ResumeFallback fallback, List<String> heard) {
        ExitReason failure = failures.poll();
        ExitReason reason = failure == null ? ExitReason.NONE : failure;
        boolean spoke = reason == ExitReason.NONE;
        return new LlmResult(
                reason,
                spoke ? null : "as ordered by the test",
                spoke ? String.join("\n", heard) : null,
                id,
                resumed && spoke,
                fallback,
                id != null && spoke,
                id != null && spoke ? fingerprint(id, heard) : null,
                spoke,
                resumed && request.deltaPrompt() != null ? PromptForm.DELTA : PromptForm.FULL,
                spoke ? ONE_TURN : Usage.NOTHING,
                null);
    }

    private static SessionFingerprint fingerprint(String id, List<String> heard) {
        long bytes = String.join("\n", heard).getBytes(StandardCharsets.UTF_8).length;
        String hash = "%064x".formatted(heard.hashCode() & 0xffffffffL);
        return new SessionFingerprint(List.of(new FileMark(id, bytes, heard.size(), hash)));
    }
}
