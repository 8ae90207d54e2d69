package dev.alfred.orchestrator;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.runrequests.RunBranch;
import dev.alfred.contracts.runrequests.RunProject;
import dev.alfred.contracts.runrequests.RunPrompts;
import dev.alfred.contracts.runrequests.RunRequested;
import dev.alfred.contracts.runrequests.RunSettings;
import dev.alfred.contracts.vocabulary.AdapterId;
import dev.alfred.contracts.vocabulary.ForgeKind;
import dev.alfred.contracts.vocabulary.MailboxKind;
import dev.alfred.contracts.vocabulary.Phase;
import dev.alfred.messaging.UuidV7;

/** Requests for runs, for tests. */
public final class ARunRequest {
    private UUID project = UUID.randomUUID();
    private long iid = Math.abs(UUID.randomUUID().getLeastSignificantBits() % 1_000_000_000) + 1;
    private Phase phase = Phase.ANALYSIS;
    private int maxAttempts = 2;
    private int maxConcurrentRuns = 4;
    private String cloneUrl = "http://127.0.0.1:9/acme/shelves.git";
    private String pool = "default";
    private UUID deltaSince;
    private AdapterId adapter = AdapterId.CLAUDE_CODE;
    private String provider;
    private String image;
    private MailboxKind kind = MailboxKind.ISSUE;
    private boolean sessionResume = true;
    private boolean freshRequested;
    private boolean tainted;
    private long revision = 1;
    private Duration timeout = Duration.ofMinutes(60);
    private Duration setUp = Duration.ofMinutes(10);
    private Instant requestedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    private ARunRequest() {}

    public static ARunRequest aRun() {
        return new ARunRequest();
    }

    public ARunRequest of(Phase wanted) {
        phase = wanted;
        return this;
    }

    public ARunRequest inProject(UUID wanted) {
        project = wanted;
        return this;
    }

    public ARunRequest inMailbox(long wanted) {
        iid = wanted;
        return this;
    }

    public ARunRequest inPool(String wanted) {
        pool = wanted;
        return this;
    }

    public ARunRequest withAttempts(int wanted) {
        maxAttempts = wanted;
        return this;
    }

    public ARunRequest atMostAtOnce(int wanted) {
        maxConcurrentRuns = wanted;
        return this;
    }

    public ARunRequest from(String wanted) {
        cloneUrl = wanted;
        return this;
    }

    public ARunRequest withDeltaSince(UUID run) {
        deltaSince = run;
        return this;
    }

    public ARunRequest by(AdapterId wanted) {
        adapter = wanted;
        return this;
    }

    public ARunRequest with(String wanted) {
        provider = wanted;
        return this;
    }

    public ARunRequest inImage(String wanted) {
        image = wanted;
        return this;
    }

    public ARunRequest forAMergeRequest() {
        kind = MailboxKind.MR;
        return this;
    }

    public ARunRequest withoutSessions() {
        sessionResume = false;
        return this;
    }

    public ARunRequest freshOnRequest() {
        freshRequested = true;
        return this;
    }

    public ARunRequest tainted() {
        tainted = true;
        return this;
    }

    public ARunRequest decidedAt(long wanted) {
        revision = wanted;
        return this;
    }

    public ARunRequest within(Duration run, Duration setup) {
        timeout = run;
        setUp = setup;
        return this;
    }

    public ARunRequest requestedAt(Instant at) {
        requestedAt = at;
        return this;
    }

    public RunRequested build() {
        return new RunRequested(
                UuidV7.next(),
                kind == MailboxKind.ISSUE
                        ? MailboxKey.issue("acme-shelves", iid)
                        : MailboxKey.mergeRequest("acme-shelves", iid),
                kind,
                revision,
                new RunProject(project, "acme", "shelves", ForgeKind.FORGEJO, cloneUrl),
                phase,
                new RunBranch("agent/issue-" + iid + "-sort-the-shelves", "main", false),
                new RunPrompts("Sort the shelves.", deltaSince == null ? null : "And dust them.", deltaSince),
                new RunSettings(
                        sessionResume,
                        adapter,
                        provider,
                        null,
                        pool,
                        image,
                        timeout,
                        setUp,
                        maxAttempts,
                        2,
                        maxConcurrentRuns,
                        512L << 20,
                        BigDecimal.valueOf(5),
                        2_000_000,
                        List.of("registry.example:443"),
                        null),
                freshRequested,
                tainted,
                "ada",
                UuidV7.next(),
                requestedAt);
    }
}
