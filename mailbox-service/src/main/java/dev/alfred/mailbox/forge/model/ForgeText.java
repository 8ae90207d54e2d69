package dev.alfred.mailbox.forge.model;

import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.alfred.contracts.Texts;
import dev.alfred.mailbox.forge.model.ForgeWrite.OpenMergeRequest;
import dev.alfred.mailbox.forge.model.ForgeWrite.PostComment;
import dev.alfred.mailbox.forge.model.ForgeWrite.ReplyTo;
import dev.alfred.mailbox.forge.model.ForgeWrite.UpdateStatus;

/**
 * What stands on the forge in the end: the text with its hidden marker, cut to the forge's limit, and without power.
 * Nothing in it closes issues or looks like Alfred's marker; outside of code nothing mentions people or is a command.
 */
public final class ForgeText {
    private static final String INVISIBLE = "\u200b";
    private static final int RESERVE = 512;

    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}&&[^\\n\\t]]");
    private static final Pattern FENCE = Pattern.compile(" {0,3}(`{3,}|~{3,})(.*)");
    private static final Pattern INLINE_CODE = Pattern.compile("(`+)[^`]+\\1(?!`)");
    private static final Pattern MENTION = Pattern.compile("(?<![\\w`])@(?=\\w)");
    private static final Pattern COMMAND = Pattern.compile("^(\\s*)/(?=[a-zA-Z])");
    private static final Pattern SPACE = Pattern.compile("\\s+");

    /** The words of GitHub, GitLab, Forgejo and Gitea, whatever Markdown stands between their letters. */
    private static final String CLOSING_WORD = Stream.of(
                    "close",
                    "closes",
                    "closed",
                    "closing",
                    "fix",
                    "fixes",
                    "fixed",
                    "fixing",
                    "resolve",
                    "resolves",
                    "resolved",
                    "resolving",
                    "implement",
                    "implements",
                    "implemented",
                    "implementing",
                    "reopen",
                    "reopens",
                    "reopened",
                    "reopening")
            .map(word -> String.join("[*_~]*+", word.split("")))
            .collect(Collectors.joining("|"));

    /** Tags, entities and everything that is neither a letter nor a digit, line ends included. */
    private static final String GAP = "(?:<[^<>]{0,200}>|&#?\\p{Alnum}{1,10};|[^\\p{Alnum}<]){0,60}";

    private static final String REFERENCE = "<?(?:[\\w./-]{0,200}(?:[#!]|&(?:num|excl|#0*3[35]|#x0*2[13]);)[*_~]*\\d"
            + "|https?://|(?-i:[A-Z][A-Z0-9_]+)-\\d)";

    /** The first letter of a closing word that a reference follows. In code, too: forges differ about where it ends. */
    private static final Pattern CLOSING = Pattern.compile(
            "(?<!\\p{Alnum})(?=(?:" + CLOSING_WORD + ")" + GAP + "(?:issues?" + GAP + ")?" + REFERENCE
                    + ")(\\p{Alpha})",
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

    /** Alfred's own closing word stands first: nothing that the agent leaves open can swallow it. */
    public static String mergeRequest(UUID write, OpenMergeRequest request, int limit) {
        return marked(ForgeMarker.of(write), "Closes #" + request.iid() + "\n\n" + fitting(request.body(), limit));
    }

    /** A title: one line, in which forges know no code. */
    public static String title(String text) {
        String line = SPACE.matcher(text).replaceAll(" ").strip();
        return unmentioning(unclosing(CONTROLS.matcher(line).replaceAll("")));
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

    /** The text with everything that a forge would act on made inert. */
    static String powerless(String text) {
        String clean =
                CONTROLS.matcher(text.replace("\r\n", "\n").replace('\r', '\n')).replaceAll("");
        StringBuilder out = new StringBuilder(clean.length() + 64);
        String fence = null;
        for (String line : unclosing(ForgeMarker.defused(clean)).split("\n", -1)) {
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
            out.append(unmentioning(harmless.substring(from, code.start()))).append(code.group());
            from = code.end();
        }
        return out.append(unmentioning(harmless.substring(from))).toString();
    }

    private static String unmentioning(String prose) {
        return MENTION.matcher(prose).replaceAll("@" + INVISIBLE);
    }

    private static String unclosing(String text) {
        return CLOSING.matcher(text).replaceAll("$1" + INVISIBLE);
    }
}
