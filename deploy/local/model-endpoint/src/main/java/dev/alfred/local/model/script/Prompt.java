package dev.alfred.local.model.script;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.alfred.local.model.conversation.Conversation;
import dev.alfred.local.model.conversation.Turn;

/**
 * What a scripted agent understands of an Alfred prompt. What a delta prompt leaves out is looked up in the
 * conversation's earlier prompts, as a model would remember it.
 */
record Prompt(
        Phase phase,
        String title,
        String description,
        String number,
        String base,
        String question,
        List<String> threads,
        String resultFile) {

    private static final int HEAD = 2_000;
    private static final Pattern PHASE = Pattern.compile("(?m)^Alfred-Phase:[ \\t]*([a-z_]{1,30})[ \\t]*$");
    private static final Pattern NUMBER = Pattern.compile("\\bissue[ -]#?(\\d{1,9})\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern BASE = Pattern.compile("to be merged into `([^`\\s]{1,200})`");
    private static final Pattern RESULT = Pattern.compile("(/[\\w./-]{1,300}/result\\.json)");
    private static final Pattern THREAD = Pattern.compile("(?i)\\bthread(?: id)?:? `([\\w:-]{1,80})`");
    private static final Pattern TITLE_LINE = Pattern.compile("(?m)^Title:[ \\t]*(\\S.{0,300})$");

    /** Empty when the last prompt isn't Alfred's. */
    static Optional<Prompt> of(Conversation conversation) {
        String last = conversation.lastPrompt();
        String head = last.substring(0, Math.min(HEAD, last.length()));
        return first(PHASE, head).flatMap(Phase::named).map(phase -> read(phase, last, conversation));
    }

    private static Prompt read(Phase phase, String last, Conversation conversation) {
        List<String> prompts = new ArrayList<>(List.of(last));
        for (Turn turn : conversation.earlier().reversed()) {
            if (turn.role() == Turn.Role.USER) {
                prompts.add(turn.text());
            }
        }
        return new Prompt(
                phase,
                newest(prompts, text -> fenced(text, "Title:").or(() -> first(TITLE_LINE, text)))
                        .map(Prompt::oneLine)
                        .orElse("the issue"),
                newest(prompts, text -> fenced(text, "Description:")).orElse(""),
                newest(prompts, text -> first(NUMBER, text)).orElse("?"),
                newest(prompts, text -> first(BASE, text)).orElse("main"),
                fenced(last, "## The question").map(Prompt::oneLine).orElse(""),
                all(THREAD, last),
                first(RESULT, last).orElse("/workspace/out/result.json"));
    }

    /** The first fenced block after a line that begins with the label; the fence may have any length. */
    static Optional<String> fenced(String text, String label) {
        int at = text.startsWith(label) ? 0 : text.indexOf("\n" + label);
        if (at < 0) {
            return Optional.empty();
        }
        Matcher open = Pattern.compile("(?m)^(`{3,})[^`\\n]*\\n").matcher(text);
        if (!open.find(at)) {
            return Optional.empty();
        }
        int end = text.indexOf("\n" + open.group(1), open.end() - 1);
        return end < 0 ? Optional.empty() : Optional.of(text.substring(open.end(), Math.max(open.end(), end)));
    }

    private static Optional<String> newest(
            List<String> prompts, java.util.function.Function<String, Optional<String>> reading) {
        return prompts.stream().map(reading).flatMap(Optional::stream).findFirst();
    }

    private static Optional<String> first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static List<String> all(Pattern pattern, String text) {
        Set<String> found = new LinkedHashSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return List.copyOf(found);
    }

    private static String oneLine(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        int cut = Math.min(200, line.length());
        return line.substring(0, cut > 0 && Character.isHighSurrogate(line.charAt(cut - 1)) ? cut - 1 : cut);
    }
}
