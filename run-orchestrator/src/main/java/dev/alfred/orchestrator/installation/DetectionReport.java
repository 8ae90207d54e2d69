package dev.alfred.orchestrator.installation;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import dev.alfred.contracts.runner.DetectedAgent;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.orchestrator.launch.Detection;

/** Looks at what {@code agent-runner detect} reported before it takes the place of what was known. */
final class DetectionReport {
    private static final Pattern VERSION = Pattern.compile("[0-9A-Za-z.+_-]{1,100}");
    private static final Pattern PATH = Pattern.compile("[^\\p{Cntrl}]{1,4096}");

    private DetectionReport() {}

    /** The report, or what is wrong with it; it is taken whole or not at all. */
    static Detection checked(List<DetectedAgent> agents) {
        Set<AdapterId> seen = EnumSet.noneOf(AdapterId.class);
        for (DetectedAgent agent : agents) {
            if (agent == null || agent.adapter() == null || !matches(VERSION, agent.version())) {
                return new Detection.Failed("agent-runner detect reports an agent without name or version");
            }
            String name = agent.adapter().wire();
            if (!agent.adapter().local() || !matches(PATH, agent.path())) {
                return new Detection.Failed("agent-runner detect reports %s, but no program of it".formatted(name));
            }
            if (!seen.add(agent.adapter())) {
                return new Detection.Failed("agent-runner detect reports %s twice".formatted(name));
            }
        }
        return new Detection.Detected(agents);
    }

    private static boolean matches(Pattern pattern, String text) {
        return text != null && pattern.matcher(text).matches();
    }
}
