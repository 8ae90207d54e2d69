package dev.alfred.mailbox.mailbox.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import dev.alfred.contracts.ContractJson;
import dev.alfred.contracts.issueevents.IssueEvent;
import dev.alfred.contracts.runevents.RunEvent;
import dev.alfred.mailbox.phase.model.Command;
import dev.alfred.mailbox.phase.model.Facts;
import dev.alfred.mailbox.phase.model.Input;
import dev.alfred.mailbox.phase.model.Standing;

/** How the model's sealed types are kept as JSON: each with its name, in hyphens, as {@code is}. */
final class StateJson {
    private static final JsonMapper MAPPER = mapper();

    private StateJson() {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
    private interface Named {}

    static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a mailbox's state can't be written as JSON", e);
        }
    }

    static <T> T read(String json, Class<T> type) {
        try {
            return MAPPER.readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a mailbox's state can't be read from JSON", e);
        }
    }

    private static JsonMapper mapper() {
        JsonMapper.Builder builder = ContractJson.configure(JsonMapper.builder());
        Stream.of(Standing.class, Input.class, Command.class, Facts.IssueFact.class, IssueEvent.class, RunEvent.class)
                .forEach(type -> {
                    builder.addMixIn(type, Named.class);
                    leaves(type).forEach(leaf -> builder.registerSubtypes(new NamedType(leaf, name(leaf))));
                });
        return builder.build();
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(StateJson::leaves)
                : Stream.of(type);
    }

    static String name(Class<?> type) {
        return type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
