package dev.alfred.orchestrator.forge;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

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

    /**
     * Grants everybody everything, and time passes meanwhile.
     *
     * @param refuses whether the forge turns away who comes with the words
     * @param loses whether what the words say is lost on its way
     */
    public static GitCredentials credentials(Runnable passing, Predicate<String> refuses, Predicate<String> loses) {
        return new GitCredentials(null) {
            @Override
            public Answer ask(RunProject project, CredentialAccess access, UUID run) {
                passing.run();
                if (loses.test("a question for a credential")) {
                    return new Answer.Away("forge_unreachable", "the forge does not answer");
                }
                if (refuses.test("a question for a credential")) {
                    return new Answer.Unauthorized("the forge knows nobody of that name");
                }
                return new Answer.Granted(new GitCredential("alfred", "not-a-secret", null));
            }
        };
    }

    public RemoteBranch branches(Runnable passing, Predicate<String> loses) {
        return new RemoteBranch(null) {
            @Override
            public Head head(RunProject project, String branch, UUID run) {
                passing.run();
                return loses.test("a look at a branch")
                        ? new Head.Unknown("forge_unreachable", "the forge does not answer")
                        : new Head.Read(SimulatedForge.this.head(branch));
            }
        };
    }
}
