package dev.alfred.messaging.problem;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Path;

/** Broken constraints in the caller's words: fields of the body and parameters by their own names. */
final class Violations {

    private Violations() {}

    static String detail(ConstraintViolationException failure, Method route) {
        return failure.getConstraintViolations().stream()
                .map(violation -> subject(violation, route) + " " + violation.getMessage())
                .sorted()
                .collect(Collectors.joining("; "));
    }

    private static String subject(ConstraintViolation<?> violation, Method route) {
        String parameter = "the body";
        List<String> fields = new ArrayList<>();
        for (Path.Node node : violation.getPropertyPath()) {
            switch (node.getKind()) {
                case PARAMETER ->
                    parameter = RequestParameters.name(
                            route, node.as(Path.ParameterNode.class).getParameterIndex());
                case PROPERTY -> fields.add(node.toString());
                default -> {
                    // The route itself, and steps that have no name in JSON.
                }
            }
        }
        return fields.isEmpty() ? parameter : String.join(".", fields);
    }
}
