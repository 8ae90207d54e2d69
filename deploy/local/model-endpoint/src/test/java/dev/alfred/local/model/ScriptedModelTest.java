package dev.alfred.local.model;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import dev.alfred.local.model.fault.Fault;
import dev.alfred.local.model.record.RecordedRequest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What holds for all protocols: orders, faults, and the record of what reached the model. */
class ScriptedModelTest extends AModel {

    private static final String TOOLS = "'tools':[{'type':'function','function':{'name':'bash','parameters':"
            + "{'type':'object','required':['command'],'properties':{'command':{'type':'string'}}}}}]";

    @Test
    void answersTheProbesOfAClient() throws IOException {
        assertThat(client.get("/_script/health").status()).isEqualTo(200);
        ModelClient.Reply models = client.get("/v1/models");
        assertThat(models.at("/object")).isEqualTo("list");
        assertThat(models.at("/data/0/object")).isEqualTo("model");
        assertThat(models.at("/data/0/type")).isEqualTo("model");
        assertThat(client.post("/v1/messages/count_tokens", "{'messages':[]}")
                        .json()
                        .path("input_tokens")
                        .asInt())
                .isPositive();
    }

    @Test
    void tellsWhichMarksReachedIt() throws IOException {
        String asked = ask(user("MARK-one [[tool:true]]"), assistant("seen MARK-one"), user("and MARK-two, MARK-one"));
        assertThat(asked).isEqualTo("seen MARK-one,MARK-two");
        assertThat(ask(user("MARK-one [[say:only this]]"))).isEqualTo("only this");
        assertThat(ask(user("MARK-one"), assistant("ok"), user("nothing to see")))
                .doesNotStartWith("seen");
    }

    @Test
    void failsTheFirstRequestsOfAPromptAndNoOthers() throws IOException {
        String flaky = user("MARK-a [[err:503*2]]");
        assertThat(status(flaky)).isEqualTo(503);
        assertThat(ask(user("MARK-b"))).isEqualTo("seen MARK-b");
        assertThat(status(flaky)).isEqualTo(503);
        assertThat(ask(flaky)).isEqualTo("seen MARK-a");
        assertThat(status(user("MARK-c [[err:503*2]]"))).isEqualTo(503);
    }

    @Test
    void doesNotFailForAnErrorOfAnEarlierPrompt() throws IOException {
        assertThat(ask(user("[[err:500]]"), user("MARK-next"))).isEqualTo("seen MARK-next");
    }

    @Test
    void neverAnswersAHangingPromptAndServesOthersMeanwhile() throws IOException {
        CompletableFuture<?> hanging = client.begin("/v1/chat/completions", chat(user("MARK-hanging [[hang]]")));
        await().until(() -> recorded("MARK-hanging").isPresent());
        assertThat(ask(user("MARK-other"))).isEqualTo("seen MARK-other");
        assertThat(recorded("MARK-hanging").orElseThrow().status()).isZero();
        assertThat(hanging).isNotDone();
    }

    @Test
    void holdsAReplyBackAsOrderedAndServesOthersMeanwhile() throws IOException {
        CompletableFuture<?> late = client.begin("/v1/chat/completions", chat(user("MARK-late [[sleep:600]]")));
        await().until(() -> recorded("MARK-late").isPresent());
        assertThat(ask(user("MARK-other"))).isEqualTo("seen MARK-other");
        assertThat(recorded("MARK-late").orElseThrow().status()).isEqualTo(200);
        assertThat(late).isNotDone();
        assertThat(ask(user("MARK-soon [[sleep:0.01]]"))).isEqualTo("seen MARK-soon");
    }

    @Test
    void strikesTheNextRequestsWithFaultsToldInItsOwnProcess() throws IOException {
        model.faults().add(Fault.failing(429).repeated(2).with("retry-after", "1"));
        ModelClient.Reply struck = client.post("/v1/chat/completions", chat(user("hello")));
        assertThat(struck.status()).isEqualTo(429);
        assertThat(struck.header("retry-after")).isEqualTo("1");
        assertThat(status(user("hello"))).isEqualTo(429);
        assertThat(status(user("hello"))).isEqualTo(200);
    }

    @Test
    void takesFaultsOverHttpAndLeavesSideCallsOutOfThem() throws IOException {
        ModelClient.Reply ordered = client.post("/_script/faults", "{'status':529,'delay':'PT0.01S'}");
        assertThat(ordered.at("/0/status")).isEqualTo("529");
        assertThat(client.post("/v1/chat/completions", "{'messages':[" + user("a title, please") + "]}")
                        .status())
                .isEqualTo(200);
        assertThat(status(user("hello"))).isEqualTo(529);
        assertThat(client.post("/_script/faults", "{'status':200}").status()).isEqualTo(400);
        client.post("/_script/faults", "{'cut':true}");
        assertThat(client.delete("/_script/faults").body()).isEqualTo("[]");
        assertThat(status(user("hello"))).isEqualTo(200);
    }

    @Test
    void recordsWhatReachedItWordForWord() throws IOException {
        String big = "newline \\n and MARK-big ".repeat(20_000);
        String sent = chat(user(big), assistant("ok"), user("what was it?"));
        client.post("/v1/chat/completions", sent);
        RecordedRequest recorded = model.requests().getLast();
        assertThat(recorded.turns()).isEqualTo(3);
        assertThat(recorded.marks()).containsExactly("MARK-big");
        assertThat(model.body(recorded.id())).isEqualTo(ModelClient.quoted(sent));
        assertThat(client.get("/_script/requests/" + recorded.id()).body()).isEqualTo(ModelClient.quoted(sent));
        assertThat(client.get("/_script/requests?after=" + (recorded.id() - 1)).json())
                .hasSize(1);
        assertThat(client.get("/_script/requests/999999").status()).isEqualTo(404);
    }

    @Test
    void remembersOverARestart() throws IOException {
        ask(user("MARK-before"));
        List<RecordedRequest> before = model.requests();
        model.close();
        model = ScriptedModel.start(data);
        assertThat(model.requests()).isEqualTo(before);
    }

    @Test
    void saysWhenItsPortIsTaken() {
        int taken = Integer.parseInt(model.url().replaceAll(".*:", ""));
        assertThatThrownBy(() -> ScriptedModel.start(taken, data.resolve("other")))
                .hasMessageContaining("in use");
    }

    private Optional<RecordedRequest> recorded(String mark) {
        return model.requests().stream()
                .filter(request -> request.marks().contains(mark))
                .findFirst();
    }

    private String ask(String... messages) throws IOException {
        return client.post("/v1/chat/completions", chat(messages)).at("/choices/0/message/content");
    }

    private int status(String... messages) throws IOException {
        return client.post("/v1/chat/completions", chat(messages)).status();
    }

    private static String chat(String... messages) {
        return "{'model':'m'," + TOOLS + ",'messages':[" + String.join(",", messages) + "]}";
    }

    private static String user(String text) {
        return "{'role':'user','content':'" + text + "'}";
    }

    private static String assistant(String text) {
        return "{'role':'assistant','content':'" + text + "'}";
    }
}
