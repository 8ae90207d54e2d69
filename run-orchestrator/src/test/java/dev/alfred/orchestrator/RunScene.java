package dev.alfred.orchestrator;

import java.time.Duration;

import jakarta.inject.Inject;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What tests of runs start from: runners in memory, peers that answer as they should, a fresh reader of the trail. */
public abstract class RunScene {
    protected static final Duration SOON = Duration.ofSeconds(30);

    @Inject
    protected FakeLauncher launcher;

    @ThePeers
    protected Peers peers;

    protected RunTrail trail;
    protected RunSteps runs;

    @BeforeEach
    void begin() {
        trail = new RunTrail();
        runs = new RunSteps(launcher, trail);
        peers.behave();
        launcher.answers(null);
        launcher.keepsWaiting(null);
    }

    @AfterEach
    void end() {
        trail.close();
    }
}
