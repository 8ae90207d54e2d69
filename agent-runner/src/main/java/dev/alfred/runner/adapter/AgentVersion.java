package dev.alfred.runner.adapter;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An agent CLI's version: the first three numbers with dots between them in what its version command prints. */
public record AgentVersion(int major, int minor, int patch) implements Comparable<AgentVersion> {
    private static final Pattern FIRST = Pattern.compile("(?<![\\d.])(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})");
    private static final Comparator<AgentVersion> ORDER = Comparator.comparingInt(AgentVersion::major)
            .thenComparingInt(AgentVersion::minor)
            .thenComparingInt(AgentVersion::patch);

    public static Optional<AgentVersion> in(String printed) {
        Matcher matcher = FIRST.matcher(printed);
        return matcher.find()
                ? Optional.of(new AgentVersion(
                        Integer.parseInt(matcher.group(1)),
                        Integer.parseInt(matcher.group(2)),
                        Integer.parseInt(matcher.group(3))))
                : Optional.empty();
    }

    public boolean atLeast(int otherMajor, int otherMinor, int otherPatch) {
        return compareTo(new AgentVersion(otherMajor, otherMinor, otherPatch)) >= 0;
    }

    @Override
    public int compareTo(AgentVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
