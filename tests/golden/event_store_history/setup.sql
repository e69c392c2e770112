-- An event store whose earlier weeks look different: week 33 was built with four buckets and has lost one; week 34 was
-- never split.
CREATE TABLE issue_events (
    id              uuid   NOT NULL,
    organization_id bigint NOT NULL,
    payload         jsonb  NOT NULL,
    PRIMARY KEY (id, organization_id)
) PARTITION BY RANGE (id);
CREATE TABLE issue_events__2026_w33 PARTITION OF issue_events
    FOR VALUES FROM ('019fe8f8-1400-7000-8000-000000000000') TO ('01a00d04-9800-7000-8000-000000000000')
    PARTITION BY HASH (organization_id);
CREATE TABLE issue_events__2026_w33__h0 PARTITION OF issue_events__2026_w33 FOR VALUES WITH (MODULUS 4, REMAINDER 0);
CREATE TABLE issue_events__2026_w33__h1 PARTITION OF issue_events__2026_w33 FOR VALUES WITH (MODULUS 4, REMAINDER 1);
CREATE TABLE issue_events__2026_w33__h3 PARTITION OF issue_events__2026_w33 FOR VALUES WITH (MODULUS 4, REMAINDER 3);
CREATE TABLE issue_events__2026_w34 PARTITION OF issue_events
    FOR VALUES FROM ('01a00d04-9800-7000-8000-000000000000') TO ('01a03111-1c00-7000-8000-000000000000');
