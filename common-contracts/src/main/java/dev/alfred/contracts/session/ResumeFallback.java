package dev.alfred.contracts.session;

import dev.alfred.contracts.vocabulary.Wire;

/** Why a run that wanted to resume its mailbox's session began a fresh one instead. */
public enum ResumeFallback implements Wire {
    /** This mailbox has had no session. */
    NO_PRIOR_SESSION,
    /** It has had one, but none by this adapter. */
    ADAPTER_CHANGED,
    /** The session is known, its state is not there, or the CLI says that it does not know it. */
    STATE_MISSING,
    /** The state can't be read: half-written, damaged, or another session's. */
    STATE_CORRUPT,
    /** The state failed the safety check: links, devices, wrong owner, or too large. */
    STATE_REJECTED,
    /** The CLI refused for another reason that its adapter recognises. */
    RESUME_REFUSED,
    /** The session was last written by a newer CLI than the one installed. */
    VERSION_OLDER,
    /** The CLI went on, but under another id than the one asked for. */
    SESSION_CHANGED,
    /** The CLI took the id, but the conversation behind it did not grow from what was there. */
    HISTORY_LOST,
    /** Two runs in a row that resumed this session ended before the model said anything. */
    SESSION_QUARANTINED,
    /** Text by people without write access entered it after the last approval, and this phase writes. */
    SESSION_TAINTED,
    /** A human asked for a fresh session. */
    FRESH_REQUESTED
}
