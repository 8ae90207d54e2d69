CREATE TABLE project (
    id              uuid PRIMARY KEY,
    organization    text        NOT NULL REFERENCES organization,
    slug            text        NOT NULL,
    key_slug        text        NOT NULL UNIQUE,
    connection      text        NOT NULL,
    forge           text        NOT NULL,
    base_url        text        NOT NULL,
    repository_id   text        NOT NULL,
    repository      text        NOT NULL,
    clone_url       text        NOT NULL,
    credential_kind text        NOT NULL,
    secret_ref      text        NOT NULL,
    bot_id          text        NOT NULL,
    bot_login       text        NOT NULL,
    bot_permission  text        NOT NULL,
    default_branch  text,
    blocked         text,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    UNIQUE (organization, slug),
    UNIQUE (connection, repository_id)
);

COMMENT ON COLUMN project.key_slug IS 'First part of the keys of its mailboxes; fixed when the project is registered';
COMMENT ON COLUMN project.repository IS 'Path of today, for people to read; the repository id is what counts';
COMMENT ON COLUMN project.blocked IS 'Why no run can be started: empty_repository, forge_unauthorized, forge_forbidden';
