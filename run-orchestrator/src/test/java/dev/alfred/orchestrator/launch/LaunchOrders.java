package dev.alfred.orchestrator.launch;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.internal.GitCredential;
import dev.alfred.contracts.internal.StateLocation;
import dev.alfred.contracts.runner.Destination;
import dev.alfred.contracts.runner.RunnerSpec;
import dev.alfred.contracts.session.SessionRef;
import dev.alfred.contracts.session.SessionStatePath;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.Stage;

/** Orders as the core gives them, for tests of launchers. */
public final class LaunchOrders {
    public static final UUID RUN = UUID.fromString("01980000-0000-7000-8000-0000000000aa");
    public static final String MIRROR = "01980000-0000-7000-8000-0000000000bb-0123456789abcdef";
    private static final SessionStatePath STATE_PATH = new SessionStatePath("/home/agent/.claude/projects");

    private LaunchOrders() {}

    public static LaunchOrder order(int attempt, StateLocation state) {
        Destination forge = Destination.parse("forge.example.test:443");
        return new LaunchOrder(
                spec(attempt, state != null),
                "Everything about the issue.",
                "What is new.",
                state,
                new GitCredential("alfred", "read-token", null),
                new GitCredential("alfred", "write-token", null),
                Map.of("ANTHROPIC_API_KEY", "model-key"),
                List.of(),
                new EgressPlan(Map.of(
                        Stage.PREPARE,
                        List.of(forge),
                        Stage.RUN,
                        List.of(Destination.parse("model.example.test")),
                        Stage.PUBLISH,
                        List.of(forge))),
                "default",
                null,
                MIRROR,
                Duration.ofMinutes(5),
                LaunchOrder.Resources.UNLIMITED);
    }

    private static RunnerSpec spec(int attempt, boolean session) {
        return new RunnerSpec(
                RUN,
                attempt,
                MailboxKey.issue("acme-shop", 7),
                Phase.DEVELOPMENT,
                AdapterId.CLAUDE_CODE,
                "some-model",
                new RunnerSpec.Repository(
                        ForgeKind.FORGEJO,
                        "https://forge.example.test/acme/shop.git",
                        "agent/issue-7-add-a-name",
                        "main",
                        false,
                        true),
                null,
                session
                        ? new SessionRef(
                                "agent/issue-7-add-a-name", "3f0e7a51-7f44-4a10-9f4d-2f1d3c4b5a69", null, STATE_PATH)
                        : null,
                true,
                false,
                null,
                null,
                new RunnerSpec.Provider(
                        "anthropic",
                        ModelProtocol.ANTHROPIC_MESSAGES,
                        "https://model.example.test",
                        List.of("ANTHROPIC_API_KEY")),
                new RunnerSpec.Limits(
                        Duration.ofMinutes(3),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(1),
                        2,
                        50,
                        null,
                        0,
                        1 << 20,
                        null),
                null,
                null);
    }
}
