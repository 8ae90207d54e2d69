package dev.alfred.messaging;

/** The handler's side of a consumer: one transaction that begins with {@link Inbox#firstTime}. */
@FunctionalInterface
public interface MessageHandler<T> {

    /** Acts on the message; returning means that its effect is committed. */
    void handle(Envelope<T> message);
}
