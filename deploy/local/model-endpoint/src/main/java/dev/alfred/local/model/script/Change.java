package dev.alfred.local.model.script;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The small edit a scripted developer makes: in the file that the issue names, else in a new note. */
record Change(String file, String command) {

    private static final Pattern FILE =
            Pattern.compile("\\b([\\w][\\w./-]{0,100}\\.(?:txt|md|js|mjs|ts|java|py|sh|html|css))\\b");

    static Change of(Prompt prompt) {
        Matcher matcher = FILE.matcher(prompt.title() + "\n" + prompt.description());
        String file = matcher.find() && !matcher.group(1).contains("..")
                ? matcher.group(1)
                : "notes/issue-" + prompt.number() + ".md";
        String path = Shell.quoted(file);
        String make = "mkdir -p \"$(dirname " + path + ")\" && touch " + path + " && ";
        String type = file.substring(file.lastIndexOf('.') + 1);
        return new Change(
                file, make + edit(type, path, prompt) + " && git --no-pager diff --stat && tail -n 20 " + path);
    }

    private static String edit(String type, String path, Prompt prompt) {
        String name = identifier(prompt.title());
        String what = prompt.title().replace("*/", "* /");
        return switch (type) {
            case "sh" -> shell(path, what);
            case "java" -> java(path, name, what);
            case "js", "mjs", "ts" ->
                append(
                        path,
                        "\n/** " + what + ". */\nexport function " + name
                                + "(who = 'world') {\n  return `Hello, ${who}`;\n}\n");
            case "py" ->
                append(
                        path,
                        "\n\ndef " + name.toLowerCase(Locale.ROOT)
                                + "(who=\"world\"):\n    return f\"Hello, {who}\"\n");
            case "css" -> append(path, "\n/* " + what + " */\n");
            case "html" -> append(path, "<p>" + what.replace("&", "&amp;").replace("<", "&lt;") + "</p>\n");
            default -> append(path, "\n" + what + " (issue " + prompt.number() + ").\n");
        };
    }

    /** A greeter learns the name; any other script gets a line that says what is meant. */
    private static String shell(String path, String what) {
        String sed = "sed -i 's/^echo \"Hello\"$/echo \"Hello${1:+, $1}\"/' " + path;
        return sed + " && { ! git diff --quiet -- " + path + " || " + append(path, "# " + what + "\n") + "; }";
    }

    /** A method before the class's last brace, or a whole class in a new file. */
    private static String java(String path, String name, String what) {
        String method = "\n    /** " + what + ". */\n    static String " + name
                + "(String who) {\n        return \"Hello, \" + who;\n    }\n";
        String type = path.replaceAll("^.*/|\\.java'$|'", "");
        String whole = "/** " + what + ". */\nclass " + type + " {" + method + "}\n";
        return "if [ -s " + path + " ]; then sed -i '$d' " + path + " && " + append(path, method + "}\n") + "; else "
                + append(path, whole) + "; fi";
    }

    private static String append(String path, String text) {
        return "printf '%s' " + Shell.quoted(text) + " >> " + path;
    }

    private static String identifier(String title) {
        StringBuilder name = new StringBuilder();
        for (String word : title.replaceAll("[^A-Za-z0-9 ]", " ").strip().split("\\s+")) {
            String lower = word.toLowerCase(Locale.ROOT);
            name.append(
                    name.isEmpty() || lower.isEmpty()
                            ? lower
                            : Character.toUpperCase(lower.charAt(0)) + lower.substring(1));
        }
        String plain = name.substring(0, Math.min(40, name.length()));
        return plain.isEmpty() || Character.isDigit(plain.charAt(0)) ? "issue" + plain : plain;
    }
}
