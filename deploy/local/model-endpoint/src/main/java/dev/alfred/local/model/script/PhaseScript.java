package dev.alfred.local.model.script;

import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.model.conversation.Conversation;
import dev.alfred.local.model.conversation.Part;
import dev.alfred.local.model.script.Reply.Step;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * A small believable agent for Alfred's prompts: it looks around, does its work with the shell, writes the result
 * file and ends with a text. How far it is, it reads off the tool results since the prompt.
 */
final class PhaseScript {

    private static final String IDENTITY = "-c user.name='Scripted Agent' -c user.email=agent@scripted.localhost";

    private PhaseScript() {}

    static Step next(Prompt prompt, Conversation conversation) {
        return switch (prompt.phase()) {
            case ANALYSIS -> analysis(prompt, conversation);
            case DEVELOPMENT -> development(prompt, conversation, "Do what the issue asks for");
            case CI_FIX -> development(prompt, conversation, "Fix the failing check");
            case REVIEW_FIX -> development(prompt, conversation, "Follow the review");
            case CONFLICT_RESOLUTION -> conflict(prompt, conversation);
            case ANSWER -> answer(prompt, conversation);
        };
    }

    private static Step analysis(Prompt prompt, Conversation conversation) {
        List<Part.ToolResult> results = conversation.results();
        String plan = plan(prompt, conversation, results);
        return switch (results.size()) {
            case 0 -> new Step.Run("I'll look at what is there.", "ls -la && git --no-pager log --oneline -n 5");
            case 1 ->
                new Step.Run(
                        "Now the files the issue is about.",
                        "for f in README.md " + Shell.quoted(Change.of(prompt).file())
                                + "; do [ -f \"$f\" ] && { echo \"== $f\"; head -c 2000 \"$f\"; }; done; true");
            case 2 -> new Step.Run("The plan is clear; I write it down.", write(prompt, result(plan)));
            default -> new Step.Say(plan);
        };
    }

    private static String plan(Prompt prompt, Conversation conversation, List<Part.ToolResult> results) {
        int seen =
                results.isEmpty() ? 0 : (int) results.getFirst().text().lines().count();
        String file = Change.of(prompt).file();
        return "**Plan " + mark("PLAN", conversation) + "** for \"" + prompt.title() + "\"\n\n"
                + "I looked at the repository (" + seen + " lines of listing and history) and at `" + file + "`.\n\n"
                + "1. Change `" + file + "` so that it does what the issue asks for.\n"
                + "2. Try it, and keep what it did before for whoever relies on it.\n"
                + "3. Commit it as one change.\n\nNothing is open.";
    }

    private static Step development(Prompt prompt, Conversation conversation, String intent) {
        List<Part.ToolResult> results = conversation.results();
        Change change = Change.of(prompt);
        String message = prompt.title() + "\n\n" + intent + ", in " + change.file() + ".";
        String summary = summary(prompt, conversation, change);
        return switch (results.size()) {
            case 0 -> new Step.Run("First the state of the branch.", "git status --short --branch && ls");
            case 1 -> new Step.Run("Now the change itself.", change.command());
            case 2 -> new Step.Run("It looks right; I commit it.", committing(message));
            case 3 ->
                new Step.Run("And the hand-over.", write(prompt, handOver(prompt, conversation, summary, results)));
            default -> new Step.Say(summary);
        };
    }

    private static String summary(Prompt prompt, Conversation conversation, Change change) {
        String followed = Memory.of(conversation)
                .plan()
                .map(plan -> "Following " + plan + ", I")
                .orElse("I");
        return "**Change " + mark("CHANGE", conversation) + "**: " + followed + " changed `" + change.file()
                + "` for \"" + prompt.title() + "\" and committed it. I looked at the difference before I did.";
    }

