package dev.alfred.runner.adapter.claude;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.contracts.session.SessionFingerprint.FileMark;
import dev.alfred.runner.adapter.ResumeProof;
import dev.alfred.runner.adapter.SessionFiles;
import dev.alfred.runner.adapter.StateCheck;

/** Claude Code's transcripts: {@code {slug of the working directory}/{id}.jsonl}, one JSON object a line, only appended to. */
final class ClaudeSessions implements SessionFiles {
    private static final String SUFFIX = ".jsonl";
    /** Beyond any limit of a state, which is checked before the next start. */
    private static final long MOST_BYTES = 4L << 30;

    private static final Pattern SESSION_FILE = Pattern.compile("[0-9a-fA-F-]{36}\\.jsonl");

    private final Path directory;

    ClaudeSessions(Path directory) {
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
        Transcript transcript = Transcript.read(file, id);
        Optional<String> objection = objection(transcript);
        if (objection.isEmpty()) {
            objection = deviation(file, transcript, recorded);
        }
        return objection
                .<StateCheck>map(ClaudeSessions::corrupt)
                .orElse(new StateCheck.Sound(mark(file, transcript), transcript.anchors(), sessions()));
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
        Path file = directory.resolve(before.before().path());
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return new ResumeProof.Lost("the session's file is gone");
        }
        if (Files.size(file) > MOST_BYTES) {
            return new ResumeProof.Lost("the session's file is too large");
        }
        Optional<String> prefix = Transcript.prefix(file, before.before().size());
        if (!prefix.equals(Optional.of(before.before().sha256()))) {
            return new ResumeProof.Lost("what the session's file held has changed");
        }
        Set<String> appeared = new HashSet<>(sessions());
        appeared.removeAll(before.sessions());
        if (!appeared.isEmpty()) {
            return new ResumeProof.Lost("another session appeared beside it");
        }
        Transcript added = Transcript.read(file, id, before.before().size());
        if (added.firstPrompt() == null) {
            return new ResumeProof.NotGrown();
        }
        return added.leadsTo(added.firstPrompt(), before.anchors())
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
        Transcript transcript = Transcript.read(files.getFirst(), id);
        return objection(transcript).isPresent()
                ? Optional.empty()
                : Optional.of(new SessionFingerprint(List.of(mark(files.getFirst(), transcript))));
    }

    @Override
    public boolean exists(String id) {
        try {
            return !filesOf(id).isEmpty();
        } catch (IOException | UncheckedIOException e) {
            // What can't be seen can't be gone on with.
            return false;
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

    private static Optional<String> objection(Transcript transcript) {
        if (transcript.defect() != null) {
            return Optional.of(transcript.defect());
        }
        return transcript.userSpoke() && transcript.modelSpoke()
                ? Optional.empty()
                : Optional.of("the session holds no turn");
    }

    private Optional<String> deviation(Path file, Transcript transcript, SessionFingerprint recorded)
            throws IOException {
        if (recorded == null) {
            return Optional.empty();
        }
        for (FileMark mark : recorded.files()) {
            if (!Path.of(mark.path()).getFileName().equals(file.getFileName())) {
                continue;
            }
            if (transcript.size() < mark.size() || transcript.records() < mark.records()) {
                return Optional.of("the session is shorter than it was");
            }
            if (!Transcript.prefix(file, mark.size()).equals(Optional.of(mark.sha256()))) {
                return Optional.of("the session differs from what it was");
            }
        }
        return Optional.empty();
    }

    private FileMark mark(Path file, Transcript transcript) {
        return new FileMark(
                directory.relativize(file).toString(), transcript.size(), transcript.records(), transcript.sha256());
    }

    private List<Path> filesOf(String id) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path slug : slugs()) {
            Path file = slug.resolve(id + SUFFIX);
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                found.add(file);
            }
        }
        return found;
    }

    private Set<String> sessions() throws IOException {
        Set<String> found = new HashSet<>();
        for (Path slug : slugs()) {
            try (Stream<Path> files = Files.list(slug)) {
                files.filter(file -> SESSION_FILE
                                .matcher(file.getFileName().toString())
                                .matches())
                        .forEach(file -> found.add(directory.relativize(file).toString()));
            }
        }
        return found;
    }

    private List<Path> slugs() throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
    }

    private static StateCheck.Unusable corrupt(String detail) {
        return new StateCheck.Unusable(ResumeFallback.STATE_CORRUPT, detail);
    }
}
