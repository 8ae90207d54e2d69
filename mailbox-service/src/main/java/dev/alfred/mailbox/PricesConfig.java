package dev.alfred.mailbox;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;

/** What models take, by the model's name: the same properties as run-orchestrator has. Here it matters which have a price. */
@ConfigMapping(prefix = "alfred.prices")
public interface PricesConfig {
    @WithParentName
    Map<String, Price> byModel();

    /** In US dollars for a million tokens. */
    interface Price {
        BigDecimal input();

        /** Default: as other input. */
        Optional<BigDecimal> cachedInput();

        BigDecimal output();
    }
}
