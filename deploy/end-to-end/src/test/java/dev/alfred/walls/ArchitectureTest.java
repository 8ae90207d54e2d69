package dev.alfred.walls;

import java.util.Map;
import java.util.Set;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/** The walls between the rooms of the house. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter().importPaths(Checkout.mainClasses());

    private static final Map<String, Set<String>> AMBIENT = Map.of(
            "java.time.Instant", Set.of("now"),
            "java.time.LocalDate", Set.of("now"),
            "java.time.LocalDateTime", Set.of("now"),
            "java.time.ZonedDateTime", Set.of("now"),
            "java.time.OffsetDateTime", Set.of("now"),
            "java.time.Clock", Set.of("systemUTC", "systemDefaultZone", "instant", "millis"),
            "java.util.UUID", Set.of("randomUUID"),
            "java.lang.System", Set.of("currentTimeMillis", "nanoTime", "getenv", "getProperty"),
            "java.lang.Math", Set.of("random"));

    private static final DescribedPredicate<JavaCall<?>> ASKS_THE_WORLD = describe(
            "asks for time, chance or environment",
            call -> AMBIENT.getOrDefault(call.getTargetOwner().getName(), Set.of())
                    .contains(call.getTarget().getName()));

    private static final DescribedPredicate<JavaCall<?>> READS_ITS_CLOCK = describe(
            "reads its machine's clock",
            call -> call.getTargetOwner().getName().startsWith("java.")
                    && Set.of("now", "currentTimeMillis", "systemUTC")
                            .contains(call.getTarget().getName()));

    private static final DescribedPredicate<JavaClass> RULES = resideInAPackage("dev.alfred..model..")
            .or(describe(
                    "a decider or planner",
                    type -> type.getSimpleName().endsWith("Decider")
                            || type.getSimpleName().endsWith("Planner")));

    @Test
    void allModulesAreHere() {
        assertThat(CLASSES.stream().map(type -> type.getPackageName().split("\\.")[2]))
                .contains("contracts", "messaging", "ingest", "mailbox", "orchestrator", "sessions", "runner");
    }

    @Test
    void modelsSeeOnlyJavaAndContracts() {
        classes()
                .that()
                .resideInAPackage("dev.alfred..model..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "dev.alfred.contracts..", "dev.alfred..model.."))
                .check(CLASSES);
    }

    @Test
    void rulesAreGivenTimeAndChance() {
        noClasses()
                .that(RULES)
                .should()
                .callCodeUnitWhere(callThat(ASKS_THE_WORLD))
                .check(CLASSES);
    }

    /** What one instance writes and another compares comes from the database's clock (docs/adr/0048). */
    @Test
    void noInstanceGoesByItsOwnClockWithARun() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.alfred.orchestrator.dispatch..", "dev.alfred.orchestrator.supervision..")
                .or()
                .resideInAnyPackage("dev.alfred.orchestrator.lease..", "dev.alfred.orchestrator.run.store..")
                .should()
                .callCodeUnitWhere(callThat(READS_ITS_CLOCK))
                .check(CLASSES);
    }

    @Test
    void metersAreTouchedInMetricsClassesOnly() {
        noClasses()
                .that()
                .haveSimpleNameNotEndingWith("Metrics")
                .and(not(nestedIn("Metrics")))
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("io.micrometer.core.instrument.MeterRegistry")
                .check(CLASSES);
    }

    @Test
    void kubernetesIsKnownToItsLauncherOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "dev.alfred.orchestrator.launch.kubernetes..", "dev.alfred.sessions.state.volume..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fabric8.kubernetes..")
                .check(CLASSES);
    }

    /** What begins while a service stops finds its database closed. */
    @Test
    void scheduledWorkBeginsOnlyWhileItsServiceRuns() {
        methods()
                .that()
                .areAnnotatedWith("io.quarkus.scheduler.Scheduled")
                .should()
                .beAnnotatedWith(describe(
                        "skipped when the service stops",
                        annotation -> annotation
                                .get("skipExecutionIf")
                                .filter(type -> ((JavaClass) type).getName().endsWith("$ApplicationNotRunning"))
                                .isPresent()))
                .check(CLASSES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ingest", "mailbox", "orchestrator", "sessions", "runner"})
    void noServiceImportsAnother(String service) {
        noClasses()
                .that()
                .resideInAPackage("dev.alfred." + service + "..")
                .should()
                .dependOnClassesThat(resideInAPackage("dev.alfred..")
                        .and(not(resideInAnyPackage(
                                "dev.alfred." + service + "..", "dev.alfred.contracts..", "dev.alfred.messaging.."))))
                .check(CLASSES);
    }

    @Test
    void librariesKnowNoService() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.alfred.contracts..", "dev.alfred.messaging..")
                .should()
                .dependOnClassesThat(resideInAPackage("dev.alfred..")
                        .and(not(resideInAnyPackage("dev.alfred.contracts..", "dev.alfred.messaging.."))))
                .check(CLASSES);
    }

    @Test
    void contractsNeedNoFramework() {
        classes()
                .that()
                .resideInAPackage("dev.alfred.contracts..")
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("java..", "com.fasterxml.jackson..", "dev.alfred.contracts.."))
                .check(CLASSES);
    }

    /** By itself a managed executor takes the transaction along that has just ended for whoever hands it work. */
    @Test
    void workIsHandedToThreadsByWorkExecutorsOnly() {
        noClasses()
                .that()
                .haveSimpleNameNotEndingWith("WorkExecutor")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("org.eclipse.microprofile.context.ManagedExecutor")
                .check(CLASSES);
    }

    @Test
    void onlyConsumersListenToTopics() {
        methods()
                .that()
                .areAnnotatedWith("org.eclipse.microprofile.reactive.messaging.Incoming")
                .should()
                .beDeclaredInClassesThat()
                .haveSimpleNameEndingWith("Consumer")
                .check(CLASSES);
    }

    @Test
    void rowsStayInTheirStore() {
        classes()
                .that()
                .haveSimpleNameEndingWith("Row")
                .should()
                .notHaveModifier(JavaModifier.PUBLIC)
                .check(CLASSES);
    }

    @Test
    void noClassIsNamedAfterNothing() {
        noClasses()
                .should()
                .haveNameMatching(".*\\.(Abstract|Base|Common)[A-Z]\\w*")
                .orShould()
                .haveNameMatching(".*(Manager|Helper|Utils?|Impl)")
                .check(CLASSES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ingest", "mailbox", "orchestrator", "sessions", "runner"})
    void featuresDoNotGoInCircles(String service) {
        slices().matching("dev.alfred." + service + ".(*)..")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    private static DescribedPredicate<JavaCall<?>> callThat(DescribedPredicate<JavaCall<?>> predicate) {
        return predicate;
    }

    private static DescribedPredicate<JavaClass> nestedIn(String suffix) {
        return describe(
                "nested in a ..." + suffix,
                type -> type.getEnclosingClass()
                        .map(outer -> outer.getSimpleName().endsWith(suffix))
                        .orElse(false));
    }

    private static DescribedPredicate<JavaClass> not(DescribedPredicate<? super JavaClass> predicate) {
        return DescribedPredicate.not(predicate).forSubtype();
    }
}
