package dev.alfred.benchmarks;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;

import dev.alfred.benchmarks.claim.ClaimBenchmark;
import dev.alfred.benchmarks.dispatch.DispatchBenchmark;
import dev.alfred.benchmarks.overhead.OverheadBenchmark;
import dev.alfred.benchmarks.prepare.PrepareBenchmark;
import dev.alfred.benchmarks.sweep.SweepBenchmark;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs one benchmark, behind {@code ./alfred bench NAME}: a table, and as the last line one JSON object. */
@Command(name = "bench", mixinStandardHelpOptions = true, description = "Measure something side by side.")
public final class BenchCommand implements Callable<Integer> {
    static final List<Benchmark> BENCHMARKS = List.of(
            new SweepBenchmark(),
            new ClaimBenchmark(),
            new PrepareBenchmark(),
            new OverheadBenchmark(),
            new DispatchBenchmark());

    private static final Logger QUIET = Logger.getLogger("");
    /** Of the broker and PostgreSQL, which end before the figures are told. */
    private static final Logger SILENT = Logger.getLogger("org.apache.kafka");

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "Which one.")
    private String name;

    @Option(
            names = "--size",
            paramLabel = "N",
            description = "How large the larger side is: finished runs of claim, runs of dispatch.")
    private Integer size;

    public static void main(String... arguments) {
        QUIET.setLevel(Level.SEVERE);
        SILENT.setLevel(Level.OFF);
        System.exit(line().execute(arguments));
    }

    static CommandLine line() {
        return new CommandLine(new BenchCommand())
                .setExecutionExceptionHandler((failure, command, parsed) -> report(failure, command));
    }

    @Override
    public Integer call() throws Exception {
        Optional<Benchmark> benchmark =
                BENCHMARKS.stream().filter(known -> known.name().equals(name)).findFirst();
        if (benchmark.isEmpty()) {
            spec.commandLine().getErr().println(choice());
            return 1;
        }
        Workplace workplace = Workplace.fromEnvironment(spec.commandLine().getOut());
        Comparison comparison =
                size == null ? benchmark.get().run(workplace) : benchmark.get().run(workplace, size);
        spec.commandLine().getOut().println(comparison.table());
        spec.commandLine().getOut().println(comparison.json());
        return 0;
    }

    private String choice() {
        StringBuilder text = new StringBuilder(
                name == null
                        ? "alfred: bench takes the name of a benchmark. There are:"
                        : "alfred: there is no benchmark " + name + ". There are:");
        BENCHMARKS.forEach(known -> text.append(System.lineSeparator())
                .append("  ")
                .append(known.name())
                .append(": ")
                .append(known.about()));
        return text.toString();
    }

    private static int report(Exception failure, CommandLine command) {
        if (failure instanceof CannotMeasure) {
            command.getErr().println("alfred: " + failure.getMessage());
        } else {
            failure.printStackTrace(command.getErr());
        }
        return 1;
    }
}
