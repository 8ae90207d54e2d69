package dev.alfred.ingest.forge.model;

/**
 * What a webhook says about itself before anything is made of it.
 *
 * @param event the forge's own name of the event, empty where it has none
 * @param action the forge's own name of the action, or null
 * @param repositoryId the forge's numeric repository id as text, or null
 */
public record Subject(String event, String action, EventClass eventClass, String repositoryId) {}
