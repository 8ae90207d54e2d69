package dev.alfred.orchestrator.provider;

import java.util.List;

import dev.alfred.contracts.vocabulary.AdapterId;

/**
 * Where an adapter finds its vendor's model when its provider names no base URL. A host that only some customers have
 * (a regional endpoint, a plan's own) is added by the provider's {@code egress}.
 */
final class VendorHosts {
    private VendorHosts() {}

    static List<String> of(AdapterId adapter) {
        return switch (adapter) {
            case CLAUDE_CODE, ANTHROPIC_API -> List.of("api.anthropic.com");
            case CODEX, OPENCODE, OPENAI_API -> List.of("api.openai.com");
            case COPILOT -> List.of("api.githubcopilot.com", "api.github.com");
            case GROK_BUILD -> List.of("api.x.ai");
        };
    }
}
