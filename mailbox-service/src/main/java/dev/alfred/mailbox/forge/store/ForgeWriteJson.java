package dev.alfred.mailbox.forge.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.alfred.contracts.ContractJson;
import dev.alfred.mailbox.forge.model.ForgeWrite;

/** A write as it lies in its row: the kind, and the rest as JSON. */
final class ForgeWriteJson {
    private ForgeWriteJson() {}

    static String kind(ForgeWrite write) {
        return switch (write) {
            case ForgeWrite.PostComment ignored -> "post_comment";
            case ForgeWrite.UpdateStatus ignored -> "update_status";
            case ForgeWrite.OpenMergeRequest ignored -> "open_merge_request";
        };
    }

    static String payload(ForgeWrite write) {
        try {
            return ContractJson.mapper().writeValueAsString(write);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a write can't be put into JSON", e);
        }
    }

    static ForgeWrite read(String kind, String payload) {
        Class<? extends ForgeWrite> type = switch (kind) {
            case "post_comment" -> ForgeWrite.PostComment.class;
            case "update_status" -> ForgeWrite.UpdateStatus.class;
            case "open_merge_request" -> ForgeWrite.OpenMergeRequest.class;
            default -> throw new IllegalStateException("a stored write is of the unknown kind " + kind);
        };
        try {
            return ContractJson.mapper().readValue(payload, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a stored write can't be read", e);
        }
    }
}
