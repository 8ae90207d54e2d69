package dev.alfred.orchestrator;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;

/**
 * What models take, by the model's name, in US dollars for a million tokens. Names with dots or slashes stand in quotes:
 * {@code alfred.prices."some-model-5.1".input}.
 */
@ConfigMapping(prefix = "alfred.prices")
public interface PricesConfig {
    @WithParentName
    Map<String, Price> byModel();

    interface Price {
        BigDecimal input();

        /** Default: as other input. */
        Optional<BigDecimal> cachedInput();

        BigDecimal output();
    }
}
