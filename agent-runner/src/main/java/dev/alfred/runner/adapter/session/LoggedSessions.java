package dev.alfred.runner.adapter.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionFingerprint.FileMark;

/** The sessions of a CLI that logs each of them in a file of its own. */
public final class LoggedSessions extends PlacedSessions {
    private final SessionLogFormat format;

    public LoggedSessions(SessionLogFormat format, Path directory) {
        super(directory);
        this.format = format;
    }

    @Override
    protected Map<Path, String> places(Path directory) throws IOException {
        return format.files(directory);
    }

    @Override
    protected StateCheck checked(Path file, String id, SessionFingerprint recorded) throws IOException {
        if (!regular(file)) {
            return StateCheck.Unusable.rejected("the session's file is no regular file");
        }
        if (SessionLog.outsized(file)) {
            return StateCheck.Unusable.corrupt("the session's file is too large");
        }
        SessionLog log = SessionLog.read(format, file, id);
        Optional<String> objection = objection(log);
        if (objection.isEmpty()) {
            objection = deviation(id, file, log, recorded);
        }
        return objection.isPresent()
                ? StateCheck.Unusable.corrupt(objection.get())
                : new StateCheck.Sound(fingerprint(file, log), log.anchors(), sessions());
    }

    @Override
    protected ResumeProof proved(Path file, String id, StateCheck.Sound before) throws IOException {
        FileMark mark = before.before().files().getFirst();
        if (!regular(file)) {
            return new ResumeProof.Lost("the session's file is no regular file");
        }
        if (SessionLog.outsized(file)) {
            return new ResumeProof.Lost("the session's file is too large");
        }
        if (!SessionLog.keeps(file, mark)) {
            return new ResumeProof.Lost("what the session's file held has changed");
        }
        if (anotherAppeared(before)) {
            return new ResumeProof.Lost("another session appeared beside it");
        }
        SessionLog added = SessionLog.read(format, file, id, mark.size());
        if (!added.userSpoke()) {
            return new ResumeProof.NotGrown();
        }
        return !format.linked() || added.leadsTo(added.firstWords(), before.anchors())
                ? new ResumeProof.Proven()
                : new ResumeProof.Lost("what was added does not continue the conversation");
    }

    @Override
    protected Optional<SessionFingerprint> saved(Path file, String id) throws IOException {
        if (!regular(file) || SessionLog.outsized(file)) {
            return Optional.empty();
        }
        SessionLog log = SessionLog.read(format, file, id);
        return objection(log).isPresent() ? Optional.empty() : Optional.of(fingerprint(file, log));
    }

    private static Optional<String> objection(SessionLog log) {
        if (log.defect() != null) {
            return Optional.of(log.defect());
        }
        return log.userSpoke() && log.modelSpoke() ? Optional.empty() : Optional.of("the session holds no turn");
    }

    private static Optional<String> deviation(String id, Path file, SessionLog log, SessionFingerprint recorded)
            throws IOException {
        if (recorded == null) {
            return Optional.empty();
        }
        for (FileMark mark : recorded.files()) {
            // Wherever it lies by now, and under whatever time in its name.
            if (!mark.path().contains(id)) {
                continue;
            }
            if (log.size() < mark.size() || log.records() < mark.records()) {
                return Optional.of("the session is shorter than it was");
            }
            if (!SessionLog.keeps(file, mark)) {
                return Optional.of("the session differs from what it was");
            }
        }
        return Optional.empty();
    }

    private SessionFingerprint fingerprint(Path file, SessionLog log) {
        return new SessionFingerprint(List.of(log.mark(relative(file))));
    }

    private static boolean regular(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }
}
