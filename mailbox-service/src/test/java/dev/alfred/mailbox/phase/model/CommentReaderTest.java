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
    }
}
