package dev.alfred.contracts.issueevents;

import java.time.Instant;
import java.util.UUID;

import dev.alfred.contracts.vocabulary.ForgeKind;

/**
 * Where an issue event comes from.
 *
 * @param delivery webhook-ingest's id of the delivery that told it
 * @param connection the connection's name
 * @param repositoryId the forge's numeric repository id as text; paths never identify a project
 * @param repository the path as sent, for people to read
 * @param actor who made it happen
 * @param occurredAt by the forge's own clock where it tells, else the time of arrival
 */
public record EventContext(
        UUID delivery,
        String connection,
        ForgeKind forge,
        String repositoryId,
        String repository,
        Actor actor,
        Instant occurredAt) {}
