package dev.alfred.messaging.transaction;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

import jakarta.inject.Inject;

import dev.alfred.embedded.KafkaResource;
import dev.alfred.embedded.PostgresResource;
import dev.alfred.messaging.Ledger;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.jboss.logging.MDC;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

@QuarkusTest
@WithTestResource(value = PostgresResource.class, initArgs = @ResourceArg(name = "schema", value = "mailbox"))
@WithTestResource(KafkaResource.class)
class GroupCommitTest {
    private static final int MOST = 4;
    private static final String ONE_BY_ONE = "the caller";

    @Inject
    Ledger ledger;

    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final CountDownLatch laneBusy = new CountDownLatch(1);
    private final CountDownLatch laneFree = new CountDownLatch(1);
    private GroupCommit<String> group;

    @AfterEach
    void end() {
        laneFree.countDown();
        group.close();
        callers.shutdown();
    }

    @Test
    void whatIsAskedForAtTheSameTimeSharesATransaction() throws Exception {
        begin(keys -> keys);
        String row = UUID.randomUUID().toString();

        List<String> transactions = answers(meanwhile(List.of(
                asked("a", () -> entered(row, "1")),
                asked("b", () -> entered(row, "2")),
                asked("c", () -> entered(row, "3")))));

        assertThat(new HashSet<>(transactions)).hasSize(1);
        assertThat(ledger.words(row)).containsExactlyInAnyOrder("1", "2", "3");
    }

    @Test
    void noMoreShareOneThanMay() throws Exception {
        begin(keys -> keys);
        List<Supplier<Future<String>>> many = new ArrayList<>();
        for (int i = 0; i < MOST + 1; i++) {
            many.add(asked("key-" + i, this::transaction));
        }

        assertThat(new HashSet<>(answers(meanwhile(many)))).hasSize(2);
    }

    @Test
    void oneThatFailsTakesNoOtherAlongAndLeavesNothing() throws Exception {
        begin(keys -> keys);
        String row = UUID.randomUUID().toString();

        List<Future<String>> asked = meanwhile(List.of(
                asked("a", () -> entered(row, "good")),
                asked(
                        "b",
                        () -> joining(() -> {
                            entered(row, "bad");
                            throw new IllegalArgumentException("no good");
                        })),
                asked("c", () -> entered(row, "as good"))));

        assertThatThrownBy(() -> asked.get(1).get()).hasRootCauseInstanceOf(IllegalArgumentException.class);
        asked.get(0).get();
        asked.get(2).get();
        assertThat(ledger.words(row)).containsExactlyInAnyOrder("good", "as good");
    }

    @Test
    void oneThatFailsOnItsOwnFailsOnceAndLeavesNothing() {
        begin(keys -> keys);
        laneFree.countDown();
        String row = UUID.randomUUID().toString();
        List<String> begun = new ArrayList<>();

        assertThatThrownBy(() -> group.call("a", () -> {
                    begun.add("once");
                    entered(row, "bad");
                    throw new IllegalArgumentException("no good");
                }))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(begun).hasSize(1);
        assertThat(ledger.words(row)).isEmpty();
    }

    @Test
    void workOfOneKeyNeverSharesATransaction() throws Exception {
        begin(keys -> keys);

        List<String> transactions =
                answers(meanwhile(List.of(asked("same", this::transaction), asked("same", this::transaction))));

        assertThat(transactions).doesNotHaveDuplicates();
    }

    @Test
    void whatIsNotFreeIsDoneOnItsOwnByWhoeverAsked() throws Exception {
        begin(keys ->
                Set.copyOf(keys.stream().filter(key -> !key.equals("held")).toList()));

        List<String> doneBy = answers(meanwhile(List.of(
                asked("free", () -> Thread.currentThread().getName()),
                asked("held", () -> Thread.currentThread().getName()))));

        assertThat(doneBy.get(0)).startsWith("grouped");
        assertThat(doneBy.get(1)).isEqualTo(ONE_BY_ONE);
    }

    @Test
    void theContextOfItsLogLinesComesAlongAndStaysWithNobodyElse() throws Exception {
        begin(keys -> keys);

        List<String> contexts = answers(meanwhile(List.of(
                asked("a", () -> String.valueOf(MDC.get("run")), "run-a"),
                asked("b", () -> String.valueOf(MDC.get("run"))))));

        assertThat(contexts).containsExactly("run-a", "null");
    }

    @Test
    void whatIsPartOfATransactionStaysInIt() {
        begin(keys -> keys);
        laneFree.countDown();

        QuarkusTransaction.requiringNew()
                .run(() -> assertThat(group.call("a", this::transaction)).isEqualTo(transaction()));
    }

    @Test
    void whatWaitsWhenItClosesIsDoneByWhoeverAsked() throws Exception {
        begin(keys -> keys);
        List<Future<String>> waiting = List.of(
                asked("a", () -> Thread.currentThread().getName()).get(),
                asked("b", () -> Thread.currentThread().getName()).get());
        awaitWaiting(2);

        group.close();
        laneFree.countDown();

        assertThat(answers(waiting)).containsOnly(ONE_BY_ONE);
        assertThat(group.call("c", () -> Thread.currentThread().getName()))
                .isEqualTo(Thread.currentThread().getName());
    }

    /** One lane, which is busy until it is let go. */
    private void begin(Function<Set<String>, Set<String>> preparation) {
        group = new GroupCommit<>("grouped", 1, MOST, preparation);
        group.start();
        callers.submit(() -> group.call("busy", () -> {
            laneBusy.countDown();
            return awaited(laneFree);
        }));
        awaited(laneBusy);
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All of them are asked for while the lane is busy. */
    private List<Future<String>> meanwhile(List<Supplier<Future<String>>> asked) {
        List<Future<String>> answers = asked.stream().map(Supplier::get).toList();
        awaitWaiting(asked.size());
        laneFree.countDown();
        return answers;
    }

    private void awaitWaiting(int tasks) {
        await().until(() -> group.waiting() == tasks);
    }

    private static List<String> answers(List<Future<String>> asked) throws Exception {
        List<String> answers = new ArrayList<>();
        for (Future<String> one : asked) {
            answers.add(one.get(30, TimeUnit.SECONDS));
        }
        return answers;
    }

    private Supplier<Future<String>> asked(String key, Supplier<String> work) {
        return asked(key, work, null);
    }

    private Supplier<Future<String>> asked(String key, Supplier<String> work, String run) {
        return () -> callers.submit(() -> {
            Thread.currentThread().setName(ONE_BY_ONE);
            if (run != null) {
                MDC.put("run", run);
            }
            return group.call(key, work);
        });
    }

    /** The transaction in which the word was entered. */
    private String entered(String key, String word) {
        return joining(() -> {
            ledger.enter(UUID.randomUUID().toString(), key, word, "-");
            return transaction();
        });
    }

    private String transaction() {
        return joining(() -> ledger.ask("SELECT pg_current_xact_id()::text").getFirst());
    }

    private static String joining(Supplier<String> work) {
        return QuarkusTransaction.joiningExisting().call(work::get);
    }
}
