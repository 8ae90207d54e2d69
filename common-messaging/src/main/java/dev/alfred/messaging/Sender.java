package dev.alfred.messaging;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Who this service is towards the others. */
@ApplicationScoped
class Sender {

    private final String application;

    Sender(@ConfigProperty(name = "quarkus.application.name") String application) {
        this.application = application;
    }

    /** The CloudEvents source. */
    String source() {
        return "/alfred/" + application;
    }
}
