package dev.alfred.mailbox.forge;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;

import dev.alfred.mailbox.forge.model.ForgeFailure;
import dev.alfred.mailbox.forge.model.ForgeWriteResult;
import dev.alfred.mailbox.forge.model.WriteAttempt;
import dev.alfred.mailbox.forge.model.WriteClaim;
import dev.alfred.mailbox.forge.model.WriteRetryDecider;
import dev.alfred.mailbox.forge.model.WriteRetryDecider.Next;
import dev.alfred.mailbox.forge.model.WriteRetryDecider.Patience;
import org.jboss.logging.Logger;

/** One turn of the worker: takes a project's next due write, does it outside of any transaction, and records its end. */
@ApplicationScoped
class ForgeWriteTurn {
    private static final Logger LOG = Logger.getLogger(ForgeWriteTurn.class);

    private final ForgeWriteHandler handler;
    private final ForgeClients clients;
    private final ForgeProjects projects;
    private final ForgeConfig config;

    ForgeWriteTurn(ForgeWriteHandler handler, ForgeClients clients, ForgeProjects projects, ForgeConfig config) {
        this.handler = handler;
        this.clients = clients;
        this.projects = projects;
        this.config = config;
    }

    /** What a turn came to. */
    sealed interface Turned {
        record Nothing() implements Turned {}

        record One() implements Turned {}

        /** The connection is to be left alone for so long. */
        record Rest(Duration pause) implements Turned {}
    }

    Turned take(ForgeAccess access, UUID project) {
        Optional<WriteClaim> claimed = handler.claim(project, config.writes().claim());
        if (claimed.isEmpty()) {
            return new Turned.Nothing();
        }
        WriteClaim claim = claimed.get();
        try {
            return record(claim, attempt(access, claim));
        } catch (RuntimeException e) {
            LOG.errorf(
                    e,
                    "A write to a forge could not be ended and is tried again: write=%s",
                    claim.written().id());
            handler.again(claim, config.writes().firstPause(), "internal");
            return new Turned.One();
        }
    }

    private WriteAttempt attempt(ForgeAccess access, WriteClaim claim) {
        long started = System.nanoTime();
        long lasts = config.writes()
                .claim()
                .minus(config.readTimeout().multipliedBy(2))
                .toNanos();
        return new ForgeWriteSteps(clients.open(access), claim, () -> System.nanoTime() - started > lasts).perform();
    }

    private Turned record(WriteClaim claim, WriteAttempt attempt) {
        return switch (attempt) {
            case WriteAttempt.Ended(ForgeWriteResult result) -> {
                handler.ended(claim, result);
                if (!claim.overtaken()) {
                    projects.accepted(claim.written().project(), wrote(result));
                }
                yield new Turned.One();
            }
            case WriteAttempt.Failed(ForgeFailure failure) -> failed(claim, failure);
        };
    }

    private Turned failed(WriteClaim claim, ForgeFailure failure) {
        Next next = WriteRetryDecider.decide(failure, claim.attempt(), patience());
        LOG.infof(
                "A write to a forge failed: write=%s mailbox=%s reason=%s next=%s",
                claim.written().id(), claim.written().mailbox(), failure.code(), next);
        return switch (next) {
            case Next.Again(Duration pause) -> {
                handler.again(claim, pause, failure.detail());
                yield new Turned.One();
            }
            case Next.Rest(Duration pause) -> {
                handler.again(claim, pause, failure.detail());
                yield new Turned.Rest(pause);
            }
            case Next.AccessRefused(Duration pause) -> {
                handler.again(claim, pause, failure.detail());
                handler.postpone(claim.written().project(), pause, failure.detail());
                projects.refused(claim.written().project(), failure);
                yield new Turned.One();
            }
            case Next.GiveUp() -> {
                handler.ended(claim, new ForgeWriteResult.Refused(claim.written(), failure));
                yield new Turned.One();
            }
        };
    }

    private static boolean wrote(ForgeWriteResult result) {
        return switch (result) {
            case ForgeWriteResult.Commented ignored -> true;
            case ForgeWriteResult.MergeRequestOpened ignored -> true;
            case ForgeWriteResult.IssueGone ignored -> false;
            case ForgeWriteResult.Refused ignored -> false;
        };
    }

    private Patience patience() {
        ForgeConfig.Writes writes = config.writes();
        return new Patience(writes.firstPause(), writes.longestPause(), writes.refusedPause(), writes.refusals());
    }
}
