package dev.alfred.orchestrator.provider;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.contracts.runrequests.RunSettings;
import dev.alfred.contracts.session.ModelPrice;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.orchestrator.AgentsConfig;
import dev.alfred.orchestrator.OrchestratorConfig;
import dev.alfred.orchestrator.PricesConfig;

/** The configured model providers; secrets are read from their files at each use, so that a rotation needs no restart. */
@ApplicationScoped
public class Providers {
    private final OrchestratorConfig config;
    private final AgentsConfig agents;
    private final PricesConfig prices;

    Providers(OrchestratorConfig config, AgentsConfig agents, PricesConfig prices) {
        this.config = config;
        this.agents = agents;
        this.prices = prices;
    }

    /** What came of the search for a run's provider. */
    public sealed interface Choice {
        record Chosen(ModelProvider provider) implements Choice {}

        /** @param reason in the vocabulary of waiting runs; what is missing is in the detail */
        record Missing(String reason, String detail) implements Choice {}
    }

    public Choice choose(RunSettings settings) {
        Optional<String> id = id(settings);
        if (id.isEmpty()) {
            return new Choice.Missing(
                    "provider_missing",
                    "no provider serves %s: configure one with protocol %s"
                            .formatted(settings.adapter().wire(), protocols(settings.adapter())));
        }
        OrchestratorConfig.Provider provider = config.providers().get(id.get());
        if (provider == null) {
            return new Choice.Missing("provider_unknown", "no provider is called " + id.get());
        }
        if (!serves(provider, settings.adapter())) {
            return new Choice.Missing("provider_mismatch", mismatch(id.get(), provider, settings.adapter()));
        }
        String model = model(settings, provider);
        if (model == null) {
            return new Choice.Missing(
                    "model_missing",
                    "no model is set: neither AGENT_MODEL nor the default of %s or of provider %s"
                            .formatted(settings.adapter().wire(), id.get()));
        }
        return read(id.get(), provider, settings.adapter(), model);
    }

    private Optional<String> id(RunSettings settings) {
        if (settings.provider() != null) {
            return Optional.of(settings.provider());
        }
        return agent(settings.adapter())
                .flatMap(AgentsConfig.Agent::provider)
                .or(() -> new TreeMap<>(config.providers())
                        .entrySet().stream()
                                .filter(entry -> serves(entry.getValue(), settings.adapter()))
                                .map(Map.Entry::getKey)
                                .findFirst());
    }

    private String model(RunSettings settings, OrchestratorConfig.Provider provider) {
        if (settings.model() != null) {
            return settings.model();
        }
        return agent(settings.adapter())
                .flatMap(AgentsConfig.Agent::model)
                .or(provider::defaultModel)
                .orElse(null);
    }

    private Optional<AgentsConfig.Agent> agent(AdapterId adapter) {
        return Optional.ofNullable(agents.byId().get(adapter.wire()));
    }

    private static boolean serves(OrchestratorConfig.Provider provider, AdapterId adapter) {
        return speaks(provider, adapter)
                && provider.adapters()
                        .map(adapters -> adapters.contains(adapter.wire()))
                        .orElse(true);
    }

    private static boolean speaks(OrchestratorConfig.Provider provider, AdapterId adapter) {
        return adapter.protocols().contains(provider.protocol());
    }

    private static String mismatch(String id, OrchestratorConfig.Provider provider, AdapterId adapter) {
        return speaks(provider, adapter)
                ? "%s serves %s only, not %s"
                        .formatted(id, String.join(", ", provider.adapters().orElseThrow()), adapter.wire())
                : "%s speaks %s, %s needs %s"
                        .formatted(id, configured(provider.protocol()), adapter.wire(), protocols(adapter));
    }

    private static String protocols(AdapterId adapter) {
        return adapter.protocols().stream().map(Providers::configured).collect(Collectors.joining(" or "));
    }

    /** As whoever mends the configuration writes it there. */
    private static String configured(ModelProtocol protocol) {
        return protocol.wire().replace('_', '-');
    }

    private Choice read(String id, OrchestratorConfig.Provider provider, AdapterId adapter, String model) {
        Map<String, String> secrets = new LinkedHashMap<>();
        for (String name : provider.secretEnvironment().orElse(List.of())) {
            Path file = config.secretsDirectory().resolve(id).resolve(name);
            try {
                secrets.put(name, Files.readString(file).strip());
            } catch (IOException e) {
                return new Choice.Missing(
                        "provider_secret_missing", "the secret " + id + "/" + name + " can't be read");
            }
        }
        List<ModelProvider.Mount> mounts = new ArrayList<>();
        for (String mount : provider.mounts().orElse(List.of())) {
            int colon = mount.lastIndexOf(':');
            if (colon < 1 || !mount.startsWith("/", colon + 1)) {
                return new Choice.Missing("provider_mount_malformed", "a mount of " + id + " is not source:target");
            }
            mounts.add(new ModelProvider.Mount(mount.substring(0, colon), mount.substring(colon + 1)));
        }
        return new Choice.Chosen(new ModelProvider(
                id,
                provider.protocol(),
                provider.baseUrl().map(URI::create),
                model,
                price(model),
                secrets,
                mounts,
                hosts(provider, adapter)));
    }

    private Optional<ModelPrice> price(String model) {
        return Optional.ofNullable(prices.byModel().get(model))
                .map(price -> new ModelPrice(price.input(), price.cachedInput().orElse(price.input()), price.output()));
    }

    private static List<String> hosts(OrchestratorConfig.Provider provider, AdapterId adapter) {
        List<String> hosts = new ArrayList<>(provider.egress().orElse(List.of()));
        if (provider.baseUrl().isEmpty()) {
            hosts.addAll(VendorHosts.of(adapter));
        }
        return hosts;
    }
}
