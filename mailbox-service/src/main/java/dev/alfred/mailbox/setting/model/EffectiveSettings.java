package dev.alfred.mailbox.setting.model;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

import dev.alfred.contracts.runrequests.RunSettings;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Phase;

/** The settings that hold for one project: its own, else its organization's, else the defaults. Immutable. */
public final class EffectiveSettings {
    private final SortedMap<SettingName, Value> values;

    /**
     * One setting that has a value.
     *
     * @param value typed: a boolean, number, text, list, duration or word
     */
    public record Value(Object value, SettingOrigin origin) {}

    private EffectiveSettings(SortedMap<SettingName, Value> values) {
        this.values = values;
    }

    /** Resolves the scopes; texts that are no values (any more) are passed over. */
    public static EffectiveSettings of(Map<SettingName, String> organization, Map<SettingName, String> project) {
        SortedMap<SettingName, Value> values = new TreeMap<>();
        Map<SettingName, String> defaults = new TreeMap<>();
        for (SettingKey key : SettingKey.values()) {
            key.standard().ifPresent(text -> defaults.put(SettingName.of(key), text));
        }
        put(values, defaults, SettingOrigin.DEFAULT);
        put(values, organization, SettingOrigin.ORGANIZATION);
        put(values, project, SettingOrigin.PROJECT);
        return new EffectiveSettings(values);
    }

    public static EffectiveSettings defaults() {
        return of(Map.of(), Map.of());
    }

    private static void put(Map<SettingName, Value> into, Map<SettingName, String> texts, SettingOrigin origin) {
        texts.forEach((name, text) ->
                name.key().parse(text).ifPresent(value -> into.put(name, new Value(value, origin))));
    }

    /** Every setting that has a value, by name. */
    public SortedMap<SettingName, Value> all() {
        return Collections.unmodifiableSortedMap(values);
    }

    /** The same with some values replaced, for tests and previews. */
    public EffectiveSettings with(Map<SettingKey, String> changes) {
        SortedMap<SettingName, Value> changed = new TreeMap<>(values);
        Map<SettingName, String> named = new TreeMap<>();
        new EnumMap<>(changes).forEach((key, text) -> named.put(SettingName.of(key), text));
        put(changed, named, SettingOrigin.PROJECT);
        return new EffectiveSettings(changed);
    }

    public Mode mode() {
        return required(SettingKey.MODE, Mode.class);
    }

    public boolean analysisFirst() {
        return required(SettingKey.ANALYSIS_FIRST, Boolean.class);
    }

    public boolean autoDevelop() {
        return required(SettingKey.AUTO_DEVELOP, Boolean.class);
    }

    public String triggerLabel() {
        return required(SettingKey.TRIGGER_LABEL, String.class);
    }

    public Duration coalesce() {
        return required(SettingKey.COALESCE, Duration.class);
    }

    public UntrustedText untrustedText() {
        return required(SettingKey.UNTRUSTED_TEXT, UntrustedText.class);
    }

    /** For how many days after its close a mailbox's rows are kept. */
    public int retentionDays() {
        return number(SettingKey.RETENTION_DAYS);
    }

    public Optional<String> baseBranch() {
        return find(SettingName.of(SettingKey.BASE_BRANCH), String.class);
    }

    public BigDecimal runBudgetUsd() {
        return required(SettingKey.RUN_BUDGET_USD, BigDecimal.class);
    }

    public long runTokenLimit() {
        return required(SettingKey.RUN_TOKEN_LIMIT, Long.class);
    }

    /** The most that all runs of a mailbox may cost. */
    public Optional<BigDecimal> mailboxBudgetUsd() {
        return find(SettingName.of(SettingKey.MAILBOX_BUDGET_USD), BigDecimal.class);
    }

    /** The most tokens that all runs of a mailbox may use. */
    public Optional<Long> mailboxTokenLimit() {
        return find(SettingName.of(SettingKey.MAILBOX_TOKEN_LIMIT), Long.class);
    }

    /** The agent of a phase. */
    AdapterId adapter(Phase phase) {
        return ofPhase(SettingKey.AGENT_ADAPTER, phase, AdapterId.class).orElseThrow();
    }

    /** The model that is set for a phase. */
    Optional<String> model(Phase phase) {
        return ofPhase(SettingKey.AGENT_MODEL, phase, String.class);
    }

    /** The part that travels with a run of that phase. */
    public RunSettings forRun(Phase phase) {
        return new RunSettings(
                required(SettingKey.AGENT_SESSION_RESUME, Boolean.class),
                adapter(phase),
                ofPhase(SettingKey.AGENT_PROVIDER, phase, String.class).orElse(null),
                model(phase).orElse(null),
                required(SettingKey.RUNNER_POOL, String.class),
                find(SettingName.of(SettingKey.RUNNER_IMAGE), String.class).orElse(null),
                required(SettingKey.RUN_TIMEOUT, Duration.class),
                required(SettingKey.SETUP_TIMEOUT, Duration.class),
                number(SettingKey.MAX_ATTEMPTS),
                number(SettingKey.LLM_RETRIES),
                number(SettingKey.MAX_CONCURRENT_RUNS),
                required(SettingKey.SESSION_STATE_MAX_BYTES, Long.class),
                runBudgetUsd(),
                runTokenLimit(),
                egressAllow(),
                find(SettingName.of(SettingKey.COMMIT_AUTHOR), String.class).orElse(null));
    }

    private List<String> egressAllow() {
        return ((List<?>) required(SettingKey.EGRESS_ALLOW, List.class))
                .stream().map(String::valueOf).toList();
    }

    private <T> Optional<T> ofPhase(SettingKey key, Phase phase, Class<T> type) {
        return find(new SettingName(key, phase), type).or(() -> find(SettingName.of(key), type));
    }

    private int number(SettingKey key) {
        return Math.toIntExact(required(key, Long.class));
    }

    private <T> T required(SettingKey key, Class<T> type) {
        return find(SettingName.of(key), type)
                .orElseThrow(() -> new IllegalStateException(key + " has a default that does not fit"));
    }

    private <T> Optional<T> find(SettingName name, Class<T> type) {
        return Optional.ofNullable(values.get(name)).map(Value::value).map(type::cast);
    }
}
