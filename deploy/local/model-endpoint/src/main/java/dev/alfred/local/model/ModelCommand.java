package dev.alfred.local.model;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;

/** Runs the scripted model as a process of its own, until it is told to end. */
public final class ModelCommand {

    private static final String USAGE = "Usage: [--host ADDRESS] --port N --data DIRECTORY";

    private ModelCommand() {}

    public static void main(String[] arguments) {
        try {
            Map<String, String> options = options(arguments);
            ScriptedModel model = ScriptedModel.start(
                    options.get("--host"), Integer.parseInt(options.get("--port")), Path.of(options.get("--data")));
            Runtime.getRuntime().addShutdownHook(new Thread(model::close));
            System.out.println("The scripted model listens on " + model.url());
        } catch (IllegalArgumentException wrong) {
            end(USAGE);
        } catch (CompletionException notStarted) {
            end("The scripted model can't listen: " + notStarted.getCause().getMessage());
        }
    }

    private static Map<String, String> options(String[] arguments) {
        Map<String, String> options = new HashMap<>(Map.of("--host", "127.0.0.1"));
        for (int at = 0; at + 1 < arguments.length; at += 2) {
            options.put(arguments[at], arguments[at + 1]);
        }
        if (arguments.length % 2 != 0 || !options.keySet().equals(Set.of("--host", "--port", "--data"))) {
            throw new IllegalArgumentException(USAGE);
        }
        return options;
    }

    private static void end(String why) {
        System.err.println(why);
        System.exit(2);
    }
}
