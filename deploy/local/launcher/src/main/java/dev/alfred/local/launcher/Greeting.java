package dev.alfred.local.launcher;

import dev.alfred.local.demo.DemoTarget;

/** What a person needs to know of the running system, and to see Alfred at work. */
final class Greeting {
    private Greeting() {}

    static String of(DemoTarget target, LocalLayout layout) {
        return """

                Alfred is ready.
                  forge             %1$s   (user dev, token %6$s)
                  webhook-ingest    %2$s/q/swagger-ui
                  mailbox-service   %3$s/q/swagger-ui
                  run-orchestrator  %4$s/q/swagger-ui
                  session-store     %5$s/q/swagger-ui
                  user admin, password %7$s
                  data and logs     %8$s

                Alfred works on %1$s/dev/example. Open an issue there with the label alfred:
                  curl -fsS -H 'Authorization: token %6$s' -H 'Content-Type: application/json' \\
                    -d '{"title": "Greet people by name", "body": "greet.sh says Hello to nobody.", "labels": ["alfred"]}' \\
                    %1$s/api/v1/repos/dev/example/issues
                and, when the plan is there as a comment (of issue 1, say), approve it:
                  curl -fsS -H 'Authorization: token %6$s' -H 'Content-Type: application/json' \\
                    -d '{"body": "/alfred approve"}' %1$s/api/v1/repos/dev/example/issues/1/comments
                """.formatted(
                        target.forge(),
                        target.ingest(),
                        target.mailbox(),
                        target.orchestrator(),
                        target.session(),
                        target.devToken(),
                        target.adminPassword(),
                        layout.home());
    }
}
