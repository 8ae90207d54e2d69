package dev.alfred.runner.adapter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.alfred.contracts.session.LlmCapabilities;
import dev.alfred.contracts.session.ResumeFallback;
import dev.alfred.contracts.session.SessionStatePath;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.runner.adapter.session.LoggedSessions;
import dev.alfred.runner.adapter.session.PlainLogs;
import dev.alfred.runner.adapter.session.SessionFiles;
import dev.alfred.runner.adapter.session.SessionIdFormat;
import dev.alfred.runner.process.ChildCommand;

/**
 * An agent's CLI for tests of what drives one: a shell that does in each start what was laid down for it. Its sessions are
 * {@link PlainLogs}.
 */
final class ShellCli implements AgentCli {
    static final SessionStatePath STATE = new SessionStatePath(SessionStatePath.HOME + "/.shell/sessions");

    /** What follows it in a script is done by nobody: the CLI goes on until it is ended. */
    static final String GOES_ON = "exec tail -f /dev/null\n";

    private static final String NAMES_ITS_SESSION = "echo \"session $SESSION\"\n";
    private static final String HEARS = "echo \"user - - $SESSION\" >> \"$STATE/$SESSION.log\"\n";
    private static final String SPEAKS = "echo \"model - - $SESSION\" >> \"$STATE/$SESSION.log\"; echo said\n";
    private static final String WORKS = "echo half > half-done\n";

    static final String ANSWERS = NAMES_ITS_SESSION + HEARS + SPEAKS + "echo finished\n";
    static final String BEGINS = NAMES_ITS_SESSION + HEARS + SPEAKS;
    static final String REFUSES = "echo 'will not resume' >&2; exit 1\n";
    static final String MEETS_A_MODEL_ERROR = NAMES_ITS_SESSION + HEARS + "echo overloaded; exit 1\n";
    static final String WORKS_AND_MEETS_A_MODEL_ERROR =
            NAMES_ITS_SESSION + HEARS + SPEAKS + WORKS + "echo overloaded; exit 1\n";
    /** It goes on under the same id with nothing of what was there. */
    static final String FORGETS = NAMES_ITS_SESSION + "echo \"note - - $SESSION\" > \"$STATE/$SESSION.log\"\n" + HEARS
            + SPEAKS + WORKS + "echo finished\n";
    /** It goes on in the session, but says at its end that it was another one. */
    static final String ENDS_IN_ANOTHER_SESSION = HEARS + SPEAKS + WORKS + "echo 'finished another'\n";
    /** It works in another session than the one asked for. */
    static final String CHANGES_THE_SESSION = WORKS + "echo 'session another'; echo said; echo finished\n";

    /** It tells what its start has used so far. */
    static String tells(String usage) {
        return "echo 'used %s'\n".formatted(usage);
    }

    private final Path state;
    private final Deque<String> starts = new ArrayDeque<>();
    private final List<Start> made = new ArrayList<>();
    private Runnable afterEach = () -> {};

    /** One start as it was made, and what lay in the workspace then. */
    record Start(SessionArgument session, String prompt, Set<String> workspace) {}

    /** @param starts what it does, one script a start */
    ShellCli(Path state, String... starts) {
        this.state = state;
        this.starts.addAll(Arrays.asList(starts));
    }

    /** Done once a start's process has ended. */
    void afterEachStart(Runnable action) {
        afterEach = action;
    }

    List<Start> starts() {
        return List.copyOf(made);
    }

    List<SessionArgument> sessions() {
        return made.stream().map(Start::session).toList();
    }

    @Override
    public AdapterId id() {
        return AdapterId.CLAUDE_CODE;
    }

    @Override
    public LlmCapabilities capabilities(AgentVersion version) {
        return new LlmCapabilities(true, false, STATE);
    }

    @Override
    public SessionIdFormat sessionIds() {
        return new SessionIdFormat("[a-z]+");
    }

    @Override
    public ChildCommand command(AgentPlace place, AgentStart start) {
        made.add(new Start(start.session(), start.prompt(), namesIn(place.directory())));
        String session = switch (start.session()) {
            case SessionArgument.None() -> throw new IllegalArgumentException("this CLI is for sessions");
            case SessionArgument.Fresh(String id, String name) -> id;
            case SessionArgument.Resume(String id) -> id;
        };
        return new ChildCommand(
                List.of("/bin/sh", "-c", starts.remove()),
                place.directory(),
                Map.of("PATH", "/usr/bin:/bin", "SESSION", session, "STATE", state.toString()),
                ChildCommand.NO_INPUT);
    }

    private static Set<String> namesIn(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public AgentStream stream(AgentPlace place) {
        return new AgentStream() {
            @Override
            public List<AgentEvent> read(byte[] line) {
                return List.of(event(new String(line, StandardCharsets.UTF_8)));
            }

            @Override
            public List<AgentEvent> ended() {
                afterEach.run();
                return List.of();
            }
        };
    }

    private static AgentEvent event(String line) {
        String[] words = line.split(" ");
        return switch (words[0]) {
            case "session" -> new AgentEvent.SessionNamed(words[1]);
            case "used" -> new AgentEvent.Used(used(words));
            case "said" -> new AgentEvent.Said("yes");
            case "finished" -> new AgentEvent.Finished(report(null, words.length > 1 ? words[1] : null));
            case "overloaded" -> new AgentEvent.Finished(report(529, null));
            default -> throw new IllegalArgumentException(line);
        };
    }

    private static Usage used(String[] words) {
        return new Usage(
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                words.length > 4 ? new BigDecimal(words[4]) : null);
    }

    private static AgentReport report(Integer apiStatus, String session) {
        boolean error = apiStatus != null;
        return new AgentReport(
                error, error ? "error" : "success", apiStatus, error, 0, null, session, null, null, null, List.of());
    }

    @Override
    public SessionFiles sessions(Path stateDirectory) {
        return new LoggedSessions(new PlainLogs(false), stateDirectory);
    }

    @Override
    public Optional<ResumeFallback> resumeFailure(AgentVersion version, String asked, AgentEnd end) {
        return !end.spoke() && end.stderr().startsWith("will not resume")
                ? Optional.of(ResumeFallback.RESUME_REFUSED)
                : Optional.empty();
    }

    @Override
    public ModelFailure modelFailure(AgentEnd end) {
        return end.report() == null || end.report().apiStatus() == null
                ? ModelFailure.NONE
                : ModelFailure.of(end.report().apiStatus());
    }

    @Override
    public boolean budgetExhausted(AgentEnd end) {
        return false;
    }

    @Override
    public boolean costIsCumulative(AgentVersion version) {
        return false;
    }
}
