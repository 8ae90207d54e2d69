package dev.alfred.local.forge.pull;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How to merge; Forgejo writes the first words of its fields in capitals and takes them in any case. */
public record MergeWish(
        @JsonProperty("Do") String style,
        @JsonProperty("MergeTitleField") String title,
        @JsonProperty("MergeMessageField") String message,
        String headCommitId,
        Boolean deleteBranchAfterMerge) {}
