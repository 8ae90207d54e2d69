package dev.alfred.local.agent;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The command line, as Claude Code takes it.
 *
 * @param objection what is wrong with it, in the real CLI's words, or empty
 */
record Options(
        boolean version,
        String model,
        int maxTurns,
        double maxBudgetUsd,
        Optional<String> sessionId,
        Optional<String> resume,
        Optional<String> name,
        Optional<String> objection) {
    static final String UUID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

    static Options parse(List<String> arguments) {
        Reading reading = new Reading();
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            reading.take(rest.next(), rest);
        }
        return reading.done();
    }

    private static final class Reading {
        private boolean version;
        private boolean verbose;
        private String format = "text";
        private String model = "scripted";
        private int maxTurns = Integer.MAX_VALUE;
        private double maxBudgetUsd = Double.MAX_VALUE;
        private String sessionId;
        private String resume;
        private String name;
        private String objection;

        void take(String argument, Iterator<String> rest) {
            switch (argument) {
                case "--version" -> version = true;
                case "--verbose" -> verbose = true;
                case "-p", "--print", "--dangerously-skip-permissions" -> {}
                case "--output-format" -> format = rest.next();
                case "--model" -> model = rest.next();
                case "--max-turns" -> maxTurns = Integer.parseInt(rest.next());
                case "--max-budget-usd" -> maxBudgetUsd = Double.parseDouble(rest.next());
                case "--session-id" -> sessionId = rest.next();
                case "--resume" -> resume = rest.next();
                case "-n", "--name" -> name = rest.next();
                default -> objection = "error: unknown option '%s'".formatted(argument);
            }
        }

        Options done() {
            if (objection == null) {
                objection = conflict();
            }
            return new Options(
                    version,
                    model,
                    maxTurns,
                    maxBudgetUsd,
                    Optional.ofNullable(sessionId),
                    Optional.ofNullable(resume),
                    Optional.ofNullable(name),
                    Optional.ofNullable(objection));
        }

        private String conflict() {
            if (version) {
                return null;
            }
            if (format.equals("stream-json") && !verbose) {
                return "Error: When using --print, --output-format=stream-json requires --verbose";
            }
            if (sessionId != null && resume != null) {
                return "Error: --session-id with --continue or --resume also needs --fork-session.";
            }
            if (sessionId != null && !sessionId.matches(UUID)) {
                return "Error: Invalid session ID. Must be a valid UUID.";
            }
            return resume != null && !resume.matches(UUID)
                    ? "--resume requires a valid session ID or session title when used with --print."
                    : null;
        }
    }
}
