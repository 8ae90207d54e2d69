package dev.alfred.mailbox.setting.model;

import dev.alfred.contracts.vocabulary.Wire;

/** How far Alfred goes in a project: does it all, only decides and explains, or keeps out of it. */
public enum Mode implements Wire {
    LIVE,
    SHADOW,
    OFF
}
