package dev.alfred.runner.workspace;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import dev.alfred.runner.process.Cancellation;

/**
 * How git gets the forge's credentials: a helper that reads the files at the moment of use, and answers for the clone
 * URL's own scheme, host and port only, so that a redirect can't carry them elsewhere.
 */
public final class GitCredentials {
    public static final GitCredentials NONE = new GitCredentials(List.of(), Map.of(), Optional.empty());

    private static final String HELPER = "!f() { test \"$1\" = get || exit 0;"
            + " printf 'username=%s\\n' \"$(cat \"$ALFRED_FORGE_CREDENTIALS/username\")\";"
            + " printf 'password=%s\\n' \"$(cat \"$ALFRED_FORGE_CREDENTIALS/password\")\"; }; f";

    private final List<String> settings;
    private final Map<String, String> environment;
    private final Optional<CredentialFiles> files;

    GitCredentials(List<String> settings, Map<String, String> environment, Optional<CredentialFiles> files) {
        this.settings = settings;
        this.environment = environment;
        this.files = files;
    }

    /**
     * From the directory of {@code username} and {@code password}; none where there is no password.
     *
     * @param secret is told each password that is used, so that it can be masked
     * @param trouble is told what is waited for
     */
    public static GitCredentials from(
            Path directory, String cloneUrl, Consumer<String> secret, Consumer<String> trouble) {
        if (!Files.isRegularFile(directory.resolve("password"))) {
            return NONE;
        }
        URI url = URI.create(cloneUrl);
        if (url.getScheme() == null || url.getRawAuthority() == null || url.getRawUserInfo() != null) {
            return NONE;
        }
        String origin = url.getScheme() + "://" + url.getRawAuthority();
        return new GitCredentials(
                List.of("credential." + origin + ".helper=" + HELPER),
                Map.of("ALFRED_FORGE_CREDENTIALS", directory.toString()),
                Optional.of(new CredentialFiles(directory, secret, trouble)));
    }

    List<String> settings() {
        return settings;
    }

    Map<String, String> environment() {
        return environment;
    }

    /** Whether git can be started with them now; waits for new ones where they have expired. */
    boolean ready(Cancellation cancellation) {
        return files.map(credential -> credential.ready(cancellation)).orElse(true);
    }

    /** Git has ended that was started with them. */
    void used() {
        files.ifPresent(CredentialFiles::tell);
    }
}
