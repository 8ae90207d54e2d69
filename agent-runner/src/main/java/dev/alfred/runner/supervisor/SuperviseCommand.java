package dev.alfred.runner.supervisor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.jboss.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code agent-runner supervise}: looks after one attempt on this machine, outside its sandbox, from the first stage to
 * the last; started detached by a local launcher, which it outlives.
 */
@Command(name = "supervise", description = "Sequences the stages of one attempt on this machine.")
public class SuperviseCommand implements Callable<Integer> {
    private static final Logger LOG = Logger.getLogger(SuperviseCommand.class);

    @Option(names = "--attempt", required = true, description = "The attempt's directory, as the launcher made it.")
    Path attempt;

    @Option(names = "--detect", description = "Only run detect in the attempt's sandbox, without any network.")
    boolean detect;

    @Override
    public Integer call() throws IOException, InterruptedException {
        StopSignal stop = StopSignal.onTermination();
        try {
            Optional<AttemptDirectory> claimed = AttemptDirectory.claim(attempt);
            if (claimed.isEmpty()) {
                LOG.info("another supervisor has this attempt, or it has ended: nothing to do");
                return 0;
            }
            try (AttemptDirectory directory = claimed.get()) {
                supervise(directory, stop);
                return 0;
            }
        } finally {
            stop.finished();
        }
    }

    private void supervise(AttemptDirectory directory, StopSignal stop) throws IOException, InterruptedException {
        if (directory.stopWasAskedFor()) {
            stop.request();
        }
        Supervisor supervisor = new Supervisor(directory, stop);
        if (detect) {
            supervisor.detect();
        } else {
            supervisor.supervise();
        }
    }
}
