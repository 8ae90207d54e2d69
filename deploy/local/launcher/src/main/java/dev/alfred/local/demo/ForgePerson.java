package dev.alfred.local.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;

/** Somebody with an account on the forge, who works with its API (Forgejo's dialect) and with git. */
public final class ForgePerson {
    private static final int GIT_LIMIT_SECONDS = 60;

    private final String forge;
    private final String login;
    private final String token;
    private final RestApi api;

    public ForgePerson(String forge, String login, String token) {
        this.forge = forge;
        this.login = login;
        this.token = token;
        this.api = RestApi.withToken(forge + "/api/v1", token);
    }

    /** A repository on the forge. */
    public record Repository(String owner, String name, long id) {
        public String path() {
            return owner + "/" + name;
        }
    }

    public RestApi api() {
        return api;
    }

    public Repository createRepository(String name, Map<String, String> files) {
        JsonNode made = api.post("/user/repos", Map.of("name", name, "default_branch", "main", "private", false));
        Repository repository = new Repository(login, name, made.get("id").asLong());
        pushFirstCommit(repository, files);
        return repository;
    }

    /** This person's repository of that name, if there is one. */
    public Optional<Repository> repository(String name) {
        RestApi.Answer answer = api.call("GET", "/repos/" + login + "/" + name, null);
        return switch (answer.status()) {
            case 200 ->
                Optional.of(new Repository(login, name, answer.body().get("id").asLong()));
            case 404 -> Optional.empty();
            default -> throw new StepFailed(login + "/" + name + " answered " + answer.status() + ": " + answer.text());
        };
    }

    public void addCollaborator(Repository repository, String who, String permission) {
        api.put("/repos/" + repository.path() + "/collaborators/" + who, Map.of("permission", permission));
    }

    public void addHook(Repository repository, String url, String secret) {
        api.post(
                "/repos/" + repository.path() + "/hooks",
                Map.of(
                        "type",
                        "forgejo",
                        "active",
                        true,
                        "events",
                        List.of("issues", "issue_label", "issue_comment", "pull_request", "push"),
                        "config",
                        Map.of("url", url, "secret", secret, "content_type", "json")));
    }

    /** Removes the hooks whose address ends so. */
    public void removeHooks(Repository repository, String ending) {
        String path = "/repos/" + repository.path() + "/hooks";
        list(api.get(path)).stream()
                .filter(hook -> hook.at("/config/url").asText().endsWith(ending))
                .forEach(hook -> api.delete(path + "/" + hook.get("id").asLong()));
    }

    /**
     * Has everything told once more that a hook could not be told, as somebody does who looks at the list of its
     * deliveries.
     *
     * @param again ids of deliveries that were repeated already; those that are now are added
     */
    public void redeliver(Repository repository, Set<String> again) {
        String path = "/repos/" + repository.path() + "/hooks";
        for (JsonNode hook : list(api.get(path))) {
            String deliveries = path + "/" + hook.get("id").asLong() + "/deliveries";
            for (JsonNode delivery : list(api.get(deliveries + "?limit=50"))) {
                String id = delivery.get("uuid").asText();
                boolean ended = Set.of("answered", "failed")
                        .contains(delivery.get("outcome").asText());
                if (ended && !delivery.get("delivered").asBoolean() && again.add(id)) {
                    api.post(deliveries + "/" + id + "/attempts", Map.of());
                }
            }
        }
    }

    public long openIssue(Repository repository, String title, String body) {
        return api.post("/repos/" + repository.path() + "/issues", Map.of("title", title, "body", body))
                .get("number")
                .asLong();
    }

    public void label(Repository repository, long issue, String label) {
        api.post("/repos/" + repository.path() + "/issues/" + issue + "/labels", Map.of("labels", List.of(label)));
    }

    public void comment(Repository repository, long issue, String text) {
        api.post("/repos/" + repository.path() + "/issues/" + issue + "/comments", Map.of("body", text));
    }

    public List<JsonNode> comments(Repository repository, long issue) {
        return list(api.get("/repos/" + repository.path() + "/issues/" + issue + "/comments"));
    }

    public JsonNode issue(Repository repository, long issue) {
        return api.get("/repos/" + repository.path() + "/issues/" + issue);
    }

    public void closeIssue(Repository repository, long issue) {
        api.patch("/repos/" + repository.path() + "/issues/" + issue, Map.of("state", "closed"));
    }

