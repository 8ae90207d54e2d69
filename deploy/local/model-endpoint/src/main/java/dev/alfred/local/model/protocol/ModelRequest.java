package dev.alfred.local.model.protocol;

import dev.alfred.local.model.conversation.Conversation;

/** A request, freed from its protocol. */
public record ModelRequest(String model, boolean stream, Conversation conversation) {}
