package dev.alfred.runner.adapter.grok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.alfred.contracts.session.SessionFingerprint;
import dev.alfred.runner.adapter.session.PlacedSessions;
import dev.alfred.runner.adapter.session.ResumeProof;
import dev.alfred.runner.adapter.session.StateCheck;

/**
 * Grok Build's sessions: {@code {URL-encoded working directory}/{id}/}. A resume is proved by the conversation, which
 * grew on what was there, and by the CLI's own note of how many messages its turn began with: with a damaged history it
 * goes on as if nothing were wrong, under the same id. All files but a session's logs are written anew and prove nothing.
 */
final class GrokSessions extends PlacedSessions {
    private static final String OUTPUT_OF_COMMANDS = "terminal";

    private static final Supplier<IOException> UNMARKED =
            () -> new IOException("what was seen before is of another session");

    GrokSessions(Path directory) {
        super(directory);
    }

    @Override
    protected Map<Path, String> places(Path directory) throws IOException {
        Map<Path, String> places = new HashMap<>();
        for (Path group : entries(directory)) {
            for (Path place : entries(group)) {
                String name = place.getFileName().toString();
                if (GrokBuild.SESSION_IDS.matches(name)) {
                    places.put(place, name);
                }
            }
        }
        return places;
    }

    @Override
    protected boolean aside(Path place) {
        return GrokSession.aside(place);
    }

    @Override
    protected StateCheck checked(Path place, String id, SessionFingerprint recorded) throws IOException {
        Optional<String> odd = GrokSession.odd(place);
        if (odd.isPresent()) {
            return StateCheck.Unusable.rejected("the session's %s is no regular file".formatted(odd.get()));
        }
        if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            return StateCheck.Unusable.rejected("the session's place is no directory");
        }
        Optional<String> missing = GrokSession.missing(place);
        if (missing.isPresent()) {
            return StateCheck.Unusable.missing("the session's %s is missing".formatted(missing.get()));
        }
        Optional<String> outsized = GrokSession.outsized(place);
        if (outsized.isPresent()) {
            return StateCheck.Unusable.corrupt("the session's %s is too large".formatted(outsized.get()));
        }
        GrokSession session = GrokSession.read(place, id);
        Optional<String> objection = session.objection();
        if (objection.isEmpty() && recorded != null) {
            objection = session.deviation(recorded);
        }
        return objection.isPresent()
                ? StateCheck.Unusable.corrupt(objection.get())
                : new StateCheck.Sound(session.fingerprint(this::relative), Set.of(), sessions());
    }

    @Override
    protected ResumeProof proved(Path place, String id, StateCheck.Sound before) throws IOException {
        if (!whole(place)) {
            return new ResumeProof.Lost("a part of the session is gone");
        }
        GrokSession session = GrokSession.read(place, id);
        Optional<String> deviation = session.deviation(before.before());
        if (deviation.isPresent()) {
            return new ResumeProof.Lost(deviation.get());
        }
        return anotherAppeared(before)
                ? new ResumeProof.Lost("another session appeared beside it")
                : grown(session, before.before());
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
    protected Optional<SessionFingerprint> saved(Path place, String id) throws IOException {
        if (!whole(place)) {
            return Optional.empty();
        }
        GrokSession session = GrokSession.read(place, id);
        return session.objection().isPresent() ? Optional.empty() : Optional.of(session.fingerprint(this::relative));
    }

    /** Whether all is there that belongs to a session. */
    private static boolean whole(Path place) throws IOException {
        return Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)
                && GrokSession.missing(place).isEmpty()
                && GrokSession.outsized(place).isEmpty();
    }

    @Override
    protected List<Path> signsOfLife(Path place) throws IOException {
        List<Path> files = new ArrayList<>(entries(place));
        files.addAll(entries(place.resolve(OUTPUT_OF_COMMANDS)));
        return files;
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
}
