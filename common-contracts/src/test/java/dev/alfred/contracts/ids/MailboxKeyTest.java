package dev.alfred.contracts.ids;

import dev.alfred.contracts.ContractJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class MailboxKeyTest {
    @Test
    void namesTheIssueOrTheMergeRequestOfAProject() {
        assertThat(MailboxKey.issue("acme-shop", 7).value()).isEqualTo("acme-shop-issue-7");
        assertThat(MailboxKey.mergeRequest("acme-shop", 7).value()).isEqualTo("acme-shop-mr-7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "issue-7",
                "acme-shop",
                "Acme-shop-issue-7",
                "acme--shop-issue-7",
                "acme-issue-0",
                "a/../b-issue-1",
                "a-issue-1\n"
            })
    void refusesWhatIsNoKey(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> new MailboxKey(text));
    }

    @Test
    void isAPlainStringInJson() throws Exception {
        MailboxKey key = MailboxKey.issue("acme-shop", 7);

        assertThat(ContractJson.mapper().writeValueAsString(key)).isEqualTo("\"acme-shop-issue-7\"");
        assertThat(ContractJson.mapper().readValue("\"acme-shop-issue-7\"", MailboxKey.class))
                .isEqualTo(key);
    }

    @Test
    void isItsOwnLabelUpTo63Characters() {
        MailboxKey key = MailboxKey.issue("a".repeat(55), 7);

        assertThat(key.value()).hasSize(63);
        assertThat(key.kubernetesLabel()).isEqualTo(key.value());
    }

    @Test
    void becomesAShortUniqueLabelBeyondThat() {
        MailboxKey one = MailboxKey.issue("a".repeat(51) + "-" + "b".repeat(20), 7);
        MailboxKey other = MailboxKey.issue("a".repeat(51) + "-" + "b".repeat(20), 8);

        assertThat(one.kubernetesLabel()).matches("a{51}-[0-9a-f]{10}").isNotEqualTo(other.kubernetesLabel());
    }
}
