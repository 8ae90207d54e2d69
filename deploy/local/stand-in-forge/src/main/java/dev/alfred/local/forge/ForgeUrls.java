package dev.alfred.local.forge;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.local.forge.model.Project;
import io.quarkus.runtime.LaunchMode;
import org.eclipse.microprofile.config.Config;

/** Builds the addresses that payloads, answers and pages carry. */
@ApplicationScoped
public class ForgeUrls {

    private final ForgeConfig forge;
    private final Config config;

    ForgeUrls(ForgeConfig forge, Config config) {
        this.forge = forge;
        this.config = config;
    }

    /** Without a trailing slash. The port is read late: with port 0 it is known only after the start. */
    public String root() {
        return forge.rootUrl().orElseGet(() -> {
            String port = LaunchMode.current() == LaunchMode.TEST ? "quarkus.http.test-port" : "quarkus.http.port";
            return "http://127.0.0.1:" + config.getValue(port, Integer.class);
        });
    }

    public String html(Project project) {
        return root() + "/" + project.fullName();
    }

    public String api(Project project) {
        return root() + "/api/v1/repos/" + project.fullName();
    }

    public String cloneUrl(Project project) {
        return html(project) + ".git";
    }
}
