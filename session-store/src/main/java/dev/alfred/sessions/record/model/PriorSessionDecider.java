package dev.alfred.sessions.record.model;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.alfred.contracts.session.ResumeFallback;

/**
 * Decides which session an attempt resumes: the newest of its mailbox and adapter whose state was not removed, whatever
 * came of the run that made it. Provider and model don't matter. The newest one or none: an older one is never gone back
 * to.
 */
public final class PriorSessionDecider {
    private static final int QUARANTINE_AFTER = 2;
    private static final Pattern VERSION = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})\\.(\\d{1,9}).*");

    private PriorSessionDecider() {}

    /** @param past all recorded attempts of the mailbox, the newest first */
    public static PriorSession decide(ResumeWish wish, List<PastAttempt> past) {
        if (wish.freshRequested()) {
            return new PriorSession.None(ResumeFallback.FRESH_REQUESTED);
        }
        List<PastAttempt> sessions =
                past.stream().filter(attempt -> attempt.nativeId() != null).toList();
        if (sessions.isEmpty()) {
            return new PriorSession.None(ResumeFallback.NO_PRIOR_SESSION);
        }
        List<PastAttempt> own = sessions.stream()
                .filter(attempt -> attempt.adapter() == wish.adapter())
                .toList();
        if (own.isEmpty()) {
            return new PriorSession.None(ResumeFallback.ADAPTER_CHANGED);
        }
        return past.stream()
                .filter(attempt -> attempt.adapter() == wish.adapter() && !attempt.stateRemoved())
                .filter(attempt -> attempt.nativeId() != null || attempt.leavesFormerSessions())
                .findFirst()
                .map(newest -> newest.nativeId() == null ? none(newest) : judge(wish, newest, own, past))
                .orElseGet(() -> new PriorSession.None(ResumeFallback.STATE_MISSING));
    }

    /** Of the newest session nothing is known but that it took the place of those before it. */
    private static PriorSession none(PastAttempt newest) {
        return new PriorSession.None(
                newest.fallback() == ResumeFallback.FRESH_REQUESTED
                        ? ResumeFallback.FRESH_REQUESTED
                        : ResumeFallback.STATE_MISSING);
    }

    /** A session whose state was rejected for what lay in its place is not resumed. */
    public static PriorSession inPlace(PriorSession prior, boolean rejected) {
        return switch (prior) {
            case PriorSession.Resume resume when rejected -> new PriorSession.None(ResumeFallback.STATE_REJECTED);
            case PriorSession.Resume resume -> resume;
            case PriorSession.None none -> none;
        };
    }

    private static PriorSession judge(
            ResumeWish wish, PastAttempt prior, List<PastAttempt> own, List<PastAttempt> past) {
        if (!prior.resumable()) {
            return new PriorSession.None(ResumeFallback.STATE_MISSING);
        }
        if (quarantined(prior.nativeId(), past)) {
            return new PriorSession.None(ResumeFallback.SESSION_QUARANTINED);
        }
        // An approval vouches for what was in the session; only what came in after it counts.
        boolean tainted = prior.tainted() && wish.tainted();
        if (tainted && wish.phase().writes()) {
            return new PriorSession.None(ResumeFallback.SESSION_TAINTED);
        }
        if (newer(prior.cliVersion(), wish.cliVersion())) {
            return new PriorSession.None(ResumeFallback.VERSION_OLDER);
        }
        List<PastAttempt> same = own.stream()
                .filter(attempt -> attempt.nativeId().equals(prior.nativeId()) && !attempt.stateRemoved())
                .toList();
        UUID lastSeenRun = last(same, attempt -> attempt.promptSeen() ? attempt.run() : null);
        return new PriorSession.Resume(
                prior.nativeId(),
                last(same, PastAttempt::fingerprint),
                last(same, PastAttempt::totals),
                lastSeenRun,
                tainted);
    }

    /** Whether the last two runs that resumed the session and tell something of it ended without a word of the model. */
    private static boolean quarantined(String nativeId, List<PastAttempt> past) {
        Set<UUID> wordless = new HashSet<>();
        for (PastAttempt attempt : past) {
            if (attempt.resumed(nativeId)) {
                if (attempt.spoke()) {
                    return false;
                }
                if (attempt.tellsOfItsSession()) {
                    wordless.add(attempt.run());
                }
                if (wordless.size() == QUARANTINE_AFTER) {
                    return true;
                }
            }
        }
        return false;
    }

    private static <T> T last(List<PastAttempt> newestFirst, Function<PastAttempt, T> value) {
        return newestFirst.stream()
                .map(value)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Whether the first version is above the second; what is no version is above nothing. */
    private static boolean newer(String written, String installed) {
        if (written == null || installed == null) {
            return false;
        }
        Matcher one = VERSION.matcher(written);
        Matcher other = VERSION.matcher(installed);
        return one.matches()
                && other.matches()
                && Comparator.<Matcher>comparingInt(version -> part(version, 1))
                                .thenComparingInt(version -> part(version, 2))
                                .thenComparingInt(version -> part(version, 3))
                                .compare(one, other)
                        > 0;
    }

    private static int part(Matcher version, int group) {
        return Integer.parseInt(version.group(group));
    }
}
