package dev.alfred.orchestrator.launch;

import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.alfred.contracts.vocabulary.RunnerKind;
import dev.alfred.contracts.vocabulary.Wire;

/**
 * Names a launched attempt; the core keeps it as {@link #text()} in {@code run_attempt}.
 *
 * @param node the machine of a local launcher, or the namespace of the pod
 * @param handle the launcher's own name for it: the attempt directory's name, or the pod's
 */
public record RunnerRef(UUID run, int attempt, RunnerKind kind, String node, String handle) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,252}");
    private static final Pattern TEXT = Pattern.compile("([a-z]+):([^/]+)/([^/]+)#([0-9a-f-]{36})#([0-9]{1,9})");

    public RunnerRef {
        if (attempt < 1
                || !NAME.matcher(node).matches()
                || !NAME.matcher(handle).matches()) {
            throw new IllegalArgumentException(
                    "not a runner: attempt " + attempt + ", node " + node + ", handle " + handle);
        }
    }

    /** {@code kind:node/handle#run#attempt}. */
    public String text() {
        return "%s:%s/%s#%s#%d".formatted(kind.wire(), node, handle, run, attempt);
    }

    /** Reads what {@link #text()} wrote. */
    public static RunnerRef parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not a runner: " + text);
        }
        return new RunnerRef(
                UUID.fromString(parts.group(4)),
                Integer.parseInt(parts.group(5)),
                Wire.of(RunnerKind.class, parts.group(1)),
                parts.group(2),
                parts.group(3));
    }

    @Override
    public String toString() {
        return text();
    }
}
