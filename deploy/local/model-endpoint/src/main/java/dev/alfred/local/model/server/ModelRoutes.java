package dev.alfred.local.model.server;

import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.model.fault.Faults;
import dev.alfred.local.model.messages.MessagesProtocol;
import dev.alfred.local.model.openai.ChatProtocol;
import dev.alfred.local.model.openai.ResponsesProtocol;
import dev.alfred.local.model.protocol.Protocol;
import dev.alfred.local.model.record.RequestLog;
import dev.alfred.local.model.script.Rehearsal;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;

/** All paths of the scripted model; OpenAI's also without the version, as a base URL may end either way. */
public final class ModelRoutes {

    private static final long LARGEST_BODY = 32L * 1024 * 1024;
    private static final List<String> MODELS =
            List.of("claude-opus-5", "claude-sonnet-5-5", "claude-haiku-5", "gpt-scripted", "scripted");

    private final RequestLog log;
    private final Faults faults;
    private final Rehearsal rehearsal = new Rehearsal();
    private final BodyHandler bodies = BodyHandler.create(false).setBodyLimit(LARGEST_BODY);

    public ModelRoutes(RequestLog log, Faults faults) {
        this.log = log;
        this.faults = faults;
    }

    public Router router(Vertx vertx) {
        Router router = Router.router(vertx);
        router.head("/").handler(context -> context.response().end());
        new ScriptRoutes(log, faults).register(router, bodies);
        router.post("/v1/messages/count_tokens").handler(bodies).handler(ModelRoutes::countTokens);
        serve(router, new MessagesProtocol(), "/v1/messages");
        serve(router, new ResponsesProtocol(), "/v1/responses", "/responses");
        serve(router, new ChatProtocol(), "/v1/chat/completions", "/chat/completions");
        for (String path : List.of("/v1/models", "/models")) {
            router.get(path).handler(context -> models(context.response()));
        }
        return router;
    }

    private void serve(Router router, Protocol protocol, String... paths) {
        ProtocolHandler handler = new ProtocolHandler(protocol, log, faults, rehearsal);
        for (String path : paths) {
            router.post(path).handler(bodies).blockingHandler(handler, false);
        }
    }

    private static void countTokens(RoutingContext context) {
        long count = Math.max(1, ProtocolHandler.body(context).length / 4);
        ScriptRoutes.json(context.response(), 200, "{\"input_tokens\":" + count + "}");
    }

    /** One list in both vendors' shapes at once. */
    private static void models(HttpServerResponse response) {
        ObjectNode list = JsonNodeFactory.instance.objectNode().put("object", "list");
        for (String model : MODELS) {
            list.withArray("data")
                    .addObject()
                    .put("type", "model")
                    .put("object", "model")
                    .put("id", model)
                    .put("display_name", model + " (scripted)")
                    .put("created_at", "2026-01-01T00:00:00Z")
                    .put("created", 1_767_225_600)
                    .put("owned_by", "scripted");
        }
        list.put("has_more", false).put("first_id", MODELS.getFirst()).put("last_id", MODELS.getLast());
        ScriptRoutes.json(response, 200, list.toString());
    }
}
