package dev.alfred.ingest.forge.model;

/**
 * What makes two deliveries of a connection the same one.
 *
 * @param hookId the hook that sent it where the forge tells (two hooks may share a delivery id), else empty
 * @param deliveryId the forge's id of the delivery; where it sends none, a digest of the payload
 */
public record DeliveryKey(String hookId, String deliveryId) {}
