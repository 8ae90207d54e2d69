package dev.alfred.mailbox.forge.forgejo;

import java.util.Set;
import java.util.concurrent.TimeUnit;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.mailbox.forge.ForgeAccess;
import dev.alfred.mailbox.forge.ForgeCalls;
import dev.alfred.mailbox.forge.ForgeClient;
import dev.alfred.mailbox.forge.ForgeConfig;
import dev.alfred.mailbox.forge.ForgeDialect;
import dev.alfred.mailbox.forge.ForgeMetrics;
import org.eclipse.microprofile.rest.client.RestClientBuilder;

/** Opens clients for Forgejo and Gitea, whose APIs agree in all that Alfred uses. */
@ApplicationScoped
class ForgejoDialect implements ForgeDialect {
    private final ForgeConfig config;
    private final ForgeMetrics metrics;

    ForgejoDialect(ForgeConfig config, ForgeMetrics metrics) {
        this.config = config;
        this.metrics = metrics;
    }

    @Override
    public Set<ForgeKind> kinds() {
        return Set.of(ForgeKind.FORGEJO, ForgeKind.GITEA);
    }

    @Override
    public ForgeClient open(ForgeAccess access) {
        ForgejoApi api = RestClientBuilder.newBuilder()
                .baseUri(access.baseUrl())
                .connectTimeout(config.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .readTimeout(config.readTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .followRedirects(false)
                .property("microprofile.rest.client.disable.default.mapper", true)
                .register(new TokenFilter(access.credential()))
                .build(ForgejoApi.class);
        return new ForgejoClient(access, api, new ForgeCalls(access.kind(), metrics), config.readTimeout());
    }
}
