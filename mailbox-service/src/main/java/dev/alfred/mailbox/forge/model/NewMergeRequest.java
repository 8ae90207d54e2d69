package dev.alfred.mailbox.forge.model;

/** A draft merge request to open, from {@code branch} into {@code base}. The dialect makes it a draft. */
public record NewMergeRequest(String branch, String base, String title, String body) {}
