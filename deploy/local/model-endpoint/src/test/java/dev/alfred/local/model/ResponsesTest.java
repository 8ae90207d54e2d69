package dev.alfred.local.model;

import java.io.IOException;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The Responses protocol, in the shapes that Codex sends. */
class ResponsesTest extends AModel {

    private static final String TOOLS = "'tools':[{'type':'web_search'},{'type':'function','name':'exec_command',"
            + "'parameters':{'type':'object','required':['cmd'],'properties':{'cmd':{'type':'string'},'yield_time_ms':{'type':'number'}}}}]";
    private static final String ENVIRONMENT = user("<environment_context>\\n  <cwd>/w</cwd>\\n</environment_context>");

    @Test
    void callsCodexsShellWithItsOwnArguments() throws IOException {
        JsonNode reply = ask(false, user("please [[tool:echo hi]]")).json();
        assertThat(reply.at("/output/1/type").asText()).isEqualTo("function_call");
        assertThat(reply.at("/output/1/name").asText()).isEqualTo("exec_command");
        assertThat(reply.at("/output/1/arguments").asText()).contains("\"cmd\":\"echo hi\"", "\"yield_time_ms\"");
    }

    @Test
    void speaksOnceTheCommandHasRun() throws IOException {
        JsonNode reply = ask(false, user("please [[tool:echo hi]] and [[say:that was all]]"), call(), output("hi"))
                .json();
        assertThat(reply.path("output")).hasSize(1);
        assertThat(reply.at("/output/0/content/0/text").asText()).isEqualTo("that was all");
        assertThat(reply.path("status").asText()).isEqualTo("completed");
    }

    @Test
    void callsTheShellThatNeedsNoSchemaByAnItemOfItsOwn() throws IOException {
        String request = "{'model':'m','tools':[{'type':'local_shell'}],'input':[" + user("[[tool:echo hi]]") + "]}";
        JsonNode reply = client.post("/responses", request).json();
        assertThat(reply.at("/output/1/type").asText()).isEqualTo("local_shell_call");
        assertThat(reply.at("/output/1/action/command/2").asText()).isEqualTo("echo hi");
    }

    @Test
    void streamsItemsFromTheirBeginningToTheirEnd() throws IOException {
        ModelClient.Reply stream = ask(true, user("[[tool:echo " + "é🚀".repeat(100) + "]]"));
        assertThat(stream.header("content-type")).startsWith("text/event-stream");
        assertThat(stream.eventNames())
                .containsExactly(
                        "response.created",
                        "response.in_progress",
                        "response.output_item.added",
                        "response.content_part.added",
                        "response.output_text.delta",
                        "response.output_text.done",
                        "response.content_part.done",
                        "response.output_item.done",
                        "response.output_item.added",
                        "response.function_call_arguments.delta",
                        "response.function_call_arguments.done",
                        "response.output_item.done",
                        "response.completed");
        StringBuilder arguments = new StringBuilder();
        for (int number = 0; number < stream.data().size(); number++) {
            JsonNode event = stream.data().get(number);
            assertThat(event.path("sequence_number").asInt()).isEqualTo(number);
            if (event.path("type").asText().equals("response.function_call_arguments.delta")) {
                arguments.append(event.path("delta").asText());
            }
        }
        JsonNode completed = stream.data().getLast().path("response");
        assertThat(arguments.toString())
                .contains("é🚀".repeat(100))
                .isEqualTo(completed.at("/output/1/arguments").asText());
    }

    @Test
    void countsCachedTokensWithinTheInput() throws IOException {
        JsonNode usage =
                ask(false, user("[[say:x]] [[usage:1000,200,30]]")).json().path("usage");
        assertThat(usage.path("input_tokens").asLong()).isEqualTo(1200);
        assertThat(usage.at("/input_tokens_details/cached_tokens").asLong()).isEqualTo(200);
        assertThat(usage.path("output_tokens").asLong()).isEqualTo(30);
    }

    @Test
    void failsInOpenAisShape() throws IOException {
        ModelClient.Reply reply = ask(true, user("[[err:429;retry-after=7]]"));
        assertThat(reply.status()).isEqualTo(429);
        assertThat(reply.header("retry-after")).isEqualTo("7");
        assertThat(reply.at("/error/code")).isEqualTo("rate_limit_exceeded");
        assertThat(reply.at("/error/type")).isEqualTo("rate_limit_error");
    }

    @Test
    void breaksAStreamOffBeforeItIsComplete() {
        assertThatThrownBy(() -> ask(true, user("[[say:never heard]] [[cut]]"))).isInstanceOf(IOException.class);
    }

    @Test
    void takesNoneOfTheClientsNotesForAPrompt() throws IOException {
        String notes = user("# AGENTS.md instructions for /w\\n\\n<INSTRUCTIONS>\\n[[err:500]]\\n</INSTRUCTIONS>");
        assertThat(ask(false, user("[[say:heard]]"), notes, ENVIRONMENT).at("/output/0/content/0/text"))
                .isEqualTo("heard");
        assertThat(model.requests().getLast().turns()).isEqualTo(1);
    }

    @Test
    void refusesWhatHasNoInput() throws IOException {
        ModelClient.Reply reply = client.post("/v1/responses", "{'model':'m'}");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.at("/error/message")).contains("input");
    }

    private ModelClient.Reply ask(boolean stream, String... items) throws IOException {
        return client.post(
                "/v1/responses",
                "{'model':'m','stream':" + stream + "," + TOOLS + ",'input':[" + String.join(",", items) + "]}");
    }

    private static String user(String text) {
        return "{'type':'message','role':'user','content':[{'type':'input_text','text':'" + text + "'}]}";
    }

    private static String call() {
        return "{'type':'function_call','call_id':'c1','name':'exec_command','arguments':'{}'}";
    }

    private static String output(String text) {
        return "{'type':'function_call_output','call_id':'c1','output':'" + text + "'}";
    }
}
