-- Each filter of the list has an index of ended runs, written once for each run; what has not ended is few, and has one together.
-- None of it keeps instances of the version before from writing; what an interrupted try left is made anew.
DROP INDEX CONCURRENTLY IF EXISTS run_open;
CREATE INDEX CONCURRENTLY run_open ON run (id) WHERE ended_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS run_ended_by_state;
CREATE INDEX CONCURRENTLY run_ended_by_state ON run (state, id) WHERE ended_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS run_ended_by_pool;
CREATE INDEX CONCURRENTLY run_ended_by_pool ON run (pool, id) WHERE ended_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS run_ended_by_project;
CREATE INDEX CONCURRENTLY run_ended_by_project ON run (project, id) WHERE ended_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS run_ended_by_phase;
CREATE INDEX CONCURRENTLY run_ended_by_phase ON run (phase, id) WHERE ended_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS run_ended_by_adapter;
CREATE INDEX CONCURRENTLY run_ended_by_adapter ON run (adapter, id) WHERE ended_at IS NOT NULL;
