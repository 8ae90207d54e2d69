package dev.alfred.messaging.problem;

import java.util.Set;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.AuthenticationRequest;
import io.quarkus.vertx.http.runtime.security.BasicAuthenticationMechanism;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.quarkus.vertx.http.runtime.security.HttpCredentialTransport;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;

/** HTTP Basic whose challenge has a problem as its body: it is sent before any route, and so any mapper, is reached. */
@Alternative
@Priority(1)
@ApplicationScoped
public class ProblemChallenge implements HttpAuthenticationMechanism {

    private final BasicAuthenticationMechanism basic;
    private final ObjectMapper json;

    ProblemChallenge(BasicAuthenticationMechanism basic, ObjectMapper json) {
        this.basic = basic;
        this.json = json;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(RoutingContext context, IdentityProviderManager identities) {
        return basic.authenticate(context, identities);
    }

    @Override
    public Uni<ChallengeData> getChallenge(RoutingContext context) {
        return basic.getChallenge(context);
    }

    @Override
    public Uni<Boolean> sendChallenge(RoutingContext context) {
        return basic.sendChallenge(context)
                .invoke(() -> context.response()
                        .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
                        .end(body(context.normalizedPath())));
    }

    @Override
    public Set<Class<? extends AuthenticationRequest>> getCredentialTypes() {
        return basic.getCredentialTypes();
    }

    @Override
    public Uni<HttpCredentialTransport> getCredentialTransport(RoutingContext context) {
        return basic.getCredentialTransport(context);
    }

    private String body(String path) {
        try {
            return json.writeValueAsString(Problem.unauthorized().at(path));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a problem can't be written", e);
        }
    }
}
