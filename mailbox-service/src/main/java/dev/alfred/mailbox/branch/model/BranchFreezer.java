package dev.alfred.mailbox.branch.model;

import java.util.Set;

/** Fixes a mailbox's branch name at its first run, beside all names that are borne already. */
public final class BranchFreezer {
    /** A remote branch of this name leaves no room for branches below it. */
    public static final String NAMESPACE = "agent";

    private BranchFreezer() {}

    /** What came of it. */
    public sealed interface Freezing {
        record Frozen(String name) implements Freezing {}

        record NamespaceTaken() implements Freezing {}
    }

    /** The wanted name, or the first of {@code -2}, {@code -3} … that nobody bears. */
    public static Freezing freeze(String wanted, Set<String> mailboxes, Set<String> remote) {
        if (remote.contains(NAMESPACE)) {
            return new Freezing.NamespaceTaken();
        }
        String name = wanted;
        for (int suffix = 2; taken(name, mailboxes, remote); suffix++) {
            name = wanted + "-" + suffix;
        }
        return new Freezing.Frozen(name);
    }

    /** A branch below the name stands in its way as much as the name itself. */
    private static boolean taken(String name, Set<String> mailboxes, Set<String> remote) {
        return mailboxes.contains(name)
                || remote.contains(name)
                || remote.stream().anyMatch(branch -> branch.startsWith(name + "/"));
    }
}
