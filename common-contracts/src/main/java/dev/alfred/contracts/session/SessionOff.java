package dev.alfred.contracts.session;

import dev.alfred.contracts.vocabulary.Wire;

/** Why a run used no session at all. The CLI then gets no session option whatever. */
public enum SessionOff implements Wire {
    SETTING_OFF,
    MR_MAILBOX,
    API_MODE,
    HOST_RUNNER,
    ADAPTER_WITHOUT_RESUME,
    VERSION_WITHOUT_RESUME,
    CREDENTIAL_MOUNT_OVERLAP
}
