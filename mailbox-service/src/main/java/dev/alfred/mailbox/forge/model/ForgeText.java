package dev.alfred.mailbox.forge.model;

import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.alfred.contracts.Texts;
import dev.alfred.mailbox.forge.model.ForgeWrite.OpenMergeRequest;
import dev.alfred.mailbox.forge.model.ForgeWrite.PostComment;
import dev.alfred.mailbox.forge.model.ForgeWrite.ReplyTo;
import dev.alfred.mailbox.forge.model.ForgeWrite.UpdateStatus;

/**
 * What stands on the forge in the end: the text with its hidden marker, cut to the forge's limit, and without power.
 * Outside of code nothing in it mentions people, closes issues, is a command or looks like Alfred's marker.
 */
public final class ForgeText {
    private static final String INVISIBLE = "\u200b";
    private static final int RESERVE = 512;

    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}&&[^\\n\\t]]");
    private static final Pattern FENCE = Pattern.compile(" {0,3}(`{3,}|~{3,})(.*)");
    private static final Pattern INLINE_CODE = Pattern.compile("(`+)[^`]+\\1(?!`)");
    private static final Pattern MENTION = Pattern.compile("(?<![\\w`])@(?=\\w)");
    private static final Pattern COMMAND = Pattern.compile("^(\\s*)/(?=[a-zA-Z])");
    private static final Pattern CLOSING = Pattern.compile(
            "\\b([cfri])((?:los|ix|esolv|mplement)(?:e|es|ed|ing|s)?:?\\s+(?:[\\w./-]*[#!]\\d|https?://))",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern LOGIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
    private static final Pattern COMMENT_ID = Pattern.compile("\\d{1,19}");

    private ForgeText() {}

    public static String comment(UUID write, PostComment comment, int limit) {
        return marked(ForgeMarker.of(write), salutation(comment.inReplyTo()) + fitting(comment.text(), limit));
    }

    public static String status(UUID write, UpdateStatus status, int limit) {
        return marked(ForgeMarker.STATUS + "\n" + ForgeMarker.of(write), fitting(status.text(), limit));
    }

    public static String mergeRequest(UUID write, OpenMergeRequest request, int limit) {
        return marked(ForgeMarker.of(write), fitting(request.body(), limit) + "\n\nCloses #" + request.iid() + "\n");
    }

    private static String marked(String markers, String text) {
        return markers + "\n" + text;
    }

    private static String fitting(String text, int limit) {
        return Texts.bounded(powerless(text), limit - RESERVE).strip();
    }

    /** Names the asker, who is to be told, and points at the comment. */
    private static String salutation(ReplyTo reply) {
        if (reply == null
                || reply.login() == null
                || !LOGIN.matcher(reply.login()).matches()) {
            return "";
        }
        return reply.commentId() != null
                        && COMMENT_ID.matcher(reply.commentId()).matches()
                ? "@%s, to [your comment](#issuecomment-%s):\n\n".formatted(reply.login(), reply.commentId())
                : "@%s:\n\n".formatted(reply.login());
    }

    /** The text with everything that a forge would act on made inert; code stays as it is, forges don't act on it. */
    static String powerless(String text) {
        String clean =
                CONTROLS.matcher(text.replace("\r\n", "\n").replace('\r', '\n')).replaceAll("");
        StringBuilder out = new StringBuilder(clean.length() + 64);
        String fence = null;
        for (String line : ForgeMarker.defused(clean).split("\n", -1)) {
            Matcher mark = FENCE.matcher(line);
            boolean bar = mark.matches();
            if (fence == null
                    && bar
                    && !(mark.group(1).startsWith("`") && mark.group(2).contains("`"))) {
                fence = mark.group(1);
                out.append(line);
            } else if (fence != null) {
                out.append(line);
                fence = bar && mark.group(1).startsWith(fence) && mark.group(2).isBlank() ? null : fence;
            } else {
                out.append(inert(line));
            }
            out.append('\n');
        }
        out.setLength(out.length() - 1);
        return out.toString();
    }

    private static String inert(String line) {
        String harmless = COMMAND.matcher(line).replaceFirst("$1" + INVISIBLE + "/");
        StringBuilder out = new StringBuilder(harmless.length() + 8);
        Matcher code = INLINE_CODE.matcher(harmless);
        int from = 0;
        while (code.find()) {
            out.append(inertProse(harmless.substring(from, code.start()))).append(code.group());
            from = code.end();
        }
        return out.append(inertProse(harmless.substring(from))).toString();
    }

    private static String inertProse(String prose) {
        String silent = MENTION.matcher(prose).replaceAll("@" + INVISIBLE);
        return CLOSING.matcher(silent).replaceAll("$1" + INVISIBLE + "$2");
    }
}
