package dev.alfred.runner.adapter;

import java.util.LinkedHashMap;
import java.util.Map;

/** The environment that every agent's CLI gets, made from nothing: no variable of this process reaches it. */
public final class AgentEnvironment {
    private AgentEnvironment() {}

    /** @param own the CLI's variables; the way out and the provider's secrets come last */
    public static Map<String, String> of(AgentPlace place, Map<String, String> own) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        environment.put("HOME", place.home().toString());
        environment.put("LANG", "C.UTF-8");
        environment.put("TERM", "dumb");
        environment.put("GIT_TERMINAL_PROMPT", "0");
        environment.putAll(own);
        environment.putAll(place.proxy());
        environment.putAll(place.secrets());
        return environment;
    }
}
