-- A queue whose partitions are truncated and filled in turn.
CREATE TABLE deleted_records (
    partition_id bigint NOT NULL DEFAULT 100,
    id           bigint NOT NULL,
    status       text NOT NULL DEFAULT 'pending',
    PRIMARY KEY (partition_id, id)
) PARTITION BY LIST (partition_id);
