package dev.alfred.local.forge.model;

/** A label of a repository; the colour is six hex digits without a hash. */
public record Label(long id, String name, String color, String description) {}
