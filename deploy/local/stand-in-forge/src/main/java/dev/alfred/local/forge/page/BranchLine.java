package dev.alfred.local.forge.page;

/** A branch with its newest commit. */
public record BranchLine(String name, String sha, String subject, String author, boolean isDefault) {}
