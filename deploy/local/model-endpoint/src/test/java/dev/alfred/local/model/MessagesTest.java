package dev.alfred.local.model;

import java.io.IOException;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The Messages protocol, in the shapes that Claude Code sends. */
class MessagesTest extends AModel {

    private static final String TOOLS =
            "'tools':[{'name':'Bash','input_schema':{'type':'object','required':['command'],"
                    + "'properties':{'command':{'type':'string'},'description':{'type':'string'}}}}]";

    @Test
    void callsTheToolThatAnOrderNames() throws IOException {
        JsonNode reply = ask(false, user("please [[tool:echo hi]] and [[say:that was all]]"))
                .json();
        assertThat(reply.path("stop_reason").asText()).isEqualTo("tool_use");
        assertThat(reply.at("/content/1/name").asText()).isEqualTo("Bash");
        assertThat(reply.at("/content/1/input/command").asText()).isEqualTo("echo hi");
    }

    @Test
    void saysTheLastWordOnceTheToolHasRun() throws IOException {
        JsonNode reply = ask(false, user("please [[tool:echo hi]] and [[say:that was all]]"), call(), result("hi"))
                .json();
        assertThat(reply.path("stop_reason").asText()).isEqualTo("end_turn");
        assertThat(reply.at("/content/0/text").asText()).isEqualTo("that was all");
    }

    @Test
    void streamsTheSameReplyAsEvents() throws IOException {
        ModelClient.Reply stream = ask(true, user("[[say:" + "é🚀".repeat(200) + "]]"));
        assertThat(stream.eventNames())
                .containsExactly(
                        "message_start",
                        "ping",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_stop",
                        "message_delta",
                        "message_stop");
        StringBuilder text = new StringBuilder();
        stream.data().forEach(event -> text.append(event.at("/delta/text").asText("")));
        assertThat(text.toString()).isEqualTo("é🚀".repeat(200));
    }

    @Test
    void cutsAStreamInItsMiddle() {
        assertThatThrownBy(() -> ask(true, user("[[say:never heard]] [[cut]]"))).isInstanceOf(IOException.class);
    }

    @Test
    void countsEarlierTurnsAsReadFromTheCache() throws IOException {
        JsonNode first = ask(false, user("hello")).json().path("usage");
        JsonNode second =
                ask(false, user("hello"), assistant("hi"), user("again")).json().path("usage");
        JsonNode large = ask(false, user("x".repeat(40_000))).json().path("usage");
        assertThat(first.path("cache_read_input_tokens").asInt()).isZero();
        assertThat(second.path("cache_read_input_tokens").asInt()).isPositive();
        assertThat(large.path("cache_creation_input_tokens").asInt()).isBetween(9_000, 12_000);
    }

    @Test
    void countsCachedTokensBesideTheInput() throws IOException {
        JsonNode usage =
                ask(false, user("[[say:x]] [[usage:1000,200,30]]")).json().path("usage");
        assertThat(usage.path("input_tokens").asLong()).isEqualTo(1000);
        assertThat(usage.path("cache_read_input_tokens").asLong()).isEqualTo(200);
        assertThat(usage.path("cache_creation_input_tokens").asLong()).isZero();
        assertThat(usage.path("output_tokens").asLong()).isEqualTo(30);
    }

    @Test
    void failsInAnthropicsShape() throws IOException {
        ModelClient.Reply reply = ask(true, user("[[err:529]]"));
        assertThat(reply.status()).isEqualTo(529);
        assertThat(reply.at("/error/type")).isEqualTo("overloaded_error");
        assertThat(reply.at("/request_id")).isEqualTo(reply.header("request-id"));
    }

    @Test
    void obeysTheNewestOfSeveralPromptsInOneTurn() throws IOException {
        String merged = "{'role':'user','content':[{'type':'text','text':'[[err:500]]'},"
                + "{'type':'text','text':'[[say:second]]'},"
                + "{'type':'text','text':'<system-reminder>a note</system-reminder>'}]}";
        assertThat(ask(false, merged).at("/content/0/text")).isEqualTo("second");
    }

    @Test
    void obeysAPromptThatFollowsTheResultOfABrokenOffCall() throws IOException {
        String interrupted =
                "{'role':'user','content':[{'type':'tool_result','tool_use_id':'t1','content':'interrupted'},"
                        + "{'type':'text','text':'[[say:on we go]]'}]}";
        assertThat(ask(false, user("[[tool:a]] [[tool:b]]"), call(), interrupted)
                        .at("/content/0/text"))
                .isEqualTo("on we go");
    }

    @Test
    void refusesWhoBringsNoKeyAndWhatIsNoRequest() throws IOException {
        assertThat(client.postWithoutKey("/v1/messages", "{'messages':[]}").status())
                .isEqualTo(401);
        assertThat(client.post("/v1/messages", "not json").status()).isEqualTo(400);
        assertThat(client.post("/v1/messages", "{}").at("/error/message")).contains("messages");
        assertThat(client.post("/v1/messages", "[]").status()).isEqualTo(400);
    }

    private ModelClient.Reply ask(boolean stream, String... messages) throws IOException {
        return client.post(
                "/v1/messages?beta=true",
                "{'model':'m','stream':" + stream + "," + TOOLS + ",'messages':[" + String.join(",", messages) + "]}");
    }

    private static String user(String text) {
        return "{'role':'user','content':'" + text + "'}";
    }

    private static String assistant(String text) {
        return "{'role':'assistant','content':[{'type':'text','text':'" + text + "'}]}";
    }

    private static String call() {
        return "{'role':'assistant','content':[{'type':'tool_use','id':'t1','name':'Bash','input':{'command':'echo hi'}}]}";
    }

    private static String result(String text) {
        return "{'role':'user','content':[{'type':'tool_result','tool_use_id':'t1','content':'" + text + "'}]}";
    }
}
