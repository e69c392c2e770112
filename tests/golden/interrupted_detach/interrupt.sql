-- A session that has read the tables keeps the second phase waiting, and lock_timeout ends the wait.
\setenv PGHOST :HOST
\setenv PGUSER :USER
\setenv PGDATABASE :DBNAME
\! psql -X -q -c "BEGIN; SELECT FROM ours, wanted, at_once, theirs, buckets; SELECT pg_sleep(60)" >/dev/null 2>&1 </dev/null &
DO $$BEGIN
  WHILE NOT EXISTS (SELECT FROM pg_locks WHERE relation = 'buckets'::regclass AND mode = 'AccessShareLock' AND pid <> pg_backend_pid()) LOOP
    PERFORM pg_sleep(0.02);
  END LOOP;
END$$;
SET lock_timeout = '200ms';
\set ON_ERROR_STOP off
ALTER TABLE ours DETACH PARTITION ours_26 CONCURRENTLY;
ALTER TABLE wanted DETACH PARTITION wanted_26 CONCURRENTLY;
ALTER TABLE at_once DETACH PARTITION at_once_26 CONCURRENTLY;
ALTER TABLE theirs DETACH PARTITION theirs_26 CONCURRENTLY;
ALTER TABLE buckets DETACH PARTITION buckets_0 CONCURRENTLY;
\set ON_ERROR_STOP on
SELECT pg_terminate_backend(pid) FROM pg_locks WHERE relation = 'buckets'::regclass AND pid <> pg_backend_pid();
