package dev.alfred.local.model.messages;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

import dev.alfred.local.model.conversation.Turn;
import dev.alfred.local.model.fault.Fault;
import dev.alfred.local.model.fault.Faults;
import dev.alfred.local.model.record.RecordedRequest;
import dev.alfred.local.model.record.RequestLog;
import dev.alfred.local.model.script.Reply;
import dev.alfred.local.model.script.Reply.Step;
import dev.alfred.local.model.script.Script;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;

/**
 * The Anthropic Messages protocol over HTTP. It writes to the connection itself, because a script may hold a reply
 * back or break a stream in its middle.
 */
@ApplicationScoped
public class MessagesEndpoint {

    private static final long LARGEST_BODY = 32L * 1024 * 1024;

    private final Vertx vertx;
    private final RequestLog log;
    private final Faults faults;

    MessagesEndpoint(Vertx vertx, RequestLog log, Faults faults) {
        this.vertx = vertx;
        this.log = log;
        this.faults = faults;
    }

    void register(@Observes Router router) {
        BodyHandler bodies = BodyHandler.create(false).setBodyLimit(LARGEST_BODY);
        router.head("/").handler(context -> context.response().end());
        router.get("/v1/models").handler(context -> MessagesAnswer.models(context.response()));
        router.post("/v1/messages/count_tokens").handler(bodies).blockingHandler(this::count, false);
        router.post("/v1/messages").handler(bodies).blockingHandler(this::reply, false);
    }

    private void count(RoutingContext context) {
        MessagesAnswer.tokens(context.response(), Math.max(1, body(context).length / 4));
    }

    private void reply(RoutingContext context) {
        long id = log.nextId();
        MessagesAnswer answer = new MessagesAnswer(vertx, context.response(), id);
        byte[] body = body(context);
        if (!hasCredentials(context.request())) {
            answer.fail(401, "x-api-key header is required");
            return;
        }
        MessagesRequest request;
        try {
            request = MessagesRequest.read(body);
        } catch (IOException unreadable) {
            answer.fail(400, "the body is not a messages request");
            return;
        }
        Optional<Fault> fault = request.conversation().isSideCall() ? Optional.empty() : faults.next();
        Reply reply = Script.reply(request.conversation());
        Step step = fault.filter(found -> found.status() != null)
                .<Step>map(found -> new Step.Fail(found.status()))
                .orElse(reply.step());
        log.add(recorded(id, request, step, body.length), body);
        Duration delay = fault.map(found -> found.wait(reply.delay())).orElse(reply.delay());
        boolean cut = reply.cut() || fault.map(Fault::cuts).orElse(false);
        answer.after(delay, () -> {
            if (step instanceof Step.Fail failure) {
                fault.map(Fault::headers).ifPresent(answer::headers);
                answer.fail(failure.status(), "scripted failure");
            } else if (request.stream()) {
                answer.stream(new MessagesReply(id, request, step, body.length).events(), cut);
            } else {
                answer.whole(new MessagesReply(id, request, step, body.length).whole(), cut);
            }
        });
    }

    private static byte[] body(RoutingContext context) {
        return context.body().buffer() == null
                ? new byte[0]
                : context.body().buffer().getBytes();
    }

    private static boolean hasCredentials(HttpServerRequest request) {
        return request.getHeader("x-api-key") != null || request.getHeader("Authorization") != null;
    }

    private static RecordedRequest recorded(long id, MessagesRequest request, Step step, long bytes) {
        List<RecordedRequest.TurnDigest> said = request.conversation().turns().stream()
                .map(MessagesEndpoint::digest)
                .toList();
        return new RecordedRequest(
                id,
                Instant.now(),
                "/v1/messages",
                request.model(),
                request.stream(),
                request.conversation().isSideCall(),
                step instanceof Step.Fail fail ? fail.status() : 200,
                bytes,
                said.size(),
                request.conversation().results().size(),
                said);
    }

    private static RecordedRequest.TurnDigest digest(Turn turn) {
        String text = turn.text();
        return new RecordedRequest.TurnDigest(turn.role().name().toLowerCase(Locale.ROOT), text.length(), sha256(text));
    }

    private static String sha256(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
