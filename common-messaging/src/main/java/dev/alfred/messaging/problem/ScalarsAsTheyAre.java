package dev.alfred.messaging.problem;

import java.util.EnumSet;
import java.util.Set;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.quarkus.jackson.ObjectMapperCustomizer;

/** Bodies mean what they say: no number is taken for a text, no text for a number, and none loses its fraction. */
@Singleton
class ScalarsAsTheyAre implements ObjectMapperCustomizer {
    private static final Set<CoercionInputShape> SCALARS = EnumSet.of(
            CoercionInputShape.String,
            CoercionInputShape.EmptyString,
            CoercionInputShape.Integer,
            CoercionInputShape.Float,
            CoercionInputShape.Boolean);

    @Override
    public void customize(ObjectMapper mapper) {
        only(mapper, LogicalType.Textual, CoercionInputShape.String, CoercionInputShape.EmptyString);
        only(mapper, LogicalType.Integer, CoercionInputShape.Integer);
        only(mapper, LogicalType.Float, CoercionInputShape.Integer, CoercionInputShape.Float);
        only(mapper, LogicalType.Boolean, CoercionInputShape.Boolean);
    }

    private static void only(ObjectMapper mapper, LogicalType type, CoercionInputShape... taken) {
        Set<CoercionInputShape> refused = EnumSet.copyOf(SCALARS);
        Set.of(taken).forEach(refused::remove);
        refused.forEach(shape -> mapper.coercionConfigFor(type).setCoercion(shape, CoercionAction.Fail));
    }
}
