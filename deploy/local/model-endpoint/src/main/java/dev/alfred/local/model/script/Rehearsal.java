package dev.alfred.local.model.script;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.alfred.local.model.conversation.Conversation;
import dev.alfred.local.model.conversation.Sha256;
import dev.alfred.local.model.script.Reply.Step;

/** The script at work: it remembers, by a prompt's text, how many of its requests have failed as ordered. */
public final class Rehearsal {

    private static final int MOST_PROMPTS = 2_000;

    private final Map<String, Integer> failures = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > MOST_PROMPTS;
        }
    };

    public synchronized Reply reply(Conversation conversation) {
        String prompt = Sha256.of(conversation.lastPrompt());
        Reply reply = Script.reply(conversation, failures.getOrDefault(prompt, 0));
        if (reply.step() instanceof Step.Fail) {
            failures.merge(prompt, 1, Integer::sum);
        }
        return reply;
    }
}
