package dev.alfred.local.launcher;

import java.util.Map;

import dev.alfred.local.demo.AlfredOperator;
import dev.alfred.local.demo.DemoTarget;
import dev.alfred.local.demo.ForgePerson;
import dev.alfred.local.demo.StepFailed;

/**
 * The repository that a person finds on the local forge after the start, with Alfred at work on it: made once, and
 * registered at each start, since the ports may have been moved.
 */
final class ExampleProject {
    static final String CONNECTION = "local";
    static final String ORGANIZATION = "demo";
    static final String NAME = "example";

    private ExampleProject() {}

    static void prepare(DemoTarget target) {
        ForgePerson dev = new ForgePerson(target.forge(), "dev", target.devToken());
        AlfredOperator operator = new AlfredOperator(target);
        try {
            ForgePerson.Repository repository = dev.repository(NAME).orElseGet(() -> create(dev));
            operator.connect(CONNECTION);
            operator.registerProject(CONNECTION, ORGANIZATION, NAME, repository);
            dev.removeHooks(repository, "/webhooks/" + CONNECTION);
            dev.addHook(repository, target.ingest() + "/webhooks/" + CONNECTION, target.webhookSecret());
        } catch (StepFailed e) {
            throw new CannotStart("the example repository can't be prepared: " + e.getMessage(), e);
        }
    }

    private static ForgePerson.Repository create(ForgePerson dev) {
        ForgePerson.Repository repository = dev.createRepository(
                NAME,
                Map.of("README.md", "# Example\n\nA very small greeter.\n", "greet.sh", "#!/bin/sh\necho \"Hello\"\n"));
        dev.addCollaborator(repository, "alfred", "admin");
        return repository;
    }
}
