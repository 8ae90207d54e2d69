package dev.alfred.sessions.record;

import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.sessions.record.model.ResumeWish;

/** A wish for a session as tables of decisions tell it: Claude Code's, in development. */
record AResumeWish(ResumeWish wish) {
    static AResumeWish aWish() {
        return new AResumeWish(new ResumeWish(AdapterId.CLAUDE_CODE, Phase.DEVELOPMENT, "2.1.270", false, false));
    }

    AResumeWish fresh() {
        return new AResumeWish(new ResumeWish(wish.adapter(), wish.phase(), wish.cliVersion(), true, wish.tainted()));
    }

    AResumeWish tainted() {
        return new AResumeWish(
                new ResumeWish(wish.adapter(), wish.phase(), wish.cliVersion(), wish.freshRequested(), true));
    }

    AResumeWish phase(Phase phase) {
        return new AResumeWish(
                new ResumeWish(wish.adapter(), phase, wish.cliVersion(), wish.freshRequested(), wish.tainted()));
    }

    AResumeWish version(String version) {
        return new AResumeWish(
                new ResumeWish(wish.adapter(), wish.phase(), version, wish.freshRequested(), wish.tainted()));
    }
}
