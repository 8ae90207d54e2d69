package dev.alfred.local.launcher;

/** What a person needs to know of the running system. */
final class Greeting {
    private Greeting() {}

    static String of(LocalSystem system) {
        LocalPorts ports = system.ports();
        return """

                Alfred is ready.
                  forge             http://127.0.0.1:%d   (user dev, token %s)
                  webhook-ingest    http://127.0.0.1:%d/q/swagger-ui
                  mailbox-service   http://127.0.0.1:%d/q/swagger-ui
                  run-orchestrator  http://127.0.0.1:%d/q/swagger-ui
                  session-store     http://127.0.0.1:%d/q/swagger-ui
                  user admin, password %s
                  data and logs     %s
                """.formatted(
                        ports.forge(),
                        system.secrets().forgeToken("dev"),
                        ports.ingest(),
                        ports.mailbox(),
                        ports.orchestrator(),
                        ports.session(),
                        system.secrets().adminPassword(),
                        system.layout().home());
    }
}
