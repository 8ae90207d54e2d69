package dev.alfred.mailbox.project;

import java.io.IOException;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;

/** A forge's numeric id as callers have it at hand: a whole number, or the same as text. */
class NumberOrText extends StdScalarDeserializer<String> {
    private static final long serialVersionUID = 1;

    NumberOrText() {
        super(String.class);
    }

    @Override
    public String deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        return parser.hasToken(JsonToken.VALUE_NUMBER_INT)
                ? parser.getText()
                : StringDeserializer.instance.deserialize(parser, context);
    }
}
