package dev.alfred.conformance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

import dev.alfred.contracts.vocabulary.ModelProtocol;
import dev.alfred.runner.adapter.AgentCli;
import dev.alfred.runner.adapter.AgentVersion;
import dev.alfred.runner.adapter.InstalledAgents;

/**
 * An agent's CLI, as installed, with the adapter that drives it.
 *
 * @param keyVariable the variable that holds the provider's key
 * @param model what to ask the provider for
 */
public record AgentUnderTest(
        AgentCli cli, Path program, AgentVersion version, ModelProtocol protocol, String keyVariable, String model) {
    /**
     * Among the CLIs that are installed where the system property {@code alfred.test.agents} or {@code ALFRED_AGENTS_DIR} says;
     * empty where it is not.
     */
    public static Optional<AgentUnderTest> installed(
            AgentCli cli, ModelProtocol protocol, String keyVariable, String model) throws IOException {
        String directory = System.getProperty("alfred.test.agents", System.getenv("ALFRED_AGENTS_DIR"));
        return directory == null || directory.isBlank()
                ? Optional.empty()
                : in(Path.of(directory), cli, protocol, keyVariable, model);
    }

    /** Empty where the agent is not installed in that directory. */
    public static Optional<AgentUnderTest> in(
            Path directory, AgentCli cli, ModelProtocol protocol, String keyVariable, String model) throws IOException {
        InstalledAgents installed = new InstalledAgents(directory);
        Optional<Path> program = installed.find(cli.id());
        Optional<AgentVersion> version =
                program.isEmpty() ? Optional.empty() : installed.version(cli.id(), program.get());
        return version.map(
                found -> new AgentUnderTest(cli, program.orElseThrow(), found, protocol, keyVariable, model));
    }
}
