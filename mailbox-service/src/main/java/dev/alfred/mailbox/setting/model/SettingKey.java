package dev.alfred.mailbox.setting.model;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** Everything that can be set for an organization or a project, with its default as text; null where there is none. */
public enum SettingKey {
    AGENT_SESSION_RESUME(SettingType.flag(), "true"),
    AGENT_ADAPTER(SettingType.adapter(), "claude-code"),
    AGENT_PROVIDER(SettingType.text("a provider's id: lower case letters, digits and hyphens", Texts.ID), null),
    AGENT_MODEL(SettingType.text("a model's name without spaces and not beginning with -", "(?!-)[!-~]{1,200}"), null),
    ANALYSIS_FIRST(SettingType.flag(), "true"),
    AUTO_DEVELOP(SettingType.flag(), "false"),
    TRIGGER_LABEL(
            SettingType.text(
                    "a label's name of 1 to 50 characters without commas, and none of Alfred's own that begin with alfred:",
                    "(?iU)(?!\\s)(?!alfred:)[^,\\p{Cntrl}]{1,50}(?<!\\s)"),
            "alfred"),
    MAX_CI_FIX_ATTEMPTS(SettingType.number(0, 100), "3"),
    MAX_CONCURRENT_RUNS(SettingType.number(1, 1000), "4"),
    RUN_TIMEOUT(SettingType.duration(Duration.ofSeconds(10), Duration.ofDays(1)), "PT60M"),
    MAX_ATTEMPTS(SettingType.number(1, 10), "2"),
    LLM_RETRIES(SettingType.number(0, 10), "2"),
    MODE(SettingType.word(Mode.class), "live"),
    NO_PROGRESS_LIMIT(SettingType.number(1, 1000), "6"),
    MAILBOX_BUDGET_USD(SettingType.money(), null),
    MAILBOX_TOKEN_LIMIT(SettingType.number(1, 1_000_000_000_000L), null),
    UNTRUSTED_TEXT(SettingType.word(UntrustedText.class), "omit_comments"),
    RUNNER_POOL(SettingType.text("a pool's name: lower case letters, digits and hyphens", Texts.ID), "default"),
    SESSION_STATE_MAX_BYTES(SettingType.number(1024, 1L << 40), String.valueOf(512L << 20)),
    RETENTION_DAYS(SettingType.number(1, 36_500), "90"),
    RUN_BUDGET_USD(SettingType.money(), "5"),
    RUN_TOKEN_LIMIT(SettingType.number(1, 1_000_000_000_000L), "2000000"),
    COALESCE(SettingType.duration(Duration.ZERO, Duration.ofMinutes(10)), "PT3S"),
    CI_WAIT(SettingType.duration(Duration.ZERO, Duration.ofDays(1)), "PT10M"),
    RUNNER_IMAGE(
            SettingType.text("an image reference without spaces and not beginning with -", "(?!-)[!-~]{1,400}"), null),
    EGRESS_ALLOW(
            SettingType.list(
                    "a list of at most 100 hosts, each HOST or HOST:PORT", "[a-z0-9][a-z0-9.-]{0,252}(:[0-9]{1,5})?"),
            ""),
    BASE_BRANCH(
            SettingType.text(
                    "a branch's name that git takes",
                    "(?!-|@$|HEAD$)(?!.*(\\.\\.|@\\{|//))(?!(.*/)?(\\.|/|$))(?!.*\\.lock(/|$))"
                            + "[^\\s~^:?*\\[\\\\\\p{Cntrl}]{1,200}(?<![./])"),
            null),
    COMMIT_AUTHOR(
            SettingType.text("Name <address>", "(?!-)[^<>\\p{Cntrl}]{1,100} <[^<>\\s@]{1,100}@[^<>\\s@]{1,100}>"),
            null),
    SETUP_TIMEOUT(SettingType.duration(Duration.ofSeconds(1), Duration.ofDays(1)), "PT10M");

    private final SettingType<?> type;
    private final String standard;

    SettingKey(SettingType<?> type, String standard) {
        this.type = type;
        this.standard = standard;
    }

    /** The key of that name, if there is one. */
    public static Optional<SettingKey> named(String name) {
        return Arrays.stream(values()).filter(key -> key.name().equals(name)).findFirst();
    }

    /** What people are told that this setting takes. */
    public String expects() {
        return type.expects();
    }

    /** Whether it may be set for one phase alone, as in {@code AGENT_MODEL.analysis}. */
    public boolean perPhase() {
        return this == AGENT_ADAPTER || this == AGENT_PROVIDER || this == AGENT_MODEL;
    }

    Optional<String> standard() {
        return Optional.ofNullable(standard);
    }

    /** The typed value of a text, or nothing where the text is no value of this setting. */
    public Optional<?> parse(String text) {
        return type.parse(text);
    }

    private static final class Texts {
        static final String ID = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
    }
}
