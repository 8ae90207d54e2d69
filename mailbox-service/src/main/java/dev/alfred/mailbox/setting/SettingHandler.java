package dev.alfred.mailbox.setting;

import java.time.Instant;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.mailbox.audit.AuditTrail;
import dev.alfred.mailbox.setting.model.EffectiveSettings;
import dev.alfred.mailbox.setting.model.SettingName;
import dev.alfred.mailbox.setting.model.SettingScope;
import dev.alfred.mailbox.setting.store.SettingRepository;

/** Reads and changes settings; each change is audited in its own transaction. */
@ApplicationScoped
public class SettingHandler {
    private final SettingRepository settings;
    private final AuditTrail audit;

    SettingHandler(SettingRepository settings, AuditTrail audit) {
        this.settings = settings;
        this.audit = audit;
    }

    /** What holds for a project. */
    @Transactional
    public EffectiveSettings effective(SettingScope.Organization organization, SettingScope.Project project) {
        return EffectiveSettings.of(settings.of(organization), settings.of(project));
    }

    /** What holds for an organization's projects that set nothing themselves. */
    @Transactional
    public EffectiveSettings effective(SettingScope.Organization organization) {
        return EffectiveSettings.of(settings.of(organization), Map.of());
    }

    /** Sets what has a value and takes away what has none. */
    @Transactional
    public void change(SettingScope scope, Map<SettingName, String> values, String by) {
        settings.lock(scope);
        Map<SettingName, String> before = settings.of(scope);
        values.forEach((name, value) -> {
            if (value == null) {
                remove(scope, name, by);
            } else if (!value.equals(before.get(name))) {
                settings.set(scope, name, value, by, Instant.now());
                audit.record(by, "setting.set", scope.text(), "done", name.text() + "=" + value);
            }
        });
    }

    /** Takes away everything that this scope sets. */
    @Transactional
    public void clear(SettingScope scope, String by) {
        settings.lock(scope);
        settings.of(scope).keySet().forEach(name -> remove(scope, name, by));
    }

    private void remove(SettingScope scope, SettingName name, String by) {
        if (settings.remove(scope, name)) {
            audit.record(by, "setting.removed", scope.text(), "done", name.text());
        }
    }
}
