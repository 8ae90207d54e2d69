package dev.alfred.runner.adapter.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionFingerprint.FileMark;

/** The sessions of a CLI that logs each of them in a file of its own. */
public final class LoggedSessions implements SessionFiles {
    /** Beyond any limit of a state, which is checked before the next start. */
    private static final long MOST_BYTES = 4L << 30;

    private final SessionLogFormat format;
    private final Path directory;

    public LoggedSessions(SessionLogFormat format, Path directory) {
        this.format = format;
        this.directory = directory;
    }

    @Override
    public StateCheck check(String id, SessionFingerprint recorded) {
        try {
            return checked(id, recorded);
        } catch (IOException | UncheckedIOException e) {
            return corrupt("the session's file can't be read");
        }
    }

    private StateCheck checked(String id, SessionFingerprint recorded) throws IOException {
        List<Path> files = filesOf(id);
        if (files.isEmpty()) {
            return new StateCheck.Unusable(ResumeFallback.STATE_MISSING, "there is no file of the session");
        }
        if (files.size() > 1) {
            return corrupt("the session is there more than once");
        }
        Path file = files.getFirst();
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return new StateCheck.Unusable(ResumeFallback.STATE_REJECTED, "the session's file is no regular file");
        }
        if (Files.size(file) > MOST_BYTES) {
            return corrupt("the session's file is too large");
        }
        SessionLog log = SessionLog.read(format, file, id);
        Optional<String> objection = objection(log);
        if (objection.isEmpty()) {
            objection = deviation(id, file, log, recorded);
        }
        return objection
                .<StateCheck>map(LoggedSessions::corrupt)
                .orElse(new StateCheck.Sound(
                        new SessionFingerprint(List.of(mark(file, log))), log.anchors(), sessions()));
    }

    @Override
    public ResumeProof prove(String id, StateCheck.Sound before) {
        try {
            return proved(id, before);
        } catch (IOException | UncheckedIOException e) {
            return new ResumeProof.Lost("the session's file can't be read");
        }
    }

    private ResumeProof proved(String id, StateCheck.Sound before) throws IOException {
        FileMark mark = before.before().files().getFirst();
        Path file = directory.resolve(mark.path());
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return new ResumeProof.Lost("the session's file is gone");
        }
        if (Files.size(file) > MOST_BYTES) {
            return new ResumeProof.Lost("the session's file is too large");
        }
        Optional<String> prefix = SessionLog.prefix(file, mark.size());
        if (!prefix.equals(Optional.of(mark.sha256()))) {
            return new ResumeProof.Lost("what the session's file held has changed");
        }
        Set<String> appeared = new HashSet<>(sessions());
        appeared.removeAll(before.sessions());
        if (!appeared.isEmpty()) {
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
    public Optional<SessionFingerprint> saved(String id) {
        try {
            return fingerprint(id);
        } catch (IOException | UncheckedIOException e) {
            // What can't be read can't be resumed either.
            return Optional.empty();
        }
    }

    private Optional<SessionFingerprint> fingerprint(String id) throws IOException {
        List<Path> files = filesOf(id);
        if (files.size() != 1
                || !Files.isRegularFile(files.getFirst(), LinkOption.NOFOLLOW_LINKS)
                || Files.size(files.getFirst()) > MOST_BYTES) {
            return Optional.empty();
        }
        SessionLog log = SessionLog.read(format, files.getFirst(), id);
        return objection(log).isPresent()
                ? Optional.empty()
                : Optional.of(new SessionFingerprint(List.of(mark(files.getFirst(), log))));
    }

    @Override
    public Set<String> ids() {
        try {
            return Set.copyOf(format.files(directory).values());
        } catch (IOException | UncheckedIOException e) {
            // What can't be seen can't be gone on with.
            return Set.of();
        }
    }

    @Override
    public Instant lastChange(String id) {
        try {
            Instant latest = Instant.MIN;
            for (Path file : filesOf(id)) {
                Instant change = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                        .toInstant();
                latest = change.isAfter(latest) ? change : latest;
            }
            return latest;
        } catch (IOException | UncheckedIOException e) {
            // No sign of life to be seen here; standard output remains.
            return Instant.MIN;
        }
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
            if (!SessionLog.prefix(file, mark.size()).equals(Optional.of(mark.sha256()))) {
                return Optional.of("the session differs from what it was");
            }
        }
        return Optional.empty();
    }

    private FileMark mark(Path file, SessionLog log) {
        return new FileMark(directory.relativize(file).toString(), log.size(), log.records(), log.sha256());
    }

    private List<Path> filesOf(String id) throws IOException {
        return format.files(directory).entrySet().stream()
                .filter(entry -> entry.getValue().equals(id))
                .map(Map.Entry::getKey)
                .toList();
    }

    private Set<String> sessions() throws IOException {
        return format.files(directory).keySet().stream()
                .map(file -> directory.relativize(file).toString())
                .collect(Collectors.toSet());
    }

    private static StateCheck.Unusable corrupt(String detail) {
        return new StateCheck.Unusable(ResumeFallback.STATE_CORRUPT, detail);
    }
}
