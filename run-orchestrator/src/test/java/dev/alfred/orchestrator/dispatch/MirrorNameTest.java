package dev.alfred.orchestrator.dispatch;

import java.util.UUID;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What a mirror is called: no two projects and no two branches share one, and the name is a directory's. */
class MirrorNameTest {
    private static final UUID SHOP = UUID.fromString("01980000-0000-7000-8000-0000000000bb");
    private static final UUID OTHER = UUID.fromString("01980000-0000-7000-8000-0000000000bc");

    @Test
    void isTheSameForEachRunOnTheBranchAndAnotherForEverythingElse() {
        String name = LaunchOrders.mirror(SHOP, "main");

        assertThat(name).isEqualTo(LaunchOrders.mirror(SHOP, "main"));
        assertThat(name).isNotEqualTo(LaunchOrders.mirror(OTHER, "main"));
        assertThat(name).isNotEqualTo(LaunchOrders.mirror(SHOP, "Main"));
        assertThat(LaunchOrders.mirror(SHOP, "../release/1.0")).matches("[0-9a-f-]{69}");
    }
}
