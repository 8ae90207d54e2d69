package dev.alfred.mailbox.phase.model;

import dev.alfred.contracts.vocabulary.Wire;

/** What a waiting mailbox waits for. */
public enum WaitReason implements Wire {
    /** The plan is posted: somebody has to approve it. */
    APPROVAL,
    /** Work lies in a merge request. */
    MERGE_REQUEST,
    /** Shadow mode: what would have been done stands in the decisions. */
    SHADOW
}
