package dev.alfred.contracts.runner;

import dev.alfred.contracts.vocabulary.AdapterId;

/** One line of {@code agent-runner detect}: an agent found in the image, with its version ({@code major.minor.patch}). */
public record DetectedAgent(AdapterId adapter, String version, String path) {}
