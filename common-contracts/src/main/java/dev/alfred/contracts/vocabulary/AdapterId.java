package dev.alfred.contracts.vocabulary;

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
}
