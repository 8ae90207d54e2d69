package dev.alfred.local.forge.fault;

import java.time.Duration;
import java.util.Map;

/**
 * A fault for the next matching requests: {@code scope} is {@code api} or {@code git}, method and path part are
 * optional filters; without a status the request is only delayed.
 */
public record RequestFault(
        String scope,
        String method,
        String path,
        Integer status,
        Duration delay,
        Integer times,
        Map<String, String> headers) {

    boolean matches(String requestMethod, String requestPath) {
        boolean isApi = requestPath.startsWith("/api/");
        boolean inScope =
                "git".equals(scope) ? requestPath.contains("/info/refs") || requestPath.contains("/git-") : isApi;
        return inScope
                && (method == null || method.equalsIgnoreCase(requestMethod))
                && (path == null || requestPath.contains(path));
    }

    RequestFault once() {
        return new RequestFault(scope, method, path, status, delay, remaining() - 1, headers);
    }

    int remaining() {
        return times == null ? 1 : times;
    }
}
