"""Which locks DDL statements take: an event trigger writes down, at the end of each statement, what its session holds.

The records are written in the statement's own transaction, so nothing has to be caught in the act. Records of what was
rolled back are lost with it. Concurrent detaches are several transactions: what the last one holds at its end is seen.
"""

INSTALL = """
CREATE SCHEMA lock_records;
CREATE TABLE lock_records.held (
  number    bigint GENERATED ALWAYS AS IDENTITY,
  tag       text NOT NULL,
  statement text NOT NULL,
  relation  text NOT NULL,
  mode      text NOT NULL,
  attached  boolean NOT NULL      -- before the statements that were recorded: part of a tree
);
CREATE TABLE lock_records.live AS
  SELECT oid, oid::regclass::text AS name FROM pg_class
  WHERE (relkind = 'p' OR relispartition) AND relkind IN ('r', 'p', 'f');
CREATE FUNCTION lock_records.note() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog AS $$
BEGIN
  INSERT INTO lock_records.held (tag, statement, relation, mode, attached)
  SELECT tg_tag, current_query(), coalesce(live.name, relation::regclass::text), mode, live.oid IS NOT NULL
  FROM pg_locks LEFT JOIN lock_records.live ON live.oid = relation
  WHERE locktype = 'relation' AND pid = pg_backend_pid() AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND relation >= 16384 AND relation <> 'lock_records.held'::regclass AND relation <> 'lock_records.live'::regclass;
END $$;
GRANT USAGE ON SCHEMA lock_records TO PUBLIC;
CREATE EVENT TRIGGER lock_records ON ddl_command_end EXECUTE FUNCTION lock_records.note();
"""


def record(database):
    """From now on, until `recorded`, what DDL locks in that database is written down."""
    database.query(INSTALL)


def recorded(database):
    """(statement, relation, mode) of the locks on relations that were part of a tree when recording began."""
    rows = database.query("SELECT statement, relation, mode FROM lock_records.held WHERE attached ORDER BY number")
    database.query("DROP EVENT TRIGGER lock_records; DROP SCHEMA lock_records CASCADE")
    return rows


def exclusive(rows):
    """The relations of those that were locked ACCESS EXCLUSIVE, each with the first statement that did it."""
    found = {}
    for statement, relation, mode in rows:
        if mode == "AccessExclusiveLock":
            found.setdefault(relation, statement)
    return found
