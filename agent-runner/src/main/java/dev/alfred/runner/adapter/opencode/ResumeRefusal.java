package dev.alfred.runner.adapter.opencode;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.alfred.contracts.session.ResumeFallback;

/** The words with which OpenCode 1.18 refuses to resume, before anything else is printed. */
final class ResumeRefusal {
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final String UNKNOWN = "Error: Session not found";
    private static final String UNEXPECTED = "Error: Unexpected error";
    private static final List<String> UNREADABLE =
            List.of("file is not a database", "database disk image is malformed", "unable to open database file");
    /** Its steps from one form of the database to the next don't fit: no session begins in it either. */
    private static final Pattern OTHER_VERSION = Pattern.compile(
            "(table|index) `\\w+` already exists|no such (table|column): \\w+|duplicate column name: \\w+");

    private static final String IN_USE = "database is locked";

    private ResumeRefusal() {}

    static Optional<ResumeFallback> in(String stderr) {
        List<String> lines = COLOUR.matcher(stderr)
                .replaceAll("")
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        if (lines.equals(List.of(UNKNOWN))) {
            return Optional.of(ResumeFallback.STATE_MISSING);
        }
        if (lines.size() < 2 || !lines.getFirst().equals(UNEXPECTED)) {
            return Optional.empty();
        }
        if (UNREADABLE.contains(lines.get(1))
                || OTHER_VERSION.matcher(lines.get(1)).matches()) {
            return Optional.of(ResumeFallback.STATE_CORRUPT);
        }
        return lines.get(1).equals(IN_USE) ? Optional.of(ResumeFallback.RESUME_REFUSED) : Optional.empty();
    }
}
