package dev.alfred.mailbox.setting;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alfred.mailbox.setting.model.EffectiveSettings;
import dev.alfred.mailbox.setting.model.SettingChange;
import dev.alfred.mailbox.setting.model.SettingName;
import dev.alfred.mailbox.setting.model.SettingOrigin;
import dev.alfred.messaging.problem.ProblemException;

/** The seam between settings as JSON and settings as the model has them. */
public final class SettingTexts {
    private SettingTexts() {}

    /** One effective value and where it comes from. */
    public record SettingView(Object value, SettingOrigin origin) {}

    /** Checks a body of keys and values (null takes one away); anything unknown or unfit is a 400. */
    public static Map<SettingName, String> read(Map<String, JsonNode> body) {
        SortedMap<SettingName, String> values = new TreeMap<>();
        List<String> faults = new ArrayList<>();
        body.forEach((key, value) -> {
            if (value == null || value.isNull()) {
                SettingName.parse(key)
                        .ifPresentOrElse(
                                name -> values.put(name, null), () -> faults.add("there is no setting " + key));
                return;
            }
            switch (SettingChange.check(key, text(value))) {
                case SettingChange.Valid(SettingName name, String text) -> values.put(name, text);
                case SettingChange.UnknownKey(String unknown) -> faults.add("there is no setting " + unknown);
                case SettingChange.BadValue(SettingName name, String expects) ->
                    faults.add(name.text() + " takes " + expects);
            }
        });
        if (!faults.isEmpty()) {
            throw ProblemException.badRequest("invalid-setting", String.join("; ", faults));
        }
        return values;
    }

    public static SortedMap<String, SettingView> view(EffectiveSettings settings) {
        SortedMap<String, SettingView> view = new TreeMap<>();
        settings.all().forEach((name, value) -> view.put(name.text(), new SettingView(value.value(), value.origin())));
        return view;
    }

    private static String text(JsonNode value) {
        if (value.isArray()) {
            List<String> items = new ArrayList<>();
            value.forEach(item -> items.add(item.asText()));
            return String.join(",", items);
        }
        return value.isObject() ? value.toString() : value.asText();
    }
}
