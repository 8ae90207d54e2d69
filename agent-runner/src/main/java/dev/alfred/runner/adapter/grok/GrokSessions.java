package dev.alfred.runner.adapter.grok;

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
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.runner.adapter.session.ResumeProof;
import dev.alfred.runner.adapter.session.SessionFiles;
import dev.alfred.runner.adapter.session.StateCheck;

/**
 * Grok Build's sessions: {@code {URL-encoded working directory}/{id}/}. A resume is proved by the conversation, which
 * grew on what was there, and by the CLI's own note of how many messages its turn began with: with a damaged history it
 * goes on as if nothing were wrong, under the same id. All files but a session's logs are written anew and prove nothing.
 */
final class GrokSessions implements SessionFiles {
    private static final String OUTPUT_OF_COMMANDS = "terminal";

    private static final Supplier<IOException> UNMARKED =
            () -> new IOException("what was seen before is of another session");

    private final Path directory;

    GrokSessions(Path directory) {
        this.directory = directory;
    }

    @Override
    public StateCheck check(String id, SessionFingerprint recorded) {
        try {
            return checked(id, recorded);
        } catch (IOException | UncheckedIOException e) {
            return corrupt("the session's files can't be read");
        }
    }

    private StateCheck checked(String id, SessionFingerprint recorded) throws IOException {
        List<Path> places = places(id);
        if (places.isEmpty()) {
            return new StateCheck.Unusable(ResumeFallback.STATE_MISSING, "there is no directory of the session");
        }
        if (places.size() > 1) {
            return corrupt("the session is there more than once");
        }
        Path place = places.getFirst();
        Optional<String> odd = GrokSession.odd(place);
        if (odd.isPresent() || !Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            return new StateCheck.Unusable(
                    ResumeFallback.STATE_REJECTED,
                    odd.map(name -> "the session's %s is no regular file".formatted(name))
                            .orElse("the session's place is no directory"));
        }
        Optional<String> missing = GrokSession.missing(place);
        if (missing.isPresent()) {
            return new StateCheck.Unusable(
                    ResumeFallback.STATE_MISSING, "the session's %s is missing".formatted(missing.get()));
        }
        Optional<String> outsized = GrokSession.outsized(place);
        if (outsized.isPresent()) {
            return corrupt("the session's %s is too large".formatted(outsized.get()));
        }
        GrokSession session = GrokSession.read(directory, place, id);
        Optional<String> objection = session.objection();
        if (objection.isEmpty() && recorded != null) {
            objection = session.deviation(recorded);
        }
        return objection
                .<StateCheck>map(GrokSessions::corrupt)
                .orElse(new StateCheck.Sound(session.fingerprint(), Set.of(), sessions()));
    }

    @Override
    public ResumeProof prove(String id, StateCheck.Sound before) {
        try {
            return proved(id, before);
        } catch (IOException | UncheckedIOException e) {
            return new ResumeProof.Lost("the session's files can't be read");
        }
    }

    private ResumeProof proved(String id, StateCheck.Sound before) throws IOException {
        Optional<GrokSession> after = whole(id);
        if (after.isEmpty()) {
            return new ResumeProof.Lost("the session is gone, or a part of it");
        }
        GrokSession session = after.get();
        Optional<String> deviation = session.deviation(before.before());
        if (deviation.isPresent()) {
            return new ResumeProof.Lost(deviation.get());
        }
        Set<String> appeared = new HashSet<>(sessions());
        appeared.removeAll(before.sessions());
        if (!appeared.isEmpty()) {
            return new ResumeProof.Lost("another session appeared beside it");
        }
        return grown(session, before.before());
    }

    private static ResumeProof grown(GrokSession session, SessionFingerprint before) throws IOException {
        long conversation = size(session, before, GrokSession.CONVERSATION);
        long messages = session.messagesGoneOnWith(size(session, before, GrokSession.TURNS));
        if (messages < 0 || !session.promptedSince(conversation)) {
            return new ResumeProof.NotGrown();
        }
        long known =
                session.mark(before, GrokSession.MESSAGES).orElseThrow(UNMARKED).records();
        return messages >= known
                ? new ResumeProof.Proven()
                : new ResumeProof.Lost("the CLI went on with %d of %d messages".formatted(messages, known));
    }

    private static long size(GrokSession session, SessionFingerprint before, String name) throws IOException {
        return session.mark(before, name).orElseThrow(UNMARKED).size();
    }

    @Override
    public Optional<SessionFingerprint> saved(String id) {
        try {
            return whole(id).filter(session -> session.objection().isEmpty()).map(GrokSession::fingerprint);
        } catch (IOException | UncheckedIOException e) {
            // What can't be read can't be resumed either.
            return Optional.empty();
        }
    }

    /** The session, if it is there once with all that belongs to it. */
    private Optional<GrokSession> whole(String id) throws IOException {
        List<Path> places = places(id);
        return places.size() == 1
                        && Files.isDirectory(places.getFirst(), LinkOption.NOFOLLOW_LINKS)
                        && GrokSession.missing(places.getFirst()).isEmpty()
                        && GrokSession.outsized(places.getFirst()).isEmpty()
                ? Optional.of(GrokSession.read(directory, places.getFirst(), id))
                : Optional.empty();
    }

    @Override
    public Set<String> ids() {
        try {
            return all().stream().map(GrokSessions::name).collect(Collectors.toSet());
        } catch (IOException | UncheckedIOException e) {
            // What can't be seen can't be gone on with.
            return Set.of();
        }
    }

    @Override
    public Instant lastChange(String id) {
        try {
            Instant latest = Instant.MIN;
            for (Path place : places(id)) {
                for (Path directory : List.of(place, place.resolve(OUTPUT_OF_COMMANDS))) {
                    for (Path file : entries(directory)) {
                        Instant change = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                                .toInstant();
                        latest = change.isAfter(latest) ? change : latest;
                    }
                }
            }
            return latest;
        } catch (IOException | UncheckedIOException e) {
            // No sign of life to be seen here; standard output remains.
            return Instant.MIN;
        }
    }

    private List<Path> places(String id) throws IOException {
        return all().stream().filter(place -> name(place).equals(id)).toList();
    }

    /** All sessions but those of sub-agents, which come and go with their parent's. */
    private Set<String> sessions() throws IOException {
        return all().stream()
                .filter(place -> !GrokSession.aside(place))
                .map(place -> directory.relativize(place).toString())
                .collect(Collectors.toSet());
    }

    /** Whatever stands where a session would. */
    private List<Path> all() throws IOException {
        List<Path> places = new ArrayList<>();
        for (Path group : entries(directory)) {
            for (Path place : entries(group)) {
                if (GrokBuild.SESSION_IDS.matches(name(place))) {
                    places.add(place);
                }
            }
        }
        return places;
    }

    /** Nothing where that is no directory, or a link to one. */
    private static List<Path> entries(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }

    private static String name(Path place) {
        return place.getFileName().toString();
    }

    private static StateCheck.Unusable corrupt(String detail) {
        return new StateCheck.Unusable(ResumeFallback.STATE_CORRUPT, detail);
    }
}
