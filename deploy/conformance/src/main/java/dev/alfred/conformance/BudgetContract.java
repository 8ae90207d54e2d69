package dev.alfred.conformance;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;

import dev.alfred.contracts.session.Budget;
import dev.alfred.contracts.session.LlmResult;
import dev.alfred.contracts.session.ModelPrice;
import dev.alfred.contracts.vocabulary.ExitReason;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.alfred.conformance.AgentFixture.mark;
import static org.assertj.core.api.Assertions.assertThat;

/** What a run uses is told while it works, so that one that uses too much is ended there, and its session goes on. */
public interface BudgetContract {
    AgentFixture fixture();

    /** Less than the first reply uses. */
    enum TooLittle {
        TOKENS(new Budget(null, 100, null)),
        MONEY(new Budget(
                new BigDecimal("0.0005"),
                0,
                new ModelPrice(new BigDecimal("3"), new BigDecimal("0.3"), new BigDecimal("15"))));

        private final Budget budget;

        TooLittle(Budget budget) {
            this.budget = budget;
        }
    }

    @ParameterizedTest
    @EnumSource(TooLittle.class)
    default void endsARunUnderWayThatUsesMoreThanItMay(TooLittle limit, @TempDir Path directory) throws IOException {
        MailboxRuns mailbox = fixture().mailbox(directory);
        String first = mark();
        String second = mark();

        LlmResult result = mailbox.run(
                first + SessionContract.COUNTED + " [[tool:true]] [[tool:tail -f /dev/null]]",
                RunOptions.usual().limitedTo(limit.budget));

        assertThat(result.reason()).as(result.detail()).isEqualTo(ExitReason.BUDGET);
        assertThat(result.usage().totalTokens()).isGreaterThan(100);
        assertThat(mailbox.starts()).as("it is not tried again").isEqualTo(1);
        assertThat(result.resumeFallback()).isNull();
        fixture().assertResumed(mailbox.run(second), result.sessionId(), first, second);
    }
}
