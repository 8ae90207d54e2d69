package dev.alfred.orchestrator.run.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The question for one page of runs, newest first. It reads about as many rows as it gives, and what has not ended, however
 * many runs have (docs/adr/0049).
 *
 * <p>Ended runs of one filter are asked for in the order of that filter's index. A walk over all runs, newest first, is no
 * answer to such a question, so that no estimate of how soon it would find enough is ever made. Of several filters the
 * planner picks the one that lets the fewest through.
 */
record RunPage(String sql, List<Object> values) {
    private static final String OPEN = "ended_at IS NULL";
    private static final String ENDED = "ended_at IS NOT NULL";

    /** @param before the last run of the page before, or null */
    static RunPage of(RunListing.Filter filter, UUID before, int most) {
        Map<String, Object> given = given(filter);
        Parts parts = new Parts(given, before, most);
        if (given.isEmpty() || filter.mailbox() != null) {
            return parts.part("true", given.isEmpty() ? null : "mailbox");
        }
        String only = given.size() == 1 ? given.keySet().iterator().next() : null;
        if (filter.state() != null) {
            return filter.state().ended() ? parts.part(ENDED, only) : parts.part(OPEN, null);
        }
        return parts.part(OPEN, null).and(parts.part(ENDED, only), most);
    }

    private static Map<String, Object> given(RunListing.Filter filter) {
        Map<String, Object> given = new LinkedHashMap<>();
        put(given, "mailbox", filter.mailbox() == null ? null : filter.mailbox().value());
        put(given, "state", filter.state() == null ? null : filter.state().wire());
        put(given, "phase", filter.phase() == null ? null : filter.phase().wire());
        put(given, "adapter", filter.adapter() == null ? null : filter.adapter().wire());
        put(given, "project", filter.project());
        put(given, "pool", filter.pool());
        return given;
    }

    private static void put(Map<String, Object> given, String name, Object value) {
        if (value != null) {
            given.put(name, value);
        }
    }

    private record Parts(Map<String, Object> given, UUID before, int most) {
        /** @param leading the column whose index gives the order, or null for whichever index there is */
        RunPage part(String which, String leading) {
            List<String> conditions = new ArrayList<>(List.of(which));
            List<Object> values = new ArrayList<>();
            given.forEach((column, value) -> {
                conditions.add(column + (column.equals(leading) ? " = ANY (ARRAY[?])" : " = ?"));
                values.add(value);
            });
            if (before != null) {
                conditions.add("id < ?");
                values.add(before);
            }
            values.add(most);
            String order = leading == null ? "id DESC" : leading + " DESC, id DESC";
            return new RunPage(
                    "SELECT id FROM run WHERE " + String.join(" AND ", conditions) + " ORDER BY " + order + " LIMIT ?",
                    values);
        }
    }

    private RunPage and(RunPage other, int most) {
        List<Object> both = new ArrayList<>(values);
        both.addAll(other.values);
        both.add(most);
        return new RunPage(
                "SELECT id FROM ((" + sql + ") UNION ALL (" + other.sql + ")) AS page ORDER BY id DESC LIMIT ?", both);
    }
}
