package dev.alfred.messaging.problem;

import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.ext.ContextResolver;
import jakarta.ws.rs.ext.Provider;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Refuses fields that a route doesn't know in the bodies that people and tools send, since most are misspelt. What services
 * send each other are contracts, and what they are answered is read elsewhere: there unknown fields are ignored.
 */
@Provider
@ConstrainedTo(RuntimeType.SERVER)
public class StrictBodies implements ContextResolver<ObjectMapper> {

    private static final String CONTRACTS = "dev.alfred.contracts";

    private final ObjectMapper lenient;
    private final ObjectMapper strict;

    StrictBodies(ObjectMapper lenient) {
        this.lenient = lenient;
        this.strict = lenient.copy().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }

    @Override
    public ObjectMapper getContext(Class<?> type) {
        return type.getName().startsWith(CONTRACTS) ? lenient : strict;
    }
}
