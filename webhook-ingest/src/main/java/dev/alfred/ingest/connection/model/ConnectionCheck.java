package dev.alfred.ingest.connection.model;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.Wire;

/** Checks what somebody wants a connection to be; everything that is wrong is said at once. */
public sealed interface ConnectionCheck {
    record Valid(ConnectionSpec spec) implements ConnectionCheck {}

    /** @param problems each a clause that says what to do */
    record Invalid(List<String> problems) implements ConnectionCheck {}

    Pattern NAME = Pattern.compile("(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*");
    Pattern REPOSITORY_ID = Pattern.compile("[1-9][0-9]{0,18}");
    String SIGNING_TOKEN = "whsec_";
    int MOST_SECRETS = 10;
    int LONGEST_SECRET = 1024;
    int SHORTEST_KEY = 16;

    static ConnectionCheck of(String name, String forge, String baseUrl, List<String> secrets, List<String> projects) {
        List<String> problems = new ArrayList<>();
        if (!NAME.matcher(name).matches()) {
            problems.add("the name must be 1 to 40 characters of a-z and 0-9 with single hyphens between them");
        }
        Optional<ForgeKind> kind = Wire.parse(ForgeKind.class, forge);
        if (kind.isEmpty()) {
            problems.add("forge must be one of "
                    + Arrays.stream(ForgeKind.values()).map(Wire::wire).collect(Collectors.joining(", ")));
        }
        Optional<String> base = base(baseUrl);
        if (base.isEmpty()) {
            problems.add("baseUrl must be the forge's http or https address, without user, query or fragment");
        }
        checkSecrets(problems, secrets, kind);
        checkProjects(problems, projects);
        return problems.isEmpty()
                ? new Valid(new ConnectionSpec(kind.orElseThrow(), base.orElseThrow(), secrets, projects))
                : new Invalid(List.copyOf(problems));
    }

    private static void checkSecrets(List<String> problems, List<String> secrets, Optional<ForgeKind> forge) {
        if (secrets == null || secrets.isEmpty() || secrets.size() > MOST_SECRETS) {
            problems.add("secrets must hold 1 to " + MOST_SECRETS + " webhook secrets, the current one first");
            return;
        }
        if (secrets.stream()
                .anyMatch(secret -> secret == null || secret.isBlank() || secret.length() > LONGEST_SECRET)) {
            problems.add("no secret may be blank or longer than " + LONGEST_SECRET + " characters");
            return;
        }
        boolean gitlab = forge.filter(kind -> kind == ForgeKind.GITLAB).isPresent();
        if (gitlab && secrets.stream().anyMatch(ConnectionCheck::isBrokenSigningToken)) {
            problems.add("a signing token is whsec_ followed by base64 of its key");
        }
    }

    private static boolean isBrokenSigningToken(String secret) {
        if (!secret.startsWith(SIGNING_TOKEN)) {
            return false;
        }
        try {
            return Base64.getDecoder().decode(secret.substring(SIGNING_TOKEN.length())).length < SHORTEST_KEY;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    private static void checkProjects(List<String> problems, List<String> projects) {
        boolean good = projects != null
                && !projects.isEmpty()
                && projects.stream()
                        .allMatch(id -> id != null
                                && (id.equals(Connection.ALL_PROJECTS)
                                        || REPOSITORY_ID.matcher(id).matches()));
        if (!good) {
            problems.add("projects must hold numeric repository ids as strings, or \"*\" for all");
        }
    }

    private static Optional<String> base(String text) {
        if (text == null) {
            return Optional.empty();
        }
        try {
            URI uri = new URI(text.strip());
            boolean web = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            boolean plain = uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null;
            return web && plain && uri.getHost() != null
                    ? Optional.of(uri.toString().replaceAll("/+$", ""))
                    : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }
}
