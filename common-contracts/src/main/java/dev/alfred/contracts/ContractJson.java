package dev.alfred.contracts;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

/**
 * The one JSON dialect of everything that crosses a service boundary: ISO 8601 times and durations, absent instead of
 * null, unknown fields ignored.
 */
public final class ContractJson {
    private static final JsonMapper MAPPER = configure(JsonMapper.builder()).build();

    private ContractJson() {}

    /** The shared, immutable mapper. */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    /** Gives a builder (a framework's, say) the same dialect. */
    public static JsonMapper.Builder configure(JsonMapper.Builder builder) {
        return builder.addModule(new JavaTimeModule())
                .addModule(new Jdk8Module())
                .disable(
                        SerializationFeature.WRITE_DATES_AS_TIMESTAMPS,
                        SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS));
    }
}