    private static ObjectNode handOver(
            Prompt prompt, Conversation conversation, String summary, List<Part.ToolResult> results) {
        boolean empty = results.get(2).text().contains("nothing to commit");
        ObjectNode result = result(summary);
        if (empty) {
            return result.put("outcome", "nothing_to_do");
        }
        if (prompt.phase() == Phase.DEVELOPMENT) {
            result.putObject("mergeRequest").put("title", prompt.title()).put("body", summary);
        }
        for (String thread : prompt.threads()) {
            result.withArray("threads").addObject().put("id", thread).put("reply", "Done in the last commit.");
        }
        return result;
    }

    private static Step conflict(Prompt prompt, Conversation conversation) {
        List<Part.ToolResult> results = conversation.results();
        String base = Shell.quoted("origin/" + prompt.base());
        String text = "I merged `" + prompt.base() + "` into the branch and kept both sides where they met.";
        return switch (results.size()) {
            case 0 -> new Step.Run("First the state of the branch.", "git status --short --branch");
            case 1 ->
                new Step.Run(
                        "Now the merge, keeping both sides.",
                        "git rev-parse -q --verify MERGE_HEAD >/dev/null || git " + IDENTITY + " merge --no-edit "
                                + base
                                + " || true; git diff --name-only --diff-filter=U | while read -r f; do "
                                + "sed -i -e '/^<<<<<<< /d' -e '/^=======$/d' -e '/^>>>>>>> /d' \"$f\"; done; git add -A; "
                                + "git rev-parse -q --verify MERGE_HEAD >/dev/null && git " + IDENTITY
                                + " commit -q --no-edit; git --no-pager log --oneline -n 3");
            case 2 -> new Step.Run("And the hand-over.", write(prompt, result(text)));
            default -> new Step.Say(text);
        };
    }

    private static Step answer(Prompt prompt, Conversation conversation) {
        List<Part.ToolResult> results = conversation.results();
        String text = remembered(prompt, Memory.of(conversation));
        return switch (results.size()) {
            case 0 -> new Step.Run("I'll look at the branch as it is now.", "git --no-pager log --oneline -n 5");
            case 1 -> new Step.Run("Here is the answer.", write(prompt, result(text)));
            default -> new Step.Say(text);
        };
    }

    private static String remembered(Prompt prompt, Memory memory) {
        String asked = prompt.question().isEmpty() ? "" : "You ask: \"" + prompt.question() + "\"\n\n";
        if (memory.nothing()) {
            return asked + "I remember nothing of earlier work on \"" + prompt.title()
                    + "\": this conversation begins with your question. The branch's commits are all I can go by.";
        }
        return asked + past(memory) + ", because it is the smallest step that does what \"" + prompt.title()
                + "\" asks for.";
    }

    private static String past(Memory memory) {
        String done = memory.change().map(mark -> "carried it out as " + mark).orElse("have not carried it out yet");
        return memory.plan()
                .map(mark -> "I followed " + mark + ", the plan I made earlier in this conversation, and " + done)
                .orElseGet(
                        () -> "Without a plan of its own I made the change earlier in this conversation and " + done);
    }

    private static ObjectNode result(String text) {
        return JsonNodeFactory.instance.objectNode().put("outcome", "done").put("text", text);
    }

    private static String write(Prompt prompt, ObjectNode result) {
        return Shell.writing(prompt.resultFile(), result);
    }

    private static String committing(String message) {
        String quoted = Shell.quoted(message);
        return "git add -A && { git commit -q -m " + quoted + " || git " + IDENTITY + " commit -q -m " + quoted
                + "; }; git --no-pager log --oneline -n 1 && git status --short";
    }

    /** The same for the same prompt, another for another: the conversation's text decides. */
    private static String mark(String kind, Conversation conversation) {
        CRC32 sum = new CRC32();
        sum.update(conversation.lastPrompt().getBytes(UTF_8));
        return kind + "-" + HexFormat.of().toHexDigits((int) sum.getValue());
    }
}
