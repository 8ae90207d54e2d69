package dev.alfred.local.model.protocol;

import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alfred.local.model.conversation.Conversation;
import dev.alfred.local.model.conversation.Usage;
import dev.alfred.local.model.script.Reply;
import dev.alfred.local.model.script.Reply.Step;

/**
 * A reply's content, ready to be written in any protocol.
 *
 * @param id the request's number
 */
public record Draft(long id, String model, String text, Optional<Call> call, Usage usage) {

    /** The client's tool, and what it is to do; the command is empty where it is no shell. */
    public record Call(String tool, String command, ObjectNode input) {}

    /** Of a reply that says something: neither an error nor silence. */
    public static Draft of(long id, ModelRequest request, Reply reply, long bodyBytes) {
        Conversation conversation = request.conversation();
        String text = switch (reply.step()) {
            case Step.Say say -> say.text();
            case Step.Run run -> run.sentence();
            case Step.Call call -> call.sentence();
            case Step.Fail fail -> "";
            case Step.Hang hang -> "";
        };
        Optional<Call> call = switch (reply.step()) {
            case Step.Run run ->
                conversation
                        .shell()
                        .map(shell ->
                                new Call(shell.name(), run.command(), shell.running(run.command(), run.sentence())));
            case Step.Call named -> Optional.of(new Call(named.tool(), "", named.arguments()));
            case Step.Say say -> Optional.empty();
            case Step.Fail fail -> Optional.empty();
            case Step.Hang hang -> Optional.empty();
        };
        long written = text.length()
                + call.map(made -> made.input().toString().length()).orElse(0);
        return new Draft(
                id,
                request.model(),
                text,
                call,
                reply.usage().orElseGet(() -> Usage.of(conversation, bodyBytes, written)));
    }

    /** A name for something in this reply that no other reply has. */
    public String named(String kind) {
        return "%s_scripted%08d".formatted(kind, id);
    }
}
