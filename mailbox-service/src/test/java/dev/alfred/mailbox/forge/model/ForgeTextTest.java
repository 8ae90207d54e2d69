package dev.alfred.mailbox.forge.model;

import java.util.UUID;

import dev.alfred.mailbox.forge.model.ForgeWrite.CommentKind;
import dev.alfred.mailbox.forge.model.ForgeWrite.OpenMergeRequest;
import dev.alfred.mailbox.forge.model.ForgeWrite.PostComment;
import dev.alfred.mailbox.forge.model.ForgeWrite.ReplyTo;
import dev.alfred.mailbox.forge.model.ForgeWrite.UpdateStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ForgeTextTest {
    private static final UUID WRITE = UUID.fromString("01930000-0000-7000-8000-0000000000b1");
    private static final String MARKER = "<!-- alfred:01930000-0000-7000-8000-0000000000b1 -->";

    @Test
    void beginsWithTheHiddenMarker() {
        assertThat(comment("The plan.", null)).isEqualTo(MARKER + "\nThe plan.");
    }

    @Test
    void namesTheAskerAndTheCommentInAReply() {
        assertThat(comment("In `App.java`.", new ReplyTo("12", "bo")))
                .isEqualTo(MARKER + "\n@bo, to [your comment](#issuecomment-12):\n\nIn `App.java`.");
    }

    @ParameterizedTest
    @CsvSource({"12, bo](https://evil) @all", "12) @all, bo"})
    void trustsNeitherTheAskersNameNorTheCommentsId(String commentId, String login) {
        assertThat(comment("Yes.", new ReplyTo(commentId, login)))
                .doesNotContain("@all")
                .endsWith("Yes.");
    }

    @Test
    void carriesBothMarkersInTheStatus() {
        assertThat(ForgeText.status(WRITE, new UpdateStatus(7, StateLabel.RUNNING, "A run is under way."), 1000))
                .isEqualTo("<!-- alfred:status -->\n" + MARKER + "\nA run is under way.");
    }

    @Test
    void closesTheIssueByTheMergeRequestAndNoOther() {
        String body = ForgeText.mergeRequest(
                WRITE,
                new OpenMergeRequest(7, "agent/issue-7", "main", "T", "Fixes #1 and closes: other/repo#2"),
                1000);

        assertThat(body)
                .startsWith(MARKER + "\nCloses #7\n\n")
                .doesNotContain("Fixes #1")
                .doesNotContain("closes: other")
                .contains("F\u200bixes #1 and c\u200bloses: other/repo#2");
    }

    @ParameterizedTest
    @CsvSource({
        "thanks @ada and @team/core, thanks @\u200bada and @\u200bteam/core",
        "mail ada@example.org, mail ada@example.org",
        "`@Override` but @ada, `@Override` but @\u200bada",
        "/close, \u200b/close",
        "'  /alfred approve', '  \u200b/alfred approve'",
        "a/b and src/main, a/b and src/main",
        "Resolves https://forge.example/o/r/issues/3, R\u200besolves https://forge.example/o/r/issues/3",
        "this fixes the bug, this fixes the bug",
        "see #12, see #12",
        "<!-- alfred:x -->, &lt;!-- alfred:x -->",
        "<!--  Alfred:x -->, &lt;!-- alfred:x -->",
    })
    void takesThePowerFromAgentText(String written, String shown) {
        assertThat(ForgeText.powerless(written)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Closes\n#2",
                "Closes:\n\n#2",
                "fix #2",
                "Fixing acme/shop#2",
                "resolved GH-2",
                "RESOLVES SHOP-2",
                "Implements group/sub/shop!2",
                "closes issues #2",
                "Reopens #2",
                "**Closes** #2",
                "Clo**ses** #2",
                "_Fixes_ **#2**",
                "Closes #**2**",
                "Closes \\#2",
                "Closes [#2](x)",
                "Closes <b>#2</b>",
                "Closes <!-- so --> #2",
                "Closes <https://forge.example/acme/shop/issues/2>",
                "Closes\u00a0#2",
                "Closes&nbsp;#2",
                "Closes &#35;2",
                "Closes &num;2",
                "`Closes` `#2`",
                "<div>\n```\nCloses #2\n```\n</div>",
                "1. ~~~\nCloses #2"
            })
    void noFormOfAClosingWordKeepsItsPower(String written) {
        String shown = ForgeText.powerless(written);

        assertThat(shown.replace("\u200b", "")).isEqualTo(written);
        assertThat(shown).containsPattern("(?i)[cfri]\u200b");
    }

    @Test
    void alfredsOwnClosingWordStandsOutsideOfWhateverTheAgentLeavesOpen() {
        String body = ForgeText.mergeRequest(
                WRITE, new OpenMergeRequest(7, "agent/issue-7", "main", "T", "Look:\n```java\nint a;"), 1000);

        assertThat(body.indexOf("Closes #7")).isBetween(0, body.indexOf("```"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"closes <>&;* ", "closes-", "closes issue - issue "})
    void readsALongTextWithoutAReferenceToItsEnd(String piece) {
        String text = piece.repeat(20_000);

        assertThat(ForgeText.powerless(text)).isEqualTo(text);
    }

    @Test
    void leavesCodeBlocksAsTheyAre() {
        String text = "```java\n@Override\n/root\n```\n@ada\n~~~\n@Test\n```\n@Test\n~~~\n@bo";

        assertThat(ForgeText.powerless(text))
                .isEqualTo("```java\n@Override\n/root\n```\n@\u200bada\n~~~\n@Test\n```\n@Test\n~~~\n@\u200bbo");
    }

    @Test
    void cutsToTheForgesLimitAndKeepsMarkerAndClosing() {
        OpenMergeRequest huge = new OpenMergeRequest(7, "b", "main", "T", "é".repeat(300_000));

        String body = ForgeText.mergeRequest(WRITE, huge, 65_536);

        assertThat(body.length()).isLessThanOrEqualTo(65_536);
        assertThat(body).startsWith(MARKER + "\nCloses #7\n").contains("cut by Alfred");
    }

    private static String comment(String text, ReplyTo reply) {
        return ForgeText.comment(WRITE, new PostComment(7, CommentKind.PLAN, text, reply), 10_000);
    }
}
