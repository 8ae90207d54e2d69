package dev.alfred.orchestrator;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

import jakarta.inject.Singleton;

/** Who this process is: the machine it runs on, which outlives it, and itself as an owner of runs. */
@Singleton
public class ThisNode {
    private final String name;
    private final String instance;

    ThisNode(OrchestratorConfig config) {
        this.name = config.node().orElseGet(ThisNode::hostName).replaceAll("[^A-Za-z0-9._-]", "-");
        this.instance = name + "/" + UUID.randomUUID();
    }

    /** The machine's name, as local launchers put it into their runners' references. */
    public String name() {
        return name;
    }

    /** This process among all that ever ran, as an owner of runs. */
    public String instance() {
        return instance;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
