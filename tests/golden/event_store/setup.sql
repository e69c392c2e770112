-- An event store without a partition yet.
CREATE TABLE issue_events (
    id              uuid   NOT NULL,
    organization_id bigint NOT NULL,
    payload         jsonb  NOT NULL,
    PRIMARY KEY (id, organization_id)
) PARTITION BY RANGE (id);
