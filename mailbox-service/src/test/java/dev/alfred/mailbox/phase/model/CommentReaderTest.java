package dev.alfred.mailbox.phase.model;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CommentReaderTest {

    private static CommentReader.Reading read(String body) {
        return CommentReader.read(body, "alfred-bot");
    }

    @Test
    void findsEachCommandInItsOwnLine() {
        assertThat(read("Thanks.\n/alfred fresh\n\n  /Alfred   Approve  \nGood work")
                        .commands())
                .containsExactly(new Command.Fresh(), new Command.Approve());
    }

    @Test
    void takesTheRestOfTheCommentAsTheWish() {
        assertThat(read("/alfred develop use a map\nand keep the order\n/alfred fresh")
                        .commands())
                .containsExactly(new Command.Develop("use a map\nand keep the order"), new Command.Fresh());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "> /alfred approve",
                "> said\n> /alfred approve",
                "```\n/alfred approve\n```",
                "~~~sh\n/alfred approve\n~~~",
                "````\n```\n/alfred approve\n````",
                "text\n\n    /alfred approve",
                "<!-- \n/alfred approve\n-->",
                "<!-- never closed\n/alfred approve",
                "~~~\n```\n/alfred approve\n~~~",
                "```\n/alfred approve",
                "- ```\n  /alfred approve\n  ```",
                "1. 1. ~~~\n      x\n      ~~~\n\n      /alfred approve",
                "- a\n  ```\n  /alfred approve\n  ```",
                "- ```\n  x\n```\n/alfred approve",
                "> quoted\n@alfred-bot lazily",
                "> ```\n> /alfred approve\n> ```",
                "\t/alfred approve",
                "    x\n\n    /alfred approve",
                "see `the command\n/alfred approve\nof Alfred`",
                "see ``one ` tick\n/alfred approve\n``",
                "<pre>\n/alfred approve\n</pre>",
                "<pre>\n\n/alfred approve\n\n</pre>",
                "<PRE class=\"x\">\n/alfred approve\n</PRE>",
                "<pre>\n/alfred approve",
                "Look: <pre>\n/alfred approve\n</pre>",
                "<pre><code>\n/alfred approve\n</code></pre>",
                "<code>\n/alfred approve\n</code>",
                "<code>@alfred-bot</code>",
                "<blockquote>\n/alfred approve\n</blockquote>",
                "<blockquote>\n\n/alfred approve\n\n</blockquote>",
                "<blockquote><blockquote>\nx</blockquote>\n/alfred approve\n</blockquote>",
                "<details><summary>Log</summary>\n\n/alfred approve\n\n</details>",
                "<details>\n<summary>@alfred-bot</summary>\n/alfred approve\n</details>",
                "<div>\n/alfred approve\n</div>",
                "<p>\n/alfred approve",
                "<table><tr><td>\n/alfred approve\n</td></tr></table>",
                "<script>\n/alfred approve\n</script>",
                "<textarea>\n\n/alfred approve",
                "<![CDATA[\n/alfred approve\n]]>",
                "<?php\n/alfred approve\n?>",
                "text <!-- \n/alfred approve\n--> text",
                "please say `/alfred approve`",
                "see /alfred approve for more",
                "/alfredo approve",
                "@alfred-botanist hello",
                "mail me at someone@alfred-bot",
                "`@alfred-bot`",
                "> @alfred-bot why?",
                ""
            })
    void findsNothingInQuotesCodeAndHiddenText(String body) {
        assertThat(read(body)).isEqualTo(new CommentReader.Reading(false, List.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@alfred-bot why is this slow?",
                "Hey @Alfred-Bot, why?",
                "(@alfred-bot)",
                "/alfred please explain",
                "/alfred",
                "/alfred approve it",
                "> quoted\n\n@alfred-bot and now?"
            })
    void isAddressedWithoutACommand(String body) {
        assertThat(read(body)).isEqualTo(new CommentReader.Reading(true, List.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<pre>\nx\n</pre>\n/alfred approve",
                "<details>\n\nx\n\n</details>\n\n/alfred approve",
                "<details>\nx\n</details>\n/alfred approve",
                "<p>A paragraph without an end\n\n/alfred approve",
                "<p>one<p>two</p>\n/alfred approve",
                "I like the <code> tag\n/alfred approve",
                "`<pre>` is a tag\n/alfred approve",
                "```\n<pre>\n```\n/alfred approve",
                "    <pre>\n\n/alfred approve",
                "<img src=\"https://forge.example/a.png\">\n/alfred approve",
                "a < b and a <b\n/alfred approve",
                "a ` tick\n/alfred approve",
                "one `\n\n/alfred approve\n\n` two",
                "```code``` in a line\n/alfred approve",
                "- ```\n  code\n  ```\n\n/alfred approve",
                "- ```\n  code\n/alfred approve",
                "text\n    indented, but the same paragraph\n/alfred approve",
                "> quoted\n\n/alfred approve",
                "<!-- hidden -->\n/alfred approve",
                "/alfred approve\n<details>\nwhy\n</details>",
                "/alfred approve\r\n"
            })
    void readsOnAfterQuotesCodeAndHtml(String body) {
        assertThat(read(body).commands()).containsExactly(new Command.Approve());
    }

    @Test
    void keepsCodeInTheWords() {
        assertThat(read("/alfred develop use `a map`\nand <code>List.of</code>").commands())
                .containsExactly(new Command.Develop("use `a map`\nand <code>List.of</code>"));
    }

    @Test
    void isAddressedBesideWhatIsNotSaid() {
        assertThat(read("@alfred-bot see <details>\nx\n</details>").addressed()).isTrue();
        assertThat(read("<details>x</details> @alfred-bot why?").addressed()).isTrue();
    }

    @Test
    void readsACommandThatFollowsAQuoteDirectly() {
        assertThat(read("> the plan\n/alfred approve").commands()).containsExactly(new Command.Approve());
    }

    @Test
    void readsOnAfterACodeBlockEnds() {
        assertThat(read("```\ncode\n```\n/alfred retry").commands()).containsExactly(new Command.Retry());
    }

    @Test
    void staysFastOnLongHostileText() {
        assertThat(read("`".repeat(100_000) + "\n" + "@".repeat(100_000) + "<!--".repeat(20_000))
                        .addressed())
                .isFalse();
        assertThat(read("<pre>".repeat(20_000) + "\n<code".repeat(20_000) + "\n<p>\n</p>".repeat(10_000))
                        .addressed())
                .isFalse();
        assertThat(read("`a``b```c\n".repeat(10_000)).addressed()).isFalse();
    }
}
