package dev.alfred.local.model.server;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.local.model.conversation.Conversation;
import dev.alfred.local.model.conversation.Sha256;
import dev.alfred.local.model.conversation.Turn;
import dev.alfred.local.model.fault.Fault;
import dev.alfred.local.model.fault.Faults;
import dev.alfred.local.model.protocol.Draft;
import dev.alfred.local.model.protocol.ModelRequest;
import dev.alfred.local.model.protocol.Protocol;
import dev.alfred.local.model.protocol.UnreadableRequest;
import dev.alfred.local.model.record.Json;
import dev.alfred.local.model.record.RecordedRequest;
import dev.alfred.local.model.record.RequestLog;
import dev.alfred.local.model.script.Rehearsal;
import dev.alfred.local.model.script.Reply;
import dev.alfred.local.model.script.Reply.Step;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;

/** Answers the requests of one protocol: read, let the script decide, record, write. */
final class ProtocolHandler implements Handler<RoutingContext> {

    private static final Map<String, String> NO_HEADERS = Map.of();

    private final Protocol protocol;
    private final RequestLog log;
    private final Faults faults;
    private final Rehearsal rehearsal;

    ProtocolHandler(Protocol protocol, RequestLog log, Faults faults, Rehearsal rehearsal) {
        this.protocol = protocol;
        this.log = log;
        this.faults = faults;
        this.rehearsal = rehearsal;
    }

    @Override
    public void handle(RoutingContext context) {
        long id = log.nextId();
        Answer answer = new Answer(context.vertx(), context.response(), protocol, id);
        byte[] body = body(context);
        if (!hasCredentials(context.request())) {
            answer.fail(401, "no API key was given", NO_HEADERS);
            return;
        }
        ModelRequest request;
        try {
            request = protocol.read(parsed(body));
        } catch (UnreadableRequest unreadable) {
            answer.fail(400, unreadable.getMessage(), NO_HEADERS);
            return;
        }
        Optional<Fault> fault = request.conversation().isSideCall() ? Optional.empty() : faults.next();
        Reply reply = fault.map(found -> struck(request.conversation(), found))
                .orElseGet(() -> rehearsal.reply(request.conversation()));
        log.add(recorded(id, context.request().path(), request, reply.step(), body.length), body);
        answer.after(reply.delay(), () -> write(answer, id, request, reply, body.length));
    }

    /** A fault with a status takes the reply's place; the script does not get to know of it. */
    private Reply struck(Conversation conversation, Fault fault) {
        if (fault.status() != null) {
            Step failure = new Step.Fail(fault.status(), fault.headers());
            return new Reply(failure, fault.wait(Duration.ZERO), false, Optional.empty());
        }
        Reply reply = rehearsal.reply(conversation);
        return new Reply(reply.step(), fault.wait(reply.delay()), reply.cut() || fault.cuts(), reply.usage());
    }

    private void write(Answer answer, long id, ModelRequest request, Reply reply, long bodyBytes) {
        switch (reply.step()) {
            case Step.Fail failure -> answer.fail(failure.status(), "scripted failure", failure.headers());
            case Step.Hang hang -> {}
            case Step.Say say -> draft(answer, Draft.of(id, request, reply, bodyBytes), request.stream(), reply.cut());
            case Step.Run run -> draft(answer, Draft.of(id, request, reply, bodyBytes), request.stream(), reply.cut());
            case Step.Call call ->
                draft(answer, Draft.of(id, request, reply, bodyBytes), request.stream(), reply.cut());
        }
    }

    private void draft(Answer answer, Draft draft, boolean stream, boolean cut) {
        if (stream) {
            answer.stream(protocol.events(draft), cut);
        } else {
            answer.whole(protocol.whole(draft), cut);
        }
    }

    private static JsonNode parsed(byte[] body) throws UnreadableRequest {
        try {
            JsonNode json = Json.MAPPER.readTree(body);
            if (json != null && json.isObject()) {
                return json;
            }
        } catch (IOException malformed) {
            throw new UnreadableRequest("the body is not JSON");
        }
        throw new UnreadableRequest("the body is not a JSON object");
    }

    static byte[] body(RoutingContext context) {
        return context.body().buffer() == null
                ? new byte[0]
                : context.body().buffer().getBytes();
    }

    private static boolean hasCredentials(HttpServerRequest request) {
        return request.getHeader("x-api-key") != null || request.getHeader("Authorization") != null;
    }

    private static RecordedRequest recorded(long id, String path, ModelRequest request, Step step, long bytes) {
        Conversation conversation = request.conversation();
        return new RecordedRequest(
                id,
                Instant.now(),
                path,
                request.model(),
                request.stream(),
                conversation.isSideCall(),
                status(step),
                bytes,
                conversation.turns().size(),
                conversation.results().size(),
                conversation.marks(),
                conversation.turns().stream().map(ProtocolHandler::digest).toList());
    }

    private static int status(Step step) {
        return switch (step) {
            case Step.Fail fail -> fail.status();
            case Step.Hang hang -> 0;
            case Step.Say say -> 200;
            case Step.Run run -> 200;
            case Step.Call call -> 200;
        };
    }

    private static RecordedRequest.TurnDigest digest(Turn turn) {
        String text = turn.text();
        return new RecordedRequest.TurnDigest(
                turn.role().name().toLowerCase(Locale.ROOT), text.length(), Sha256.of(text));
    }
}
