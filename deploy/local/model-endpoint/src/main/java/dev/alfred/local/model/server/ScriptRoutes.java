package dev.alfred.local.model.server;

import java.io.IOException;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.local.model.fault.Fault;
import dev.alfred.local.model.fault.Faults;
import dev.alfred.local.model.record.Json;
import dev.alfred.local.model.record.RequestLog;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;

/** For a test in another process: what reached the model, and which faults are to strike next. */
final class ScriptRoutes {

    private final RequestLog log;
    private final Faults faults;

    ScriptRoutes(RequestLog log, Faults faults) {
        this.log = log;
        this.faults = faults;
    }

    void register(Router router, BodyHandler bodies) {
        router.get("/_script/health").handler(context -> json(context.response(), 200, "{\"status\":\"UP\"}"));
        router.get("/_script/requests").blockingHandler(this::requests, false);
        router.getWithRegex("/_script/requests/(?<id>\\d{1,18})").blockingHandler(this::body, false);
        router.get("/_script/faults").handler(this::pending);
        router.post("/_script/faults").handler(bodies).handler(this::order);
        router.delete("/_script/faults").handler(context -> {
            faults.clear();
            pending(context);
        });
    }

    private void requests(RoutingContext context) {
        String after = context.request().getParam("after", "0");
        if (after.matches("\\d{1,18}")) {
            json(context.response(), 200, written(log.after(Long.parseLong(after))));
        } else {
            refuse(context, 400, "after is the number of a request");
        }
    }

    /** As it came. */
    private void body(RoutingContext context) {
        log.body(Long.parseLong(context.pathParam("id")))
                .ifPresentOrElse(
                        file -> context.response()
                                .putHeader("Content-Type", "application/json")
                                .sendFile(file.toString()),
                        () -> refuse(context, 404, "no such request is remembered"));
    }

    private void pending(RoutingContext context) {
        json(context.response(), 200, written(faults.pending()));
    }

    private void order(RoutingContext context) {
        try {
            faults.add(Json.MAPPER.readValue(ProtocolHandler.body(context), Fault.class));
            pending(context);
        } catch (IOException unreadable) {
            refuse(context, 400, "a fault has a status from 400 to 599, a delay, or a cut");
        }
    }

    private static void refuse(RoutingContext context, int status, String why) {
        json(
                context.response(),
                status,
                Json.MAPPER.createObjectNode().put("error", why).toString());
    }

    private static String written(Object value) {
        try {
            return Json.MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static void json(HttpServerResponse response, int status, String body) {
        response.setStatusCode(status)
                .putHeader("Content-Type", "application/json")
                .end(body);
    }
}
