package dev.alfred.orchestrator.forge;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.runrequests.RunProject;
import dev.alfred.contracts.vocabulary.CredentialAccess;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.transport.UsernamePasswordCredentialsProvider;

/** Reads where a branch stands on the forge. */
@ApplicationScoped
public class RemoteBranch {
    private static final int TIMEOUT_SECONDS =
            Math.toIntExact(Duration.ofSeconds(15).toSeconds());

    private final GitCredentials credentials;

    RemoteBranch(GitCredentials credentials) {
        this.credentials = credentials;
    }

    public sealed interface Head {
        /** @param commit empty where the remote has no such branch */
        record Read(Optional<String> commit) implements Head {}

        record Unknown(String reason, String detail) implements Head {}
    }

    public Head head(RunProject project, String branch, UUID run) {
        return switch (credentials.ask(project, CredentialAccess.READ, run)) {
            case GitCredentials.Answer.Granted(GitCredential credential) -> read(project, branch, credential);
            case GitCredentials.Answer.Unauthorized(String detail) -> new Head.Unknown("forge_unauthorized", detail);
            case GitCredentials.Answer.Away(String reason, String detail) -> new Head.Unknown(reason, detail);
        };
    }

    private static Head read(RunProject project, String branch, GitCredential credential) {
        String name = "refs/heads/" + branch;
        try {
            return new Head.Read(Git.lsRemoteRepository()
                    .setRemote(project.cloneUrl())
                    .setTags(false)
                    .setHeads(true)
                    .setTimeout(TIMEOUT_SECONDS)
                    .setCredentialsProvider(
                            new UsernamePasswordCredentialsProvider(credential.username(), credential.password()))
                    .callAsMap()
                    .entrySet()
                    .stream()
                    .filter(entry -> entry.getKey().equals(name))
                    .map(Map.Entry::getValue)
                    .map(Ref::getObjectId)
                    .map(id -> id.getName())
                    .findFirst());
        } catch (GitAPIException e) {
            return new Head.Unknown("forge_unreachable", e.getClass().getSimpleName());
        }
    }
}
