package dev.alfred.local.forge.pull;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

/** A pull request to open; a head of this repository may be written with or without its owner. */
public record NewPull(String head, String base, String title, String body, JsonNode labels, List<String> assignees) {}
