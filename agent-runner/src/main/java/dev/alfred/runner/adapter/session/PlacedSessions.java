package dev.alfred.runner.adapter.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.alfred.contracts.session.SessionFingerprint;

/**
 * The sessions of a CLI that keeps each of them in a place of its own, a file or a directory. An {@link IOException} of
 * what is asked about a place means that it can't be read, which is an answer here.
 */
public abstract class PlacedSessions implements SessionFiles {
    private final Path directory;

    protected PlacedSessions(Path directory) {
        this.directory = directory;
    }

    /** Whatever stands where a session would, with the id that its place stands for. */
    protected abstract Map<Path, String> places(Path directory) throws IOException;

    /** {@link #check} of the only place of that session. */
    protected abstract StateCheck checked(Path place, String id, SessionFingerprint recorded) throws IOException;

    /** {@link #prove} of the only place of that session. */
    protected abstract ResumeProof proved(Path place, String id, StateCheck.Sound before) throws IOException;

    /** {@link #saved} of the only place of that session. */
    protected abstract Optional<SessionFingerprint> saved(Path place, String id) throws IOException;

    /** Whether a session belongs to a sub-agent: it comes and goes with its parent's. */
    protected boolean aside(Path place) {
        return false;
    }

    /** The files at that place whose change is a sign of life. */
    protected List<Path> signsOfLife(Path place) throws IOException {
        return List.of(place);
    }

    @Override
    public final StateCheck check(String id, SessionFingerprint recorded) {
        try {
            List<Path> places = placesOf(id);
            if (places.isEmpty()) {
                return StateCheck.Unusable.missing("there is nothing of the session");
            }
            return places.size() == 1
                    ? checked(places.getFirst(), id, recorded)
                    : StateCheck.Unusable.corrupt("the session is there more than once");
        } catch (IOException | UncheckedIOException e) {
            return StateCheck.Unusable.corrupt("the session can't be read");
        }
    }

    @Override
    public final ResumeProof prove(String id, StateCheck.Sound before) {
        try {
            List<Path> places = placesOf(id);
            return places.size() == 1
                    ? proved(places.getFirst(), id, before)
                    : new ResumeProof.Lost("the session is gone, or there more than once");
        } catch (IOException | UncheckedIOException e) {
            return new ResumeProof.Lost("the session can't be read");
        }
    }

    @Override
    public final Optional<SessionFingerprint> saved(String id) {
        try {
            List<Path> places = placesOf(id);
            return places.size() == 1 ? saved(places.getFirst(), id) : Optional.empty();
        } catch (IOException | UncheckedIOException e) {
            // What can't be read can't be resumed either.
            return Optional.empty();
        }
    }

    @Override
    public final Set<String> ids() {
        try {
            return Set.copyOf(places(directory).values());
        } catch (IOException | UncheckedIOException e) {
            // What can't be seen can't be gone on with.
            return Set.of();
        }
    }

    @Override
    public final Instant lastChange(String id) {
        try {
            Instant latest = Instant.MIN;
            for (Path place : placesOf(id)) {
                for (Path file : signsOfLife(place)) {
                    Instant change = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                            .toInstant();
                    latest = change.isAfter(latest) ? change : latest;
                }
            }
            return latest;
        } catch (IOException | UncheckedIOException e) {
            // No sign of life to be seen here; standard output remains.
            return Instant.MIN;
        }
    }

    /**
     * Without any session, whatever else lies there may stand where the CLI wants to make a directory for one; nobody's memory
     * is lost with it.
     */
    @Override
    public final boolean hindersFresh() {
        try (Stream<Path> entries = Files.list(directory)) {
            return places(directory).isEmpty() && entries.findAny().isPresent();
        } catch (IOException | UncheckedIOException e) {
            // What can't be looked into was seen to by the check before.
            return false;
        }
    }

    private List<Path> placesOf(String id) throws IOException {
        return places(directory).entrySet().stream()
                .filter(place -> place.getValue().equals(id))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** All places of sessions, sub-agents' left out. */
    protected final Set<String> sessions() throws IOException {
        return places(directory).keySet().stream()
                .filter(place -> !aside(place))
                .map(this::relative)
                .collect(Collectors.toSet());
    }

    /** Whether there is a session now that was not there then. */
    protected final boolean anotherAppeared(StateCheck.Sound before) throws IOException {
        return !before.sessions().containsAll(sessions());
    }

    /** The path as a fingerprint tells it. */
    protected final String relative(Path file) {
        return directory.relativize(file).toString();
    }
}
