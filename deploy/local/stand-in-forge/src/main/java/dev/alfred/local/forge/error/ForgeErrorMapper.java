package dev.alfred.local.forge.error;

import java.util.Map;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import dev.alfred.local.forge.ForgeUrls;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Errors in Forgejo's own shape, not as problem details: clients of that dialect expect it. */
public class ForgeErrorMapper {

    private final ForgeUrls urls;

    ForgeErrorMapper(ForgeUrls urls) {
        this.urls = urls;
    }

    @ServerExceptionMapper
    public Response answer(ForgeError error) {
        Response.ResponseBuilder response = Response.status(error.status())
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(Map.of("message", error.getMessage(), "url", urls.root() + "/api/swagger"));
        if (error.status() == 401) {
            response.header(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"Forgejo\"");
        }
        return response.build();
    }
}
