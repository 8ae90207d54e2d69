package dev.alfred.runner.adapter.opencode;

import java.util.List;
import java.util.Optional;

import dev.alfred.contracts.session.SessionFingerprint.FileMark;

/** One session's messages in their order. */
record Conversation(List<Message> messages) {
    Conversation {
        messages = List.copyOf(messages);
    }

    /**
     * @param size bytes of ids and words up to the end of this message
     * @param sha256 of those bytes
     * @param fromModel whether the model said or did something in it
     */
    record Message(long size, String sha256, boolean fromUser, boolean fromModel) {}

    boolean holdsTurn() {
        return userSpoke(0) && modelSpoke(0);
    }

    boolean userSpoke(long from) {
        return messages.stream().skip(from).anyMatch(Message::fromUser);
    }

    boolean modelSpoke(long from) {
        return messages.stream().skip(from).anyMatch(Message::fromModel);
    }

    /** Whether it begins with what the mark stands for. */
    boolean continues(FileMark mark) {
        return mark.records() <= 0 || prefix(mark.records()).equals(Optional.of(mark.sha256()));
    }

    boolean shorterThan(FileMark mark) {
        return messages.size() < mark.records();
    }

    private Optional<String> prefix(long count) {
        return messages.size() < count
                ? Optional.empty()
                : Optional.of(messages.get((int) count - 1).sha256());
    }

    FileMark mark(String path) {
        return new FileMark(
                path,
                messages.getLast().size(),
                messages.size(),
                messages.getLast().sha256());
    }
}
