package dev.alfred.mailbox.setting.model;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.alfred.contracts.runrequests.RunSettings;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Phase;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class EffectiveSettingsTest {

    private static SettingName name(String text) {
        return SettingName.parse(text).orElseThrow();
    }

    @Test
    void theProjectWinsThenTheOrganizationThenTheDefault() {
        EffectiveSettings settings = EffectiveSettings.of(
                Map.of(name("AUTO_DEVELOP"), "true", name("COALESCE"), "PT1S"), Map.of(name("COALESCE"), "PT2S"));

        assertThat(settings.all().get(name("COALESCE")))
                .isEqualTo(new EffectiveSettings.Value(Duration.ofSeconds(2), SettingOrigin.PROJECT));
        assertThat(settings.all().get(name("AUTO_DEVELOP")))
                .isEqualTo(new EffectiveSettings.Value(true, SettingOrigin.ORGANIZATION));
        assertThat(settings.all().get(name("ANALYSIS_FIRST")))
                .isEqualTo(new EffectiveSettings.Value(true, SettingOrigin.DEFAULT));
    }

    @Test
    void everyDefaultFits() {
        assertThat(EffectiveSettings.defaults().forRun(Phase.ANALYSIS))
                .isEqualTo(new RunSettings(
                        true,
                        AdapterId.CLAUDE_CODE,
                        null,
                        null,
                        "default",
                        null,
                        Duration.ofMinutes(60),
                        Duration.ofMinutes(10),
                        2,
                        2,
                        4,
                        536_870_912L,
                        new BigDecimal("5"),
                        2_000_000L,
                        List.of(),
                        null));
    }

    @Test
    void anAgentCanBeSetForOnePhase() {
        EffectiveSettings settings = EffectiveSettings.of(
                Map.of(), Map.of(name("AGENT_MODEL"), "big", name("AGENT_MODEL.analysis"), "small"));

        assertThat(settings.forRun(Phase.ANALYSIS).model()).isEqualTo("small");
        assertThat(settings.forRun(Phase.DEVELOPMENT).model()).isEqualTo("big");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "AUTO_DEVELOP|true",
                "MAX_ATTEMPTS|1",
                "RUN_TIMEOUT|PT90M",
                "MODE|shadow",
                "MAILBOX_BUDGET_USD|12.50",
                "EGRESS_ALLOW|repo.example:443,registry.example",
                "EGRESS_ALLOW|''",
                "COMMIT_AUTHOR|Alfred <alfred@forge.example>",
                "BASE_BRANCH|release/1.x",
                "AGENT_ADAPTER.answer|anthropic-api",
                "TRIGGER_LABEL|für Alfred",
                "TRIGGER_LABEL|alfred",
                "TRIGGER_LABEL|alfred-approved",
                "AGENT_MODEL|claude-sonnet-5"
            })
    void takesFittingValues(String key, String value) {
        assertThat(SettingChange.check(key, value)).isInstanceOf(SettingChange.Valid.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "AUTO_DEVELOP|yes",
                "MAX_ATTEMPTS|0",
                "MAX_ATTEMPTS|two",
                "RUN_TIMEOUT|60",
                "RUN_TIMEOUT|PT1S",
                "COALESCE|-PT1S",
                "MODE|loud",
                "MAILBOX_BUDGET_USD|-1",
                "MAILBOX_BUDGET_USD|1e99",
                "EGRESS_ALLOW|http://x",
                "COMMIT_AUTHOR|nobody",
                "BASE_BRANCH|a..b",
                "BASE_BRANCH|-x",
                "AGENT_ADAPTER|anthropic-api",
                "AGENT_ADAPTER.development|openai-api",
                "TRIGGER_LABEL|a,b",
                "TRIGGER_LABEL|alfred:approved",
                "TRIGGER_LABEL|Alfred:Queued",
                "TRIGGER_LABEL|ALFRED:anything",
                "TRIGGER_LABEL|' alfred:approved'",
                "AGENT_MODEL|-p",
                "AGENT_MODEL.analysis|--dangerously-skip-permissions",
                "RUNNER_IMAGE|--privileged",
                "COMMIT_AUTHOR|--global <a@b>",
                "RUNNER_POOL|Big Pool"
            })
    void refusesOtherValues(String key, String value) {
        assertThat(SettingChange.check(key, value)).isInstanceOf(SettingChange.BadValue.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "main",
                "release/1.x",
                "a.lock",
                "a.locks",
                "a/.b",
                ".a",
                "a//b",
                "a/",
                "/a",
                "a.",
                "a/b.",
                "a..b",
                "a@{b",
                "a@b",
                "a b",
                "a~b",
                "a^b",
                "a:b",
                "a?b",
                "a*b",
                "a[b",
                "a\\b",
                "a\tb",
                "a\u007fb",
                "grün/ä",
                "x-"
            })
    void takesAsBaseBranchWhatGitTakes(String name) {
        boolean git = Repository.isValidRefName(Constants.R_HEADS + name);

        assertThat(SettingChange.check("BASE_BRANCH", name) instanceof SettingChange.Valid)
                .isEqualTo(git);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-x", "HEAD", "@", "a.lock/b"})
    void takesNoBaseBranchThatGitReadsInAnotherWay(String name) {
        assertThat(SettingChange.check("BASE_BRANCH", name)).isInstanceOf(SettingChange.BadValue.class);
    }

    @ParameterizedTest
    @CsvSource({"NO_SUCH_KEY", "auto_develop", "AUTO_DEVELOP.analysis", "AGENT_MODEL.nothing", "AGENT_MODEL."})
    void knowsNoOtherKeys(String key) {
        assertThat(SettingChange.check(key, "true")).isInstanceOf(SettingChange.UnknownKey.class);
    }
}
