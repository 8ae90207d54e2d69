package dev.alfred.local.forge.page;

/** A repository in the list of all. */
public record RepositoryLine(String fullName, String description, long openIssues, long openPulls, int branches) {}
