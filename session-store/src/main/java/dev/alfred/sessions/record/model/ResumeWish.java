package dev.alfred.sessions.record.model;

import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Phase;

/**
 * What an attempt brings to the question which session it may resume.
 *
 * @param cliVersion the installed CLI's version, or null where unknown
 * @param tainted whether text by people without write access entered since the last approval
 */
public record ResumeWish(AdapterId adapter, Phase phase, String cliVersion, boolean freshRequested, boolean tainted) {}
