package dev.alfred.runner.adapter;

import java.util.HashMap;
import java.util.Map;

import dev.alfred.contracts.session.Usage;

/** What the messages of a start used together. A message that is told again counts once, as it was told last. */
public final class MessagesUsage {
    private final Map<String, Usage> byMessage = new HashMap<>();
    private Usage sum = Usage.NOTHING;

    /** What they have used by now; or that count itself, and nothing is added, where no run can have used so much. */
    public AgentEvent.Used with(String message, Usage told) {
        if (!told.plausible()) {
            return new AgentEvent.Used(told);
        }
        Usage before = byMessage.put(message, told);
        Usage former = before == null ? Usage.NOTHING : before;
        sum = new Usage(
                sum.inputTokens() - former.inputTokens() + told.inputTokens(),
                sum.cachedInputTokens() - former.cachedInputTokens() + told.cachedInputTokens(),
                sum.outputTokens() - former.outputTokens() + told.outputTokens(),
                null);
        return new AgentEvent.Used(sum);
    }
}
