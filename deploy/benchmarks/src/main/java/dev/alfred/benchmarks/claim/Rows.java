package dev.alfred.benchmarks.claim;

import java.util.List;

import dev.alfred.benchmarks.claim.ClaimedRuns.Queue;

/** The rows of runs that wait, live and have ended, and what changes in them, as the orchestrator would write them. */
final class Rows {
    /** What a run's row goes through between its claim and its end: prepared, launch begun, launched, session, commit. */
    static final List<String> LIFE = List.of(
            """
            UPDATE run SET attempt = attempt + 1, runner = 'sandbox', image = 'an-image', provider = 'anthropic',
                model = 'a-model', cli_version = '2.1.266' WHERE id = ANY (?)
            """,
            """
            UPDATE run SET node = 'a-node', session_name = 'a-session', session_mode = 'fresh',
                session_reason = 'no_prior_session', state = 'starting' WHERE id = ANY (?)
            """,
            "UPDATE run SET launches = launches + 1, started_at = now(), state = 'running' WHERE id = ANY (?)",
            "UPDATE run SET session_native_id = gen_random_uuid()::text WHERE id = ANY (?)",
            "UPDATE run SET base_commit = md5(id::text) WHERE id = ANY (?)");

    static final String LOCK = "SELECT * FROM run WHERE id = ? AND generation = ? FOR NO KEY UPDATE";

    static final String END = """
            UPDATE run SET exit_reason = 'done', detail = 'a detail', commit_id = md5(mailbox), commits = 3, pushed = true,
                result = repeat('r', 300), prompt_form = 'full', prompt_seen = true, input_tokens = 1000,
                output_tokens = 1000, cost_usd = 0.1, ended_at = now(), owner = NULL, lease_until = NULL,
                state = 'succeeded' WHERE id = ?
            """;

    private static final String INSERT = """
            INSERT INTO run (id, mailbox, mailbox_kind, project, organization, branch, phase, priority, adapter, pool,
                max_concurrent_runs, requested_by, requested_at, state, not_before%1$s)
            SELECT ('%2$s-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'example-%3$s-' || n, 'issue',
                ('00000000-0000-4000-8000-' || lpad(to_hex(n %% %4$d), 12, '0'))::uuid, 'an-organization',
                'alfred/issue-' || n, 'implementation', n / %4$d %% 5, 'claude-code', 'pool-' || n %% %5$d, 8, 'someone',
                now(), '%6$s', now()%7$s
            FROM generate_series(%8$d, %9$d) AS n
            """;

    private Rows() {}

    /** Runs with these numbers, from one (and with it) to another (without it). */
    static String waiting(long from, long to, Queue queue) {
        return insert("", "00000001", "issue", queue, "queued", "", from, to);
    }

    static String held(String owner, Queue queue) {
        return insert(
                ", owner, lease_until, generation, attempt, launches, started_at",
                "measured".equals(owner) ? "00000002" : "00000003",
                owner,
                queue,
                "running",
                ", '" + owner + "', now() + interval '1 day', 1, 1, 1, now()",
                0,
                queue.held());
    }

    static String finished(long runs, Queue queue) {
        return insert("""
                , generation, attempt, launches, runner, image, provider, model, cli_version, session_name,
                session_native_id, session_mode, session_reason, prompt_form, prompt_seen, base_commit, commit_id, commits,
                pushed, exit_reason, detail, result, input_tokens, output_tokens, cost_usd, started_at, ended_at""", "00000000", "issue", queue, "succeeded", """
                , 1, 1, 1, 'sandbox', 'an-image', 'anthropic', 'a-model', '2.1.266', 'a-session', gen_random_uuid()::text,
                'fresh', 'no_prior_session', 'full', true, md5(n::text), md5('c' || n), 3, true, 'done', 'a detail',
                repeat('r', 300), 1000, 1000, 0.1, now(), now()""", 0, runs);
    }

    /** Room for one claim more than is held. */
    static String pools(Queue queue) {
        return "INSERT INTO runner_pool (name, capacity) SELECT 'pool-' || n, %d FROM generate_series(0, %d) AS n"
                .formatted(2 * queue.held() / queue.pools() + 1 + queue.claim(), queue.pools() - 1);
    }

    private static String insert(
            String moreColumns,
            String id,
            String mailbox,
            Queue queue,
            String state,
            String moreValues,
            long from,
            long to) {
        return INSERT.formatted(
                moreColumns, id, mailbox, queue.projects(), queue.pools(), state, moreValues, from, to - 1);
    }
}
