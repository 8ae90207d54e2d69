package dev.alfred.local.forge.view;

import java.util.List;
import java.util.function.Function;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

import com.fasterxml.jackson.databind.JsonNode;

/** One page of a list with the headers clients page by: X-Total-Count and Link. */
public final class Page {

    private static final int DEFAULT_LIMIT = 30;
    private static final int MAX_LIMIT = 50;

    private Page() {}

    public static <T> Response of(List<T> items, UriInfo uri, Function<T, ? extends JsonNode> view) {
        int limit = Math.min(number(uri, "limit", DEFAULT_LIMIT), MAX_LIMIT);
        int page = number(uri, "page", 1);
        int from = Math.min((page - 1) * limit, items.size());
        int to = Math.min(from + limit, items.size());
        Response.ResponseBuilder response =
                Response.ok(Json.array(items.subList(from, to), view)).header("X-Total-Count", items.size());
        if (to < items.size()) {
            String next = uri.getRequestUriBuilder()
                    .replaceQueryParam("page", page + 1)
                    .build()
                    .toString();
            response.header("Link", "<" + next + ">; rel=\"next\"");
        }
        return response.build();
    }

    private static int number(UriInfo uri, String name, int otherwise) {
        String text = uri.getQueryParameters().getFirst(name);
        return text != null && text.matches("[1-9]\\d{0,5}") ? Integer.parseInt(text) : otherwise;
    }
}