    public Optional<JsonNode> mergeRequestOf(Repository repository, String branch) {
        return list(api.get("/repos/" + repository.path() + "/pulls?state=all&limit=50")).stream()
                .filter(pull -> pull.at("/head/ref").asText().equals(branch))
                .findFirst();
    }

    /** All of the repository's merge requests, whatever became of them. */
    public List<JsonNode> mergeRequests(Repository repository) {
        List<JsonNode> all = new ArrayList<>();
        for (int page = 1; ; page++) {
            List<JsonNode> found =
                    list(api.get("/repos/" + repository.path() + "/pulls?state=all&limit=50&page=" + page));
            if (found.isEmpty()) {
                return all;
            }
            all.addAll(found);
        }
    }

    /** Takes the draft mark off and merges. */
    public void readyAndMerge(Repository repository, long mergeRequest) {
        String path = "/repos/" + repository.path() + "/pulls/" + mergeRequest;
        String title = api.get(path).get("title").asText();
        api.patch(path, Map.of("title", title.replaceFirst("^(WIP:|\\[WIP])\\s*", "")));
        api.post(path + "/merge", Map.of("Do", "merge"));
    }

    /** Branch names and their commits, as git itself tells them. */
    public List<String> remoteBranches(Repository repository) {
        return git(null, "ls-remote", "--heads", address(repository))
                .lines()
                .map(line -> line.replaceFirst("^[0-9a-f]+\\s+refs/heads/", ""))
                .toList();
    }

    /** The text of a file on a branch, as git itself tells it. */
    public String fileOn(Repository repository, String branch, String file) {
        return inClone(repository, clone -> git(clone, "show", "origin/" + branch + ":" + file));
    }

    /** Subjects of the commits on a branch that its base does not have, newest first. */
    public List<String> commitsOn(Repository repository, String branch, String base) {
        return inClone(
                repository,
                clone -> git(clone, "log", "--format=%s", "origin/" + base + "..origin/" + branch)
                        .lines()
                        .toList());
    }

    /** What {@code git log} prints with these arguments, a line each; branches are called {@code origin/…}. */
    public List<String> history(Repository repository, String... arguments) {
        List<String> command = new ArrayList<>(List.of("log"));
        command.addAll(List.of(arguments));
        return inClone(
                repository,
                clone -> git(clone, command.toArray(String[]::new)).lines().toList());
    }

    public void pushBranch(Repository repository, String branch) {
        inClone(repository, clone -> git(clone, "push", "-q", "origin", "HEAD:refs/heads/" + branch));
    }

    private void pushFirstCommit(Repository repository, Map<String, String> files) {
        inDirectory(directory -> {
            git(directory, "init", "-q", "-b", "main");
            files.forEach((name, content) -> write(directory.resolve(name), content));
            git(directory, "add", "-A");
            commit(directory, "First commit");
            return git(directory, "push", "-q", address(repository), "main");
        });
    }

    private void commit(Path directory, String message) {
        git(
                directory,
                "-c",
                "user.name=" + login,
                "-c",
                "user.email=" + login + "@forge.example",
                "commit",
                "-q",
                "-m",
                message);
    }

    private <T> T inClone(Repository repository, java.util.function.Function<Path, T> work) {
        return inDirectory(directory -> {
            git(directory, "clone", "-q", address(repository), "clone");
            return work.apply(directory.resolve("clone"));
        });
    }

    private String address(Repository repository) {
        return forge.replaceFirst("://", "://" + login + ":" + token + "@") + "/" + repository.path() + ".git";
    }

    private static <T> T inDirectory(java.util.function.Function<Path, T> work) {
        try {
            Path directory = Files.createTempDirectory("alfred-person-");
            try {
                return work.apply(directory);
            } finally {
                delete(directory);
            }
        } catch (IOException e) {
            throw new StepFailed("no room for a clone", e);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static void write(Path file, String content) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new StepFailed("cannot write " + file, e);
        }
    }

    private static String git(Path directory, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("GIT_TERMINAL_PROMPT", "0");
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        try {
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(GIT_LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new StepFailed("git " + arguments[0] + " failed: " + output.replaceAll("://[^@/ ]*@", "://"));
            }
            return output;
        } catch (IOException e) {
            throw new StepFailed("git can't be started", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailed("git was interrupted", e);
        }
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
