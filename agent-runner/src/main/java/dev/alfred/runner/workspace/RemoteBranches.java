package dev.alfred.runner.workspace;

import java.util.HashMap;
import java.util.Map;

/** The branches of a remote and their heads. */
public record RemoteBranches(Map<String, String> heads) {
    private static final String PREFIX = "refs/heads/";

    public RemoteBranches {
        heads = Map.copyOf(heads);
    }

    /** From the output of {@code git ls-remote --heads}. */
    static RemoteBranches parse(String listing) {
        Map<String, String> heads = new HashMap<>();
        listing.lines()
                .map(line -> line.split("\t", 2))
                .filter(fields -> fields.length == 2 && fields[1].startsWith(PREFIX))
                .forEach(fields -> heads.put(fields[1].substring(PREFIX.length()), fields[0]));
        return new RemoteBranches(heads);
    }

    public boolean empty() {
        return heads.isEmpty();
    }

    /** The branch's head, or null when there is no such branch. */
    public String head(String branch) {
        return heads.get(branch);
    }
}
