package dev.alfred.local.forge.hook;

import java.nio.file.Path;
import java.time.Instant;

import dev.alfred.local.forge.FixedConfig;
import dev.alfred.local.forge.store.JsonFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DeliveryLogTest {

    @TempDir
    Path directory;

    @Test
    void remembersOverARestartWhatWasNeverAttempted() {
        DeliveryLog before = log(10);
        before.add(aDelivery("a"));
        before.add(aDelivery("b"));
        before.add(aDelivery("c"));
        before.update(aDelivery("a").answered(202, "", 3));
        before.update(aDelivery("b").came(Delivery.Outcome.ATTEMPTED));
        assertThat(log(10).unattempted()).extracting(Delivery::uuid).containsExactly("c");
    }

    @Test
    void keepsTheNewestOnly() {
        DeliveryLog log = log(2);
        for (String uuid : new String[] {"a", "b", "c", "d"}) {
            log.add(aDelivery(uuid));
            log.update(aDelivery(uuid).failed("refused", 1));
        }
        log.add(aDelivery("e"));
        assertThat(log.of(7)).extracting(Delivery::uuid).containsExactly("e", "d", "c");
        assertThat(log(2).of(7)).extracting(Delivery::uuid).containsExactly("e", "d", "c");
    }

    private DeliveryLog log(int kept) {
        return new DeliveryLog(new FixedConfig(directory, kept), new JsonFiles());
    }

    private static Delivery aDelivery(String uuid) {
        return Delivery.queued(uuid, 7, 1, HookType.ISSUES, "opened", "{}", Instant.parse("2026-01-02T03:04:05Z"));
    }
}
