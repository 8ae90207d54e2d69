package dev.alfred.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/** What was measured of two things side by side: a table of medians and ratios (second to first), and the same as JSON. */
public final class Comparison {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String bench;
    private String first;
    private String second;
    private final Map<String, Figure> figures = new LinkedHashMap<>();
    private final Map<String, Object> facts = new LinkedHashMap<>();

    public Comparison(String bench, String first, String second) {
        this.bench = bench;
        this.first = first;
        this.second = second;
    }

    /** New figures are of these two from now on, under a heading of their own. */
    public void next(String otherFirst, String otherSecond) {
        first = otherFirst;
        second = otherSecond;
    }

    /** Adds what one round measured of both. */
    public void round(String figure, String unit, double ofFirst, double ofSecond) {
        Figure found = figures.computeIfAbsent(
                figure, name -> new Figure(unit, first, second, new ArrayList<>(), new ArrayList<>()));
        found.ofFirst.add(ofFirst);
        found.ofSecond.add(ofSecond);
    }

    /** Adds something that explains the figures; it is printed below the table, and is part of the JSON. */
    public void fact(String name, Object value) {
        facts.put(name, value);
    }

    public double ratio(String figure) {
        return figures.get(figure).ratio();
    }

    public String table() {
        List<String[]> rows = new ArrayList<>();
        String[] heading = {};
        for (Map.Entry<String, Figure> entry : figures.entrySet()) {
            Figure figure = entry.getValue();
            String[] own = {"", figure.first, figure.second, "ratio", ""};
            if (!Arrays.equals(heading, own)) {
                heading = own;
                rows.add(heading);
            }
            rows.add(figure.row(entry.getKey()));
        }
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.length; column++) {
                int width = width(rows, column);
                String format = column == 0 || column == row.length - 1 ? "%-" : "%";
                line.append(String.format(Locale.ROOT, format + Math.max(1, width) + "s  ", row[column]));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        facts.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append('\n'));
        return text.toString();
    }

    /** One line. */
    public String json() {
        Map<String, Object> all = new LinkedHashMap<>();
        Map<String, Object> ratios = new LinkedHashMap<>();
        Map<String, Object> medians = new LinkedHashMap<>();
        figures.forEach((name, figure) -> {
            ratios.put(name, rounded(figure.ratio(), 3));
            Map<String, Object> both = new LinkedHashMap<>();
            both.put("unit", figure.unit);
            both.put(figure.first, rounded(median(figure.ofFirst), 3));
            both.put(figure.second, rounded(median(figure.ofSecond), 3));
            medians.put(name, both);
        });
        all.put("bench", bench);
        all.put("ratios", ratios);
        all.put("medians", medians);
        all.putAll(facts);
        try {
            return JSON.writeValueAsString(all);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the figures can't be written as JSON", e);
        }
    }

    private static int width(List<String[]> rows, int column) {
        return rows.stream().mapToInt(row -> row[column].length()).max().orElse(1);
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private static String range(List<Double> values) {
        return number(values.stream().mapToDouble(value -> value).min().orElseThrow()) + " to "
                + number(values.stream().mapToDouble(value -> value).max().orElseThrow());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
    }

    private static double rounded(double value, int digits) {
        double scale = Math.pow(10, digits);
        return Math.round(value * scale) / scale;
    }

    private record Figure(String unit, String first, String second, List<Double> ofFirst, List<Double> ofSecond) {
        double ratio() {
            return median(ofSecond) / median(ofFirst);
        }

        String[] row(String name) {
            return new String[] {
                name,
                number(median(ofFirst)) + " " + unit,
                number(median(ofSecond)) + " " + unit,
                String.format(Locale.ROOT, "%.2f", ratio()),
                ofFirst.size() == 1 ? "" : "(%s; %s)".formatted(range(ofFirst), range(ofSecond))
            };
        }
    }
}
