package dev.alfred.runner.workspace;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How git gets the forge's credentials: a helper that reads the files at the moment of use, and answers for the clone
 * URL's own scheme, host and port only, so that a redirect can't carry them elsewhere.
 */
public record GitCredentials(List<String> settings, Map<String, String> environment) {
    public static final GitCredentials NONE = new GitCredentials(List.of(), Map.of());

    private static final String HELPER = "!f() { test \"$1\" = get || exit 0;"
            + " printf 'username=%s\\n' \"$(cat \"$ALFRED_FORGE_CREDENTIALS/username\")\";"
            + " printf 'password=%s\\n' \"$(cat \"$ALFRED_FORGE_CREDENTIALS/password\")\"; }; f";

    /** From the directory of {@code username} and {@code password}; none where there is no password. */
    public static GitCredentials from(Path directory, String cloneUrl) {
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
                Map.of("ALFRED_FORGE_CREDENTIALS", directory.toString()));
    }
}
