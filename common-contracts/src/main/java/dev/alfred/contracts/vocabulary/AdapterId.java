package dev.alfred.contracts.vocabulary;

import java.util.List;

/** The agents that Alfred can drive: five local CLIs, and two model APIs for the read-only phases. */
public enum AdapterId implements Wire {
    CLAUDE_CODE("claude-code", true),
    CODEX("codex", true),
    OPENCODE("opencode", true),
    COPILOT("copilot", true),
    GROK_BUILD("grok-build", true),
    ANTHROPIC_API("anthropic-api", false),
    OPENAI_API("openai-api", false);

    private final String wire;
    private final boolean local;

    AdapterId(String wire, boolean local) {
        this.wire = wire;
        this.local = local;
    }

    @Override
    public String wire() {
        return wire;
    }

    /** Whether a CLI does the work, rather than a model API. */
    public boolean local() {
        return local;
    }

    /** The protocols that it was seen to work with, the one that it is at home in first. */
    public List<ModelProtocol> protocols() {
        return switch (this) {
            case CLAUDE_CODE, ANTHROPIC_API -> List.of(ModelProtocol.ANTHROPIC_MESSAGES);
            case CODEX -> List.of(ModelProtocol.OPENAI_RESPONSES);
            case OPENCODE, COPILOT, GROK_BUILD, OPENAI_API -> List.of(ModelProtocol.OPENAI_CHAT);
        };
    }

    /** Whether it tells what its work has cost, whatever provider it works with. */
    public boolean tellsCost() {
        return this == CLAUDE_CODE;
    }

    /** Whether it gives a fresh session the id that it is told; the others make one up, which their first event tells. */
    public boolean takesSessionId() {
        return switch (this) {
            case CLAUDE_CODE, COPILOT, GROK_BUILD -> true;
            case CODEX, OPENCODE, ANTHROPIC_API, OPENAI_API -> false;
        };
    }
}
