package dev.alfred.mailbox.setting.model;

import java.util.Optional;

import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.Phase;

/** What came of checking a value that somebody wants to set. */
public sealed interface SettingChange {
    String WRITING_AGENT = "a local agent: a model API can't change the branch, only AGENT_ADAPTER.analysis and"
            + " AGENT_ADAPTER.answer may name one";

    record Valid(SettingName name, String value) implements SettingChange {}

    /** There is no such setting. */
    record UnknownKey(String key) implements SettingChange {}

    /** The value does not fit. */
    record BadValue(SettingName name, String expects) implements SettingChange {}

    /** Checks a key and the text of a value. */
    static SettingChange check(String key, String value) {
        Optional<SettingName> name = SettingName.parse(key);
        if (name.isEmpty()) {
            return new UnknownKey(key);
        }
        Optional<?> parsed = name.get().key().parse(value);
        if (parsed.isEmpty()) {
            return new BadValue(name.get(), name.get().key().expects());
        }
        if (parsed.get() instanceof AdapterId adapter
                && !adapter.local()
                && coversWriting(name.get().phase())) {
            return new BadValue(name.get(), WRITING_AGENT);
        }
        return new Valid(name.get(), value);
    }

    private static boolean coversWriting(Phase phase) {
        return phase == null || phase.writes();
    }
}
