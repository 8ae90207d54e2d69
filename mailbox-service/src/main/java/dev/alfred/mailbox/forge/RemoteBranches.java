package dev.alfred.mailbox.forge;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import dev.alfred.mailbox.forge.model.ForgeAnswer;
import dev.alfred.mailbox.forge.model.ForgeFailure;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.LsRemoteCommand;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.eclipse.jgit.api.errors.InvalidRemoteException;
import org.eclipse.jgit.api.errors.TransportException;
import org.eclipse.jgit.errors.NoRemoteRepositoryException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.transport.CredentialItem;
import org.eclipse.jgit.transport.CredentialsProvider;
import org.eclipse.jgit.transport.URIish;
import org.eclipse.jgit.transport.UsernamePasswordCredentialsProvider;

/** Reads a repository's branches by git itself, so that it is the same on every forge. */
public final class RemoteBranches {
    private RemoteBranches() {}

    /** Names below {@code refs/heads/} that begin with the prefix, with their commits. */
    public static ForgeAnswer<Map<String, String>> read(ForgeAccess access, String prefix, Duration timeout) {
        URI url = access.cloneUrl();
        if (!"https".equals(url.getScheme()) && !"http".equals(url.getScheme())) {
            return ForgeAnswer.failed(new ForgeFailure.Rejected(0, "the clone URL is neither http nor https"));
        }
        LsRemoteCommand command = Git.lsRemoteRepository()
                .setRemote(url.toString())
                .setHeads(true)
                .setTimeout(Math.toIntExact(timeout.toSeconds()))
                .setCredentialsProvider(new OneHost(url, access.credential()));
        try {
            Map<String, String> branches = new TreeMap<>();
            for (Ref ref : command.call()) {
                String name = ref.getName();
                if (name.startsWith(Constants.R_HEADS + prefix) && ref.getObjectId() != null) {
                    branches.put(
                            name.substring(Constants.R_HEADS.length()),
                            ref.getObjectId().name());
                }
            }
            return ForgeAnswer.ok(branches);
        } catch (GitAPIException e) {
            return ForgeAnswer.failed(failure(e));
        }
    }

    private static ForgeFailure failure(GitAPIException e) {
        String message = String.valueOf(e.getMessage());
        return switch (e) {
            case InvalidRemoteException ignored -> new ForgeFailure.NotFound("git finds no repository");
            case TransportException ignored
            when e.getCause() instanceof NoRemoteRepositoryException ->
                new ForgeFailure.NotFound("git finds no repository");
            case TransportException ignored
            when message.matches("(?s).*(not authorized|authentication not supported)") ->
                new ForgeFailure.Unauthorized("git is not let in");
            case TransportException ignored
            when message.contains("not permitted") -> new ForgeFailure.Forbidden("git is not permitted");
            case GitAPIException ignored -> new ForgeFailure.Unreachable("git got no answer");
        };
    }

    /** Tells the credential to the configured host only, wherever a redirect leads. */
    private static final class OneHost extends CredentialsProvider {
        private final URI url;
        private final CredentialsProvider credential;

        OneHost(URI url, ForgeCredential credential) {
            this.url = url;
            this.credential = new UsernamePasswordCredentialsProvider(credential.username(), credential.token());
        }

        @Override
        public boolean isInteractive() {
            return false;
        }

        @Override
        public boolean supports(CredentialItem... items) {
            return credential.supports(items);
        }

        @Override
        public boolean get(URIish uri, CredentialItem... items) {
            return url.getScheme().equals(uri.getScheme())
                    && url.getHost().equalsIgnoreCase(uri.getHost())
                    && url.getPort() == uri.getPort()
                    && credential.get(uri, items);
        }
    }
}
