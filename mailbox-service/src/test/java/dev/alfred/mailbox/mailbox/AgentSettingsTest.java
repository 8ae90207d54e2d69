package dev.alfred.mailbox.mailbox;

import java.util.HashMap;
import java.util.Map;

import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Phase;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.alfred.mailbox.mailbox.Stage.admin;
import static dev.alfred.mailbox.mailbox.Stage.see;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

/** Settings of agents and their sessions, from REST into the request of a run. */
@QuarkusTest
@TestProfile(MailboxTestProfile.class)
class AgentSettingsTest extends StagedProject {
    private static final String ORGANIZATION = "/organizations/acme/settings";
    private static final String PROJECT = "/organizations/acme/projects/shop/settings";

    @AfterEach
    void everythingIsAsItWas() {
        admin().delete(ORGANIZATION).then().statusCode(200);
        admin().delete(PROJECT).then().statusCode(200);
    }

    @ParameterizedTest
    @CsvSource({", , true", "false, , false", ", false, false", "true, false, false", "false, true, true"})
    void aRunCarriesWhatItsProjectSetForSessionsElseItsOrganization(
            Boolean organization, Boolean project, boolean carried) {
        set(ORGANIZATION, "AGENT_SESSION_RESUME", organization);
        set(PROJECT, "AGENT_SESSION_RESUME", project);

        assertThat(requested().settings().sessionResume()).isEqualTo(carried);
    }

    @Test
    void aModelApiMayDoThePhasesThatOnlyRead() {
        set(ORGANIZATION, "AGENT_ADAPTER.answer", "anthropic-api");
        set(PROJECT, "AGENT_ADAPTER.analysis", "openai-api");

        RunRequested analysis = requested();

        assertThat(analysis.phase()).isEqualTo(Phase.ANALYSIS);
        assertThat(analysis.settings().adapter()).isEqualTo(AdapterId.OPENAI_API);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AGENT_ADAPTER",
                "AGENT_ADAPTER.development",
                "AGENT_ADAPTER.ci_fix",
                "AGENT_ADAPTER.review_fix",
                "AGENT_ADAPTER.conflict_resolution"
            })
    void aModelApiForAPhaseThatWritesIsRefusedWithThePhasesThatMayUseOne(String key) {
        for (String scope : new String[] {ORGANIZATION, PROJECT}) {
            admin().body(Map.of(key, "anthropic-api", "AUTO_DEVELOP", true))
                    .put(scope)
                    .then()
                    .statusCode(400)
                    .body("type", equalTo("urn:alfred:problem:invalid-setting"))
                    .body("detail", containsString(key + " takes a local agent"))
                    .body("detail", containsString("AGENT_ADAPTER.analysis and AGENT_ADAPTER.answer"));
            see(scope).body("AGENT_ADAPTER.value", equalTo("claude-code")).body("AUTO_DEVELOP.value", equalTo(false));
        }
    }

    @Test
    void aBudgetInMoneyIsRefusedWhereNobodyKnowsTheMoneyAndNothingOfTheChangeIsKept() {
        for (String scope : new String[] {ORGANIZATION, PROJECT}) {
            admin().body(Map.of("MAILBOX_BUDGET_USD", 20, "AGENT_ADAPTER", "codex"))
                    .put(scope)
                    .then()
                    .statusCode(400)
                    .body("type", equalTo("urn:alfred:problem:invalid-setting"))
                    .body("detail", containsString("development by codex with no AGENT_MODEL"));
            see(scope).body("AGENT_ADAPTER.value", equalTo("claude-code")).body("MAILBOX_BUDGET_USD", nullValue());
        }
        set(PROJECT, "MAILBOX_BUDGET_USD", 20);
        see(PROJECT).body("MAILBOX_BUDGET_USD.value", equalTo(20));
    }

    private static void set(String scope, String key, Object value) {
        Map<String, Object> body = new HashMap<>();
        body.put(key, value);
        admin().body(body).put(scope).then().statusCode(200);
    }

    private RunRequested requested() {
        long iid = stage.issue("Add a basket", "alfred");
        stage.send(stage.labeled(iid, Stage.MIA));
        return stage.awaitRequest(iid, 1);
    }
}
