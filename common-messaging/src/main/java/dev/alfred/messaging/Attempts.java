package dev.alfred.messaging;

import org.jboss.logging.Logger;

/**
 * One message's attempts. The first failure is told. Outages are left to {@link Delivery} to repeat; what fails by its own
 * doing ends after a few attempts, since even a race with another transaction is over by then.
 */
final class Attempts<T> implements Runnable {

    private static final Logger LOG = Logger.getLogger(Attempts.class);
    private static final int MOST_OF_ITS_OWN_DOING = 5;

    private final Envelope<T> message;
    private final MessageHandler<T> handler;
    private int ownFailures;
    private boolean told;

    Attempts(Envelope<T> message, MessageHandler<T> handler) {
        this.message = message;
        this.handler = handler;
    }

    @Override
    public void run() {
        try {
            handler.handle(message);
        } catch (UnprocessableMessage e) {
            throw e;
        } catch (Exception e) {
            if (!Outage.isCauseOf(e) && ++ownFailures == MOST_OF_ITS_OWN_DOING) {
                throw new HandlingFailed(e);
            }
            if (!told) {
                told = true;
                LOG.warn("Handling a message failed; it is tried again, and the messages behind it wait", e);
            }
            throw e;
        }
    }
}
