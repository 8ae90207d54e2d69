package dev.alfred.contracts;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.mailboxevents.MailboxEvent;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.contracts.runrequests.RunCancelRequested;
import dev.alfred.contracts.runrequests.RunRequested;

/** Every message that Alfred's services exchange, by record and by CloudEvents type. */
public final class MessageTypes {
    private static final List<MessageType<?>> ALL = Stream.of(
                    issue("opened", IssueEvent.Opened.class),
                    issue("edited", IssueEvent.Edited.class),
                    issue("labeled", IssueEvent.Labeled.class),
                    issue("unlabeled", IssueEvent.Unlabeled.class),
                    issue("labels-changed", IssueEvent.LabelsChanged.class),
                    issue("closed", IssueEvent.Closed.class),
                    issue("reopened", IssueEvent.Reopened.class),
                    issue("deleted", IssueEvent.Deleted.class),
                    issue("commented", IssueEvent.Commented.class),
                    issue("comment-edited", IssueEvent.CommentEdited.class),
                    issue("comment-deleted", IssueEvent.CommentDeleted.class),
                    new MessageType<>("dev.alfred.run.requested.v1", Topics.RUN_REQUESTS, RunRequested.class),
                    new MessageType<>(
                            "dev.alfred.run.cancel-requested.v1", Topics.RUN_REQUESTS, RunCancelRequested.class),
                    run("started", RunEvent.Started.class),
                    run("session-known", RunEvent.SessionKnown.class),
                    run("succeeded", RunEvent.Succeeded.class),
                    run("failed", RunEvent.Failed.class),
                    run("cancelled", RunEvent.Cancelled.class),
                    run("timed-out", RunEvent.TimedOut.class),
                    run("lost", RunEvent.Lost.class),
                    mailbox("frozen", MailboxEvent.Frozen.class),
                    mailbox("closed", MailboxEvent.Closed.class),
                    mailbox("reopened", MailboxEvent.Reopened.class))
            .<MessageType<?>>map(Function.identity())
            .toList();

    private static final Map<String, MessageType<?>> BY_TYPE =
            ALL.stream().collect(Collectors.toUnmodifiableMap(MessageType::type, Function.identity()));
    private static final Map<Class<?>, MessageType<?>> BY_CLASS =
            ALL.stream().collect(Collectors.toUnmodifiableMap(MessageType::javaType, Function.identity()));

    private MessageTypes() {}

    public static List<MessageType<?>> all() {
        return ALL;
    }

    /** The type of a message; a record that is no message is a programming error. */
    public static MessageType<?> of(Class<?> message) {
        return Optional.ofNullable(BY_CLASS.get(message))
                .orElseThrow(() -> new IllegalArgumentException(message.getName() + " is not a message"));
    }

    /** The type that a CloudEvents {@code type} attribute names, if this version knows it. */
    public static Optional<MessageType<?>> byType(String type) {
        return Optional.ofNullable(BY_TYPE.get(type));
    }

    private static <T extends IssueEvent> MessageType<T> issue(String name, Class<T> message) {
        return new MessageType<>("dev.alfred.issue." + name + ".v1", Topics.ISSUE_EVENTS, message);
    }

    private static <T extends RunEvent> MessageType<T> run(String name, Class<T> message) {
        return new MessageType<>("dev.alfred.run." + name + ".v1", Topics.RUN_EVENTS, message);
    }

    private static <T extends MailboxEvent> MessageType<T> mailbox(String name, Class<T> message) {
        return new MessageType<>("dev.alfred.mailbox." + name + ".v1", Topics.MAILBOX_EVENTS, message);
    }
}
