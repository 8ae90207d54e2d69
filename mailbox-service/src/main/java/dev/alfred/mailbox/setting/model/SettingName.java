package dev.alfred.mailbox.setting.model;

import java.util.Optional;

import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.contracts.vocabulary.Wire;

/**
 * What a value is stored under: a key, or a key for one phase.
 *
 * @param phase null where the value holds for every phase
 */
public record SettingName(SettingKey key, Phase phase) implements Comparable<SettingName> {
    public static SettingName of(SettingKey key) {
        return new SettingName(key, null);
    }

    /** Reads {@code KEY} or {@code KEY.phase}; empty where there is no such setting. */
    public static Optional<SettingName> parse(String text) {
        int dot = text.indexOf('.');
        if (dot < 0) {
            return SettingKey.named(text).map(SettingName::of);
        }
        return SettingKey.named(text.substring(0, dot))
                .filter(SettingKey::perPhase)
                .flatMap(key ->
                        Wire.parse(Phase.class, text.substring(dot + 1)).map(phase -> new SettingName(key, phase)));
    }

    public String text() {
        return phase == null ? key.name() : key.name() + "." + phase.wire();
    }

    @Override
    public int compareTo(SettingName other) {
        return text().compareTo(other.text());
    }
}
