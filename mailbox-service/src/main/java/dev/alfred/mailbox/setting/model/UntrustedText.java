package dev.alfred.mailbox.setting.model;

import dev.alfred.contracts.vocabulary.Wire;

/** What becomes of comments by people without write access: left out of prompts, or quoted as data. */
public enum UntrustedText implements Wire {
    OMIT_COMMENTS,
    QUOTE
}
