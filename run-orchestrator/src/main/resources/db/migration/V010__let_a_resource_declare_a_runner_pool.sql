-- A pool that a RunnerPool resource declares takes capacity, image and pods' settings from there. One whose resource is
-- gone keeps what it had, for the runs that it still has.
ALTER TABLE runner_pool
    ADD COLUMN declared_in   text,
    ADD COLUMN declared_uid  text,
    ADD COLUMN generation    bigint,
    ADD COLUMN withdrawn     boolean NOT NULL DEFAULT false,
    ADD COLUMN image         text,
    ADD COLUMN pod_settings  text,
    ADD COLUMN note          text,
    ADD CONSTRAINT declared_as_a_whole CHECK (
        (declared_in IS NULL) = (declared_uid IS NULL)
        AND (declared_in IS NULL) = (generation IS NULL)
        AND (declared_in IS NOT NULL OR NOT withdrawn));
