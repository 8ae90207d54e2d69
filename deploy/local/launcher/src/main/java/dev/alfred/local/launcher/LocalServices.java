package dev.alfred.local.launcher;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.alfred.embedded.ServiceDatabase;

/** What each process of the local system is started with. */
final class LocalServices {
    private static final List<String> SMALL =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx192m", "-Xshare:auto");

    private final LocalLayout layout;
    private final LocalPorts ports;
    private final LocalSecrets secrets;
    private final String databaseUrl;
    private final String kafka;
    private final SystemOptions options;

    LocalServices(
            LocalLayout layout,
            LocalPorts ports,
            LocalSecrets secrets,
            String databaseUrl,
            String kafka,
            SystemOptions options) {
        this.layout = layout;
        this.ports = ports;
        this.secrets = secrets;
        this.databaseUrl = databaseUrl;
        this.kafka = kafka;
        this.options = options;
    }

    ServiceDefinition broker() {
        String classPath = System.getProperty("java.class.path");
        return new ServiceDefinition(
                "broker",
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx192m",
                        "-cp",
                        classPath,
                        "dev.alfred.embedded.EmbeddedBroker",
                        "--port",
                        String.valueOf(ports.broker()),
                        "--data",
                        layout.data("kafka").toString()),
                Map.of(),
                LocalPorts.LOOPBACK,
                ports.broker(),
                null,
                null);
    }

    ServiceDefinition forge() {
        Map<String, String> environment = new HashMap<>();
        environment.put("ALFRED_FORGE_DATA_DIR", layout.data("forge").toString());
        environment.put("ALFRED_FORGE_ROOT_URL", ports.forgeUrl());
        for (String login : List.of("dev", "guest", "alfred")) {
            environment.put(
                    "ALFRED_FORGE_USERS_%s_TOKEN".formatted(login.toUpperCase(Locale.ROOT)), secrets.forgeToken(login));
        }
        return application("forge", "deploy/local/stand-in-forge", ports.address(), ports.forge(), environment);
    }

    ServiceDefinition model() {
        return new ServiceDefinition(
                "model",
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx192m",
                        "-Xshare:auto",
                        "-cp",
                        layout.classPath("deploy/local/model-endpoint"),
                        "dev.alfred.local.model.ModelCommand",
                        "--host",
                        ports.address(),
                        "--port",
                        String.valueOf(ports.model()),
                        "--data",
                        layout.data("model").toString()),
                Map.of(),
                ports.address(),
                ports.model(),
                "/_script/health",
                null);
    }

    ServiceDefinition ingest() {
        Map<String, String> environment = service(ServiceDatabase.INGEST);
        environment.put("ALFRED_SECRET_KEY", secrets.secretKey());
        environment.put("ALFRED_INGEST_PUBLIC_URL", address(ports.ingest()));
        return application("webhook-ingest", "webhook-ingest", ports.ingest(), environment);
    }

    ServiceDefinition mailbox() {
        Map<String, String> environment = service(ServiceDatabase.MAILBOX);
        environment.put("ALFRED_MAILBOX_WEBHOOK_INGEST_URL", address(ports.ingest()));
        return application("mailbox-service", "mailbox-service", ports.mailbox(), environment);
    }

    ServiceDefinition session() {
        Map<String, String> environment = service(ServiceDatabase.SESSION);
        environment.put("ALFRED_SESSIONS_MAILBOX_SERVICE_URL", address(ports.mailbox()));
        environment.put("ALFRED_SESSIONS_STATE_DIRECTORY", layout.data("state").toString());
        return application("session-store", "session-store", ports.session(), environment);
    }

    ServiceDefinition orchestrator(String name, int port, Map<String, String> agents) {
        Map<String, String> environment = service(ServiceDatabase.ORCHESTRATOR);
        environment.put("ALFRED_ORCHESTRATOR_MAILBOX_SERVICE_URL", address(ports.mailbox()));
        environment.put("ALFRED_ORCHESTRATOR_SESSION_STORE_URL", address(ports.session()));
        environment.put(
                "ALFRED_ORCHESTRATOR_SANDBOX_DIRECTORY", layout.data("attempts").toString());
        environment.put(
                "ALFRED_ORCHESTRATOR_SANDBOX_MIRRORS", layout.data("mirrors").toString());
        environment.put(
                "ALFRED_ORCHESTRATOR_SANDBOX_AGENT_RUNNER",
                layout.application("agent-runner").getParent().toString());
        environment.put("ALFRED_ORCHESTRATOR_SANDBOX_JAVA_HOME", System.getProperty("java.home"));
        environment.putAll(agents);
        return application(name, "run-orchestrator", port, environment);
    }

    private Map<String, String> service(ServiceDatabase database) {
        Map<String, String> environment = new HashMap<>();
        environment.put("QUARKUS_DATASOURCE_JDBC_URL", databaseUrl);
        environment.put("QUARKUS_DATASOURCE_USERNAME", database.role());
        environment.put("QUARKUS_DATASOURCE_PASSWORD", secrets.databasePassword(database.role()));
        environment.put("KAFKA_BOOTSTRAP_SERVERS", kafka);
        environment.put("ALFRED_ADMIN_PASSWORD", secrets.adminPassword());
        environment.put("ALFRED_SERVICE_PASSWORD", secrets.servicePassword());
        environment.put("ALFRED_SECRETS_DIR", layout.secrets().toString());
        return environment;
    }

    private ServiceDefinition application(String name, String module, int port, Map<String, String> environment) {
        return application(name, module, LocalPorts.LOOPBACK, port, environment);
    }

    private ServiceDefinition application(
            String name, String module, String host, int port, Map<String, String> environment) {
        List<String> arguments = new ArrayList<>(SMALL);
        arguments.add("-Dquarkus.http.host=" + host);
        arguments.add("-jar");
        arguments.add(layout.application(module).toString());
        Map<String, String> all = new HashMap<>(environment);
        all.put("QUARKUS_HTTP_PORT", String.valueOf(port));
        all.putAll(options.settingsOf(module));
        return new ServiceDefinition(name, arguments, all, host, port, "/q/health/ready", "/q/health/live");
    }

    private static String address(int port) {
        return "http://127.0.0.1:" + port;
    }
}
