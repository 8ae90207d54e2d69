package dev.alfred.local.forge.fault;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import jakarta.enterprise.context.ApplicationScoped;

/** What shall go wrong with the next webhooks: some lost, some twice, or all held until released. */
@ApplicationScoped
public class HookFaults {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();
    private int drop;
    private int duplicate;
    private boolean hold;

    /** The present switches. */
    public record Switches(int drop, int duplicate, boolean hold) {}

    public void set(Switches switches) {
        lock.lock();
        try {
            drop = switches.drop();
            duplicate = switches.duplicate();
            hold = switches.hold();
            released.signalAll();
        } finally {
            lock.unlock();
        }
    }

    public Switches switches() {
        lock.lock();
        try {
            return new Switches(drop, duplicate, hold);
        } finally {
            lock.unlock();
        }
    }

    public void awaitRelease() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (hold) {
                released.await();
            }
        } finally {
            lock.unlock();
        }
    }

    public boolean dropsNext() {
        lock.lock();
        try {
            return drop > 0 && drop-- > 0;
        } finally {
            lock.unlock();
        }
    }

    public boolean duplicatesNext() {
        lock.lock();
        try {
            return duplicate > 0 && duplicate-- > 0;
        } finally {
            lock.unlock();
        }
    }
}
