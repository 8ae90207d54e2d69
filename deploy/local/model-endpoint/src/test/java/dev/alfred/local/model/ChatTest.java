package dev.alfred.local.model;

import java.io.IOException;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The Chat Completions protocol, in the shapes that OpenCode, Copilot and Grok Build send. */
class ChatTest extends AModel {

    private static final String TOOLS = tools("bash", "'command':{'type':'string'}", "'command'");

    @Test
    void callsTheShellOfEachClientWithWhatItsSchemaDemands() throws IOException {
        JsonNode opencode = ask(false, TOOLS, user("[[tool:echo hi]]")).json();
        assertThat(opencode.at("/choices/0/finish_reason").asText()).isEqualTo("tool_calls");
        assertThat(opencode.at("/choices/0/message/tool_calls/0/function/name").asText())
                .isEqualTo("bash");
        assertThat(opencode.at("/choices/0/message/tool_calls/0/function/arguments")
                        .asText())
                .isEqualTo("{\"command\":\"echo hi\"}");
        String copilots = tools(
                "bash",
                "'command':{'type':'string'},'description':{'type':'string'},'mode':{'type':'string','enum':['sync','async']}",
                "'command','description','mode'");
        assertThat(ask(false, copilots, user("[[tool:echo hi]]"))
                        .at("/choices/0/message/tool_calls/0/function/arguments"))
                .contains("\"command\":\"echo hi\"", "\"mode\":\"sync\"", "\"description\":");
        String groks = tools("run_terminal_command", "'command':{'type':'string'}", "'command'");
        assertThat(ask(false, groks, user("[[tool:echo hi]]")).at("/choices/0/message/tool_calls/0/function/name"))
                .isEqualTo("run_terminal_command");
    }

    @Test
    void callsAnotherToolInTurnWithTheCommands() throws IOException {
        String prompt = "[[tool:echo hi]] [[call:read {\\'path\\':\\'a.txt\\'}]]";
        JsonNode called = ask(false, TOOLS, user(prompt), call(), output("hi"))
                .json()
                .at("/choices/0/message/tool_calls/0/function");
        assertThat(called.path("name").asText()).isEqualTo("read");
        assertThat(called.path("arguments").asText()).isEqualTo("{\"path\":\"a.txt\"}");
    }

    @Test
    void speaksOnceTheCommandHasRun() throws IOException {
        JsonNode reply = ask(false, TOOLS, user("[[tool:echo hi]] [[say:that was all]]"), call(), output("hi"))
                .json();
        assertThat(reply.at("/choices/0/message/content").asText()).isEqualTo("that was all");
        assertThat(reply.at("/choices/0/finish_reason").asText()).isEqualTo("stop");
    }

    @Test
    void streamsChunksThatMakeUpTheCall() throws IOException {
        ModelClient.Reply stream = ask(true, TOOLS, user("[[tool:echo " + "é🚀".repeat(100) + "]]"));
        assertThat(stream.body()).endsWith("data: [DONE]\n\n");
        StringBuilder arguments = new StringBuilder();
        stream.data()
                .forEach(chunk -> arguments.append(chunk.at("/choices/0/delta/tool_calls/0/function/arguments")
                        .asText("")));
        assertThat(arguments.toString()).isEqualTo("{\"command\":\"echo " + "é🚀".repeat(100) + "\"}");
        int chunks = stream.data().size();
        assertThat(stream.data().getFirst().at("/choices/0/delta/role").asText())
                .isEqualTo("assistant");
        assertThat(stream.data().get(chunks - 2).at("/choices/0/finish_reason").asText())
                .isEqualTo("tool_calls");
        assertThat(stream.data().getLast().at("/usage/prompt_tokens").asLong()).isPositive();
    }

    @Test
    void countsCachedTokensWithinThePrompt() throws IOException {
        JsonNode usage = ask(false, TOOLS, user("[[say:x]] [[usage:1000,200,30]]"))
                .json()
                .path("usage");
        assertThat(usage.path("prompt_tokens").asLong()).isEqualTo(1200);
        assertThat(usage.at("/prompt_tokens_details/cached_tokens").asLong()).isEqualTo(200);
        assertThat(usage.path("completion_tokens").asLong()).isEqualTo(30);
    }

    @Test
    void breaksAStreamOffBeforeItIsComplete() {
        assertThatThrownBy(() -> ask(true, TOOLS, user("[[say:never heard]] [[cut]]")))
                .isInstanceOf(IOException.class);
    }

    @Test
    void failsInOpenAisShape() throws IOException {
        ModelClient.Reply reply = ask(false, TOOLS, user("[[err:401]]"));
        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.at("/error/code")).isEqualTo("invalid_api_key");
    }

    @Test
    void seesWhatAPersonSaidInsideOfWhatAClientAdds() throws IOException {
        String dated = user("<current_datetime>2026-01-01T00:00:00Z</current_datetime>\\n\\n[[say:dated]]");
        assertThat(ask(false, TOOLS, dated).at("/choices/0/message/content")).isEqualTo("dated");
        String framed = user("<user_query>\\n[[say:framed]]\\n</user_query>");
        assertThat(ask(false, TOOLS, user("<user_info>\\nOS\\n</user_info>"), framed)
                        .at("/choices/0/message/content"))
                .isEqualTo("framed");
    }

    @Test
    void takesACallForATitleOrASummaryForNoPartOfTheConversation() throws IOException {
        String forced = TOOLS + ",'tool_choice':{'type':'function','function':{'name':'session_title'}}";
        assertThat(ask(false, forced, user("<user_query>[[err:500]]</user_query>"))
                        .status())
                .isEqualTo(200);
        String reminder = user("<system-reminder>Write a line about [[err:500]]</system-reminder>");
        assertThat(ask(false, TOOLS, user("[[err:500]]"), assistant("done"), reminder)
                        .status())
                .isEqualTo(200);
        assertThat(client.post("/v1/chat/completions", "{'messages':[" + user("[[err:500]]") + "]}")
                        .status())
                .isEqualTo(200);
        assertThat(model.requests()).hasSize(3).allMatch(request -> request.sideCall());
    }

    @Test
    void refusesWhatHasNoMessages() throws IOException {
        ModelClient.Reply reply = client.post("/chat/completions", "{'model':'m'}");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.at("/error/message")).contains("messages");
    }

    private ModelClient.Reply ask(boolean stream, String tools, String... messages) throws IOException {
        return client.post(
                "/v1/chat/completions",
                "{'model':'m','stream':" + stream + "," + tools + ",'messages':[" + String.join(",", messages) + "]}");
    }

    private static String tools(String name, String properties, String required) {
        return "'tools':[{'type':'function','function':{'name':'" + name
                + "','parameters':{'type':'object','required':[" + required + "],'properties':{" + properties + "}}}}]";
    }

    private static String user(String text) {
        return "{'role':'user','content':'" + text + "'}";
    }

    private static String assistant(String text) {
        return "{'role':'assistant','content':'" + text + "'}";
    }

    private static String call() {
        return "{'role':'assistant','content':null,'tool_calls':[{'id':'c1','type':'function','function':{'name':'bash','arguments':'{}'}}]}";
    }

    private static String output(String text) {
        return "{'role':'tool','tool_call_id':'c1','content':'" + text + "'}";
    }
}
