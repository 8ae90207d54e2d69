package dev.alfred.local.agent;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.alfred.local.agent.Scenario.Kind;

/**
 * A test double of Claude Code: the same command line, event stream, sessions on disk and resume, and each failure on
 * demand ({@link Scenario}). It plays in tests, and in the demo where the real CLI can't be installed.
 */
public final class ScriptedAgent {
    static final String VERSION = "2.1.328";
    static final String SYNTHETIC = "<synthetic>";

    private ScriptedAgent() {}

    public static void main(String... arguments) throws IOException, InterruptedException {
        Options options = Options.parse(List.of(arguments));
        if (options.version()) {
            System.out.println(VERSION + " (Scripted agent)");
            return;
        }
        if (options.objection().isPresent()) {
            System.err.println(options.objection().get());
            System.exit(1);
        }
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, StandardCharsets.UTF_8);
        String prompt = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        int status = start(options, Scenario.next(), prompt, out);
        out.flush();
        System.exit(status);
    }

    private static int start(Options options, Scenario scenario, String prompt, PrintStream out)
            throws IOException, InterruptedException {
        Events events = new Events(out);
        Path cwd = Path.of("").toAbsolutePath();
        Path projects = Path.of(System.getenv("HOME"), ".claude", "projects");
        boolean saves = !scenario.is(Kind.SAVES_NOTHING);
        Optional<SessionStore> session;
        if (options.resume().isPresent()) {
            String asked = options.resume().get();
            session = scenario.is(Kind.UNKNOWN_ID) ? Optional.empty() : SessionStore.open(projects, cwd, asked);
            if (session.isEmpty()) {
                String words = "No conversation found with session ID: " + asked;
                events.refused(asked, words);
                System.err.println(words);
                return 1;
            }
            session = Optional.of(misled(session.get(), scenario, projects, cwd));
        } else {
            String id = options.sessionId().orElseGet(() -> UUID.randomUUID().toString());
            session = SessionStore.create(projects, cwd, id, saves);
            if (session.isEmpty()) {
                System.err.printf("Error: Session ID %s is already in use.%n", id);
                return 1;
            }
        }
        if (options.name().isPresent()) {
            session.get().name(options.name().get());
            events.titled(session.get().id(), options.name().get());
        }
        Model model =
                new Model(System.getenv("ANTHROPIC_BASE_URL"), System.getenv("ANTHROPIC_API_KEY"), options.model());
        return new Conversation(options, scenario, session.get(), model, events).run(prompt);
    }

    private static SessionStore misled(SessionStore session, Scenario scenario, Path projects, Path cwd)
            throws IOException {
        switch (scenario.kind()) {
            case SESSION_CHANGED -> {
                return SessionStore.create(projects, cwd, UUID.randomUUID().toString(), true)
                        .orElseThrow();
            }
            case HISTORY_LOST -> session.forget(true);
            case FORGETS -> session.forget(false);
            default -> {}
        }
        return session;
    }
}
