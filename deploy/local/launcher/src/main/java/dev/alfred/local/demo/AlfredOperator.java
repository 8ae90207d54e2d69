package dev.alfred.local.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;

/** Somebody who runs Alfred and works with its public REST. */
public final class AlfredOperator {
    private final DemoTarget target;
    private final RestApi ingest;
    private final RestApi mailbox;
    private final RestApi orchestrator;
    private final RestApi session;

    public AlfredOperator(DemoTarget target) {
        this.target = target;
        this.ingest = RestApi.withPassword(target.ingest(), "admin", target.adminPassword());
        this.mailbox = RestApi.withPassword(target.mailbox(), "admin", target.adminPassword());
        this.orchestrator = RestApi.withPassword(target.orchestrator(), "admin", target.adminPassword());
        this.session = RestApi.withPassword(target.session(), "admin", target.adminPassword());
    }

    public RestApi ingest() {
        return ingest;
    }

    public RestApi mailboxes() {
        return mailbox;
    }

    public RestApi orchestrator() {
        return orchestrator;
    }

    public RestApi sessions() {
        return session;
    }

    public void connect(String connection) {
        ingest.put(
                "/connections/" + connection,
                Map.of(
                        "forge",
                        "forgejo",
                        "baseUrl",
                        target.forge(),
                        "secrets",
                        List.of(target.webhookSecret()),
                        "projects",
                        List.of("*")));
    }

    public void registerProject(
            String connection, String organization, String project, ForgePerson.Repository repository) {
        writeCredential();
        mailbox.put("/organizations/" + organization, Map.of());
        mailbox.put(
                "/organizations/" + organization + "/projects/" + project,
                Map.of(
                        "connection",
                        connection,
                        "repository",
                        repository.path(),
                        "repositoryId",
                        repository.id(),
                        "cloneUrl",
                        target.forge() + "/" + repository.path() + ".git",
                        "credential",
                        Map.of("kind", "token", "secretRef", "forge/token")));
    }

    public void set(String organization, String project, String setting, Object value) {
        mailbox.put("/organizations/" + organization + "/projects/" + project + "/settings", Map.of(setting, value));
    }

    public Optional<JsonNode> mailbox(String key) {
        RestApi.Answer answer = mailbox.call("GET", "/mailboxes/" + key, null);
        if (answer.status() == 404) {
            return Optional.empty();
        }
        if (answer.status() != 200) {
            throw new StepFailed("mailbox " + key + " answered " + answer.status() + ": " + answer.text());
        }
        return Optional.of(answer.body());
    }

    /** The mailbox's runs, the oldest first. */
    public List<JsonNode> runs(String key) {
        return items(orchestrator.get("/runs?mailbox=" + key + "&limit=100")).stream()
                .sorted(Comparator.comparing(run -> run.get("id").asText()))
                .toList();
    }

    public List<JsonNode> sessions(String key) {
        return items(session.get("/mailboxes/" + key + "/sessions"));
    }

    /** Waits until the mailbox has that many runs and the last of them has ended. */
    public JsonNode awaitEndOfRun(String key, int number, Duration limit) {
        return Waiting.until(
                "run " + number + " of " + key + " has ended",
                limit,
                () -> Optional.of(runs(key))
                        .filter(runs -> runs.size() >= number)
                        .map(runs -> runs.get(number - 1))
                        .filter(run -> !List.of("queued", "starting", "running")
                                .contains(run.get("state").asText())));
    }

    public JsonNode awaitStatus(String key, String status, Duration limit) {
        return Waiting.until(
                "mailbox " + key + " is " + status,
                limit,
                () -> mailbox(key).filter(found -> found.get("status").asText().equals(status)));
    }

    private void writeCredential() {
        try {
            Path directory = Files.createDirectories(target.secrets().resolve("forge"));
            Files.writeString(directory.resolve("token"), target.botToken());
        } catch (IOException e) {
            throw new StepFailed("the forge's token can't be put into " + target.secrets(), e);
        }
    }

    /** The entries of an answer that is a page ({@code {"items": […]}}) or a plain array. */
    private static List<JsonNode> items(JsonNode answer) {
        JsonNode array = answer.isArray() ? answer : answer.path("items");
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
