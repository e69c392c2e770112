-- The parent table alone: on a fresh database the files make the earlier weeks too.
CREATE TABLE issue_events (
    id              uuid   NOT NULL,
    organization_id bigint NOT NULL,
    payload         jsonb  NOT NULL,
    PRIMARY KEY (id, organization_id)
) PARTITION BY RANGE (id);
