package dev.alfred.mailbox.setting.model;

import java.util.UUID;

/** What a setting is set for. */
public sealed interface SettingScope {
    record Organization(String slug) implements SettingScope {}

    record Project(UUID id) implements SettingScope {}

    default String text() {
        return switch (this) {
            case Organization(String slug) -> "organization:" + slug;
            case Project(UUID id) -> "project:" + id;
        };
    }
}
