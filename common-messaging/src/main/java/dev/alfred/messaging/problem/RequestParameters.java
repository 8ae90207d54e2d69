package dev.alfred.messaging.problem;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;

/** A route's parameters as its caller knows them. */
final class RequestParameters {

    private static final Kind WHOLE_NUMBER = new Kind("a whole number", Integer::valueOf);
    private static final Kind LONG_NUMBER = new Kind("a whole number", Long::valueOf);
    private static final Map<Class<?>, Kind> KINDS = Map.of(
            int.class, WHOLE_NUMBER,
            Integer.class, WHOLE_NUMBER,
            long.class, LONG_NUMBER,
            Long.class, LONG_NUMBER,
            UUID.class, new Kind("a UUID", UUID::fromString));

    private RequestParameters() {}

    private record Kind(String words, Function<String, ?> reader) {

        boolean reads(String text) {
            try {
                reader.apply(text);
                return true;
            } catch (IllegalArgumentException e) {
                return false;
            }
        }
    }

    /** What the query must hold instead, where one of its parameters can't be read as the route needs it. */
    static Optional<String> unreadable(Method route, Map<String, List<String>> query) {
        return Arrays.stream(route.getParameters())
                .filter(parameter -> parameter.isAnnotationPresent(QueryParam.class))
                .flatMap(parameter -> unreadable(parameter, query).stream())
                .findFirst();
    }

    private static Optional<String> unreadable(Parameter parameter, Map<String, List<String>> query) {
        String name = parameter.getAnnotation(QueryParam.class).value();
        Kind kind = KINDS.get(parameter.getType());
        boolean unreadable =
                kind != null && query.getOrDefault(name, List.of()).stream().anyMatch(text -> !kind.reads(text));
        return unreadable ? Optional.of(name + " must be " + kind.words()) : Optional.empty();
    }

    /** What a caller calls the parameter at that place. */
    static String name(Method route, int place) {
        Parameter parameter = route.getParameters()[place];
        if (parameter.isAnnotationPresent(QueryParam.class)) {
            return parameter.getAnnotation(QueryParam.class).value();
        }
        if (parameter.isAnnotationPresent(PathParam.class)) {
            return parameter.getAnnotation(PathParam.class).value();
        }
        return parameter.isAnnotationPresent(HeaderParam.class)
                ? parameter.getAnnotation(HeaderParam.class).value()
                : "the body";
    }
}
