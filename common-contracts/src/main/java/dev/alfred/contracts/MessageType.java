package dev.alfred.contracts;

/**
 * One kind of message: its CloudEvents type, the topic it travels on and the record that holds its data.
 *
 * @param <T> the record
 */
public record MessageType<T>(String type, String topic, Class<T> javaType) {}
