package dev.alfred.messaging.problem;

import java.util.Collection;
import java.util.stream.Collectors;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;

/** Says what is wrong with a body: a field that is unknown or of another kind, or that it is no JSON at all. */
final class UnreadableBody {

    private static final int LONGEST_NAME = 100;

    private UnreadableBody() {}

    static Problem problem(JsonProcessingException failure) {
        return switch (failure) {
            case UnrecognizedPropertyException unknown -> unknown(unknown);
            case JsonMappingException mapping
            when !mapping.getPath().isEmpty() ->
                unreadable("the body's field " + place(mapping) + " is not of the kind that this route takes");
            default -> unreadable("the body is not the JSON that this route takes");
        };
    }

    private static Problem unknown(UnrecognizedPropertyException unknown) {
        Collection<Object> known = unknown.getKnownPropertyIds();
        String names = known == null
                ? "none"
                : known.stream().map(String::valueOf).sorted().collect(Collectors.joining(", "));
        return Problem.of(
                400,
                "unknown-field",
                "Unknown field",
                "the body has no field " + place(unknown) + "; there it takes " + names);
    }

    private static Problem unreadable(String detail) {
        return Problem.of(400, "unreadable-body", "Unreadable body", detail);
    }

    private static String place(JsonMappingException failure) {
        String place = failure.getPath().stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
                .collect(Collectors.joining("."));
        return place.length() <= LONGEST_NAME ? place : place.substring(0, LONGEST_NAME) + "…";
    }
}
