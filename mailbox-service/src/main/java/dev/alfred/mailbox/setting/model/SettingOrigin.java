package dev.alfred.mailbox.setting.model;

import dev.alfred.contracts.vocabulary.Wire;

/** Where an effective value comes from; the later one wins. */
public enum SettingOrigin implements Wire {
    DEFAULT,
    ORGANIZATION,
    PROJECT
}
