package dev.alfred.local.forge.hook;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.local.forge.ForgeConfig;
import dev.alfred.local.forge.model.Hook;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Makes the one request of a delivery: JSON or form, signed over the JSON bytes in every header Forgejo sets. */
@ApplicationScoped
public class HookSender {

    private static final int ANSWER_KEPT = 2_000;

    private final ForgeConfig config;
    private final HttpClient client;

    HookSender(ForgeConfig config) {
        this.config = config;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(config.deliverTimeout())
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    Delivery send(Hook hook, Delivery delivery) throws InterruptedException {
        long start = System.nanoTime();
        try {
            HttpResponse<String> response = client.send(request(hook, delivery), HttpResponse.BodyHandlers.ofString());
            String body = response.body();
            String shortened = body.length() > ANSWER_KEPT ? body.substring(0, ANSWER_KEPT) : body;
            return delivery.answered(response.statusCode(), shortened, millisSince(start));
        } catch (IOException | IllegalArgumentException failed) {
            return delivery.failed(failed.getClass().getSimpleName() + ": " + failed.getMessage(), millisSince(start));
        }
    }

    private HttpRequest request(Hook hook, Delivery delivery) {
        byte[] json = delivery.payload().getBytes(UTF_8);
        byte[] body = hook.form() ? ("payload=" + URLEncoder.encode(delivery.payload(), UTF_8)).getBytes(UTF_8) : json;
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(hook.url()))
                .timeout(config.deliverTimeout())
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .header("Content-Type", hook.form() ? "application/x-www-form-urlencoded" : "application/json");
        String sha256 = Signature.sha256(hook.secret(), json);
        for (String family : new String[] {"Forgejo", "Gitea", "Gogs"}) {
            names(request, family, delivery).header("X-" + family + "-Signature", sha256);
        }
        names(request, "GitHub", delivery)
                .header("X-Hub-Signature", "sha1=" + Signature.sha1(hook.secret(), json))
                .header("X-Hub-Signature-256", "sha256=" + sha256);
        if (!hook.authorization().isEmpty()) {
            request.header("Authorization", hook.authorization());
        }
        return request.build();
    }

    private static HttpRequest.Builder names(HttpRequest.Builder request, String family, Delivery delivery) {
        return request.header("X-" + family + "-Delivery", delivery.uuid())
                .header("X-" + family + "-Event", delivery.type().event())
                .header("X-" + family + "-Event-Type", delivery.type().type());
    }

    private static long millisSince(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }

    @PreDestroy
    void close() {
        client.shutdownNow();
    }
}
