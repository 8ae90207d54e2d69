package dev.alfred.contracts.runrequests;

import java.util.UUID;

import dev.alfred.contracts.vocabulary.ForgeKind;

/**
 * The repository that a run works on.
 *
 * @param id mailbox-service's id of the project, by which git credentials are asked for
 * @param cloneUrl http or https, without credentials
 */
public record RunProject(UUID id, String organization, String project, ForgeKind forge, String cloneUrl) {}
