package dev.alfred.orchestrator.forge;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.runrequests.RunProject;
import dev.alfred.contracts.vocabulary.CredentialAccess;

/** A forge whose branches are in memory: who may push, and where each branch stands. */
public final class SimulatedForge {
    private final Map<String, String> heads = new HashMap<>();

    public void push(String branch, String commit) {
        heads.put(branch, commit);
    }

    public Optional<String> head(String branch) {
        return Optional.ofNullable(heads.get(branch));
    }

    /** Grants everybody everything, and time passes meanwhile. */
    public static GitCredentials credentials(Runnable passing) {
        return new GitCredentials(null) {
            @Override
            public Answer ask(RunProject project, CredentialAccess access, UUID run) {
                passing.run();
                return new Answer.Granted(new GitCredential("alfred", "not-a-secret", null));
            }
        };
    }

    public RemoteBranch branches(Runnable passing) {
        return new RemoteBranch(null) {
            @Override
            public Head head(RunProject project, String branch, UUID run) {
                passing.run();
                return new Head.Read(SimulatedForge.this.head(branch));
            }
        };
    }
}
