package dev.alfred.mailbox.phase.model;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.runevents.RunReport;
import dev.alfred.contracts.session.Usage;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ExitReason;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.PromptForm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class NoticesTest {

    @ParameterizedTest
    @EnumSource(ExitReason.class)
    void aFailureSaysWhyInWordsOfItsOwnAndNothingOfTheInstallation(ExitReason reason) {
        var blocked = new Standing.Blocked(BlockReason.RUN_FAILED, reason.wire(), Phase.ANSWER, null);

        String notice = Notices.failed(failed(reason), blocked);

        assertThat(notice)
                .startsWith("Answer did not succeed (`run_failed:" + reason.wire() + "`): ")
                .doesNotContain("127.0.0.1", "gateway", "http")
                .contains("/alfred retry");
    }

    private static RunReport failed(ExitReason reason) {
        return new RunReport(
                Scene.RUN,
                new MailboxKey("acme-shop-issue-7"),
                Phase.ANSWER,
                1,
                AdapterId.CLAUDE_CODE,
                null,
                null,
                "2.1.300",
                null,
                reason,
                "API Error: 529. Check your inference gateway (127.0.0.1:13086) or http://forge.internal",
                "base",
                "base",
                0,
                false,
                null,
                PromptForm.FULL,
                true,
                Usage.NOTHING,
                Scene.NOW,
                Scene.NOW);
    }
}
