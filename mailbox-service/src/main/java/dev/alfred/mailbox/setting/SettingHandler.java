package dev.alfred.mailbox.setting;

import java.time.Instant;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import dev.alfred.mailbox.PricesConfig;
import dev.alfred.mailbox.audit.AuditTrail;
import dev.alfred.mailbox.setting.model.EffectiveSettings;
import dev.alfred.mailbox.setting.model.PricedBudget;
import dev.alfred.mailbox.setting.model.SettingName;
import dev.alfred.mailbox.setting.model.SettingScope;
import dev.alfred.mailbox.setting.store.SettingRepository;
import dev.alfred.messaging.problem.ProblemException;

/** Reads and changes settings; each change is audited in its own transaction. */
@ApplicationScoped
public class SettingHandler {
    private final SettingRepository settings;
    private final AuditTrail audit;
    private final PricesConfig prices;

    SettingHandler(SettingRepository settings, AuditTrail audit, PricesConfig prices) {
        this.settings = settings;
        this.audit = audit;
        this.prices = prices;
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

    /** Sets what has a value for an organization and takes away what has none. */
    @Transactional
    public void change(SettingScope.Organization organization, Map<SettingName, String> values, String by) {
        put(organization, values, by);
        check(effective(organization));
    }

    /** Sets what has a value for the organization's project and takes away what has none. */
    @Transactional
    public void change(
            SettingScope.Organization organization,
            SettingScope.Project project,
            Map<SettingName, String> values,
            String by) {
        put(project, values, by);
        check(effective(organization, project));
    }

    /** What would not hold together is taken back as a whole. */
    private void check(EffectiveSettings changed) {
        PricedBudget.objection(changed, prices.byModel().keySet()).ifPresent(objection -> {
            throw ProblemException.badRequest("invalid-setting", objection);
        });
    }

    private void put(SettingScope scope, Map<SettingName, String> values, String by) {
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
