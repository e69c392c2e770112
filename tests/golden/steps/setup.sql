CREATE TABLE visits (
    kind  text NOT NULL,
    at    timestamptz NOT NULL DEFAULT '2026-08-28 10:00+00',
    local timestamp NOT NULL DEFAULT '2026-08-28 10:00',
    day   date NOT NULL DEFAULT '2026-08-28'
) PARTITION BY LIST (kind);
