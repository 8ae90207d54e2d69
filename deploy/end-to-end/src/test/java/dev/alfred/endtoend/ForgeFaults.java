package dev.alfred.endtoend;

import java.time.Duration;
import java.util.Map;

import dev.alfred.local.demo.DemoTarget;
import dev.alfred.local.demo.RestApi;

/** What a test has the stand-in forge do wrong. */
final class ForgeFaults {
    private static final int ALWAYS = 1_000_000;

    private final RestApi forge;

    ForgeFaults(DemoTarget target) {
        this.forge = RestApi.withToken(target.forge(), target.devToken());
    }

    /** Each of git's requests to that repository waits so long before it is answered, until {@link #clear}. */
    void slowGit(RunningAlfred.Project project, Duration delay) {
        forge.post(
                "/_stand-in/faults/requests",
                Map.of(
                        "scope",
                        "git",
                        "path",
                        "/" + project.repository().path() + ".git/",
                        "delay",
                        delay.toString(),
                        "times",
                        ALWAYS));
    }

    void clear() {
        forge.call("DELETE", "/_stand-in/faults", null);
    }
}
