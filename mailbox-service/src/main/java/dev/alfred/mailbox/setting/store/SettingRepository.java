package dev.alfred.mailbox.setting.store;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.mailbox.setting.model.SettingName;
import dev.alfred.mailbox.setting.model.SettingScope;

/** Stored values of settings. */
@ApplicationScoped
public class SettingRepository {

    /** What is set for exactly this scope. Keys that this version doesn't know are left out. */
    public Map<SettingName, String> of(SettingScope scope) {
        Map<SettingName, String> values = new HashMap<>();
        List<SettingRow> rows = SettingRow.list("scope", scope.text());
        rows.forEach(row -> SettingName.parse(row.name).ifPresent(name -> values.put(name, row.value)));
        return values;
    }

    /** Lets nobody else change this scope until the transaction ends. */
    public void lock(SettingScope scope) {
        SettingRow.getEntityManager()
                .createNativeQuery("select 1 from (select pg_advisory_xact_lock(hashtextextended(:scope, 0))) as taken")
                .setParameter("scope", "setting:" + scope.text())
                .getSingleResult();
    }

    public void set(SettingScope scope, SettingName name, String value, String by, Instant at) {
        SettingRow row = SettingRow.findById(new SettingRow.Key(scope.text(), name.text()));
        if (row == null) {
            row = new SettingRow();
            row.scope = scope.text();
            row.name = name.text();
            fill(row, value, by, at);
            row.persist();
        } else {
            fill(row, value, by, at);
        }
    }

    /** Whether there was a value to take away. */
    public boolean remove(SettingScope scope, SettingName name) {
        return SettingRow.deleteById(new SettingRow.Key(scope.text(), name.text()));
    }

    private static void fill(SettingRow row, String value, String by, Instant at) {
        row.value = value;
        row.changedBy = by;
        row.changedAt = at;
    }
}
