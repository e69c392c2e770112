"""What a database holds, as text that can be compared with that of another database, and counts of rows."""

import contextlib
import re

# Everything but the system's and pschema's own: names, kinds, bounds, keys, owners, storage, columns, indexes,
# constraints, triggers and comments. Names of what a server names by itself are in it too.
DUMP = r"""
SET search_path = pg_catalog; SET timezone = 'UTC'; SET datestyle = 'ISO, YMD';
WITH relation AS (
  SELECT c.oid AS id, quote_ident(nspname) || '.' || quote_ident(relname) AS name, c.*
  FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
  WHERE nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast', 'pschema', 'lock_records')
)
SELECT name || ' ' || relkind::text || ' ' || relpersistence::text || ' owner ' || pg_get_userbyid(relowner)
    || coalesce(' in ' || spcname, '') || coalesce(' with ' || reloptions::text, '')
    || coalesce(' grants ' || relacl::text, '') || CASE WHEN relrowsecurity THEN ' row security' ELSE '' END
    || ' identity ' || relreplident::text
  FROM relation LEFT JOIN pg_tablespace t ON t.oid = reltablespace
UNION ALL
SELECT name || ' of ' || inhparent::regclass::text || coalesce(' ' || pg_get_expr(relpartbound, 0), '')
    || CASE WHEN inhdetachpending THEN ' DETACH PENDING' ELSE '' END
  FROM relation JOIN pg_inherits ON inhrelid = id
UNION ALL
SELECT name || ' at ' || quote_ident(srvname) || coalesce(' ' || ftoptions::text, '')
  FROM relation JOIN pg_foreign_table ON ftrelid = id JOIN pg_foreign_server s ON s.oid = ftserver
UNION ALL
SELECT name || ' by ' || pg_get_partkeydef(id) FROM relation WHERE relkind = 'p'
UNION ALL
SELECT name || ' column ' || attname || ' ' || format_type(atttypid, atttypmod)
    || CASE WHEN attnotnull THEN ' not null' ELSE '' END || ' ' || attidentity::text || attgenerated::text
    || coalesce(' ' || pg_get_expr(adbin, adrelid), '')
  FROM relation JOIN pg_attribute ON attrelid = id AND attnum > 0 AND NOT attisdropped
    LEFT JOIN pg_attrdef ON adrelid = id AND adnum = attnum
  WHERE relkind IN ('r', 'p', 'f', 'v', 'm')
UNION ALL
SELECT name || ' index ' || pg_get_indexdef(id) FROM relation WHERE relkind IN ('i', 'I')
UNION ALL
SELECT name || ' constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(k.oid)
  FROM relation JOIN pg_constraint k ON conrelid = id
UNION ALL
SELECT name || ' trigger ' || pg_get_triggerdef(t.oid) FROM relation JOIN pg_trigger t ON tgrelid = id AND NOT tgisinternal
UNION ALL
SELECT name || ' comment ' || CASE objsubid WHEN 0 THEN '' ELSE objsubid || ' ' END || description
  FROM relation JOIN pg_description ON objoid = id AND classoid = 'pg_class'::regclass
"""

# The server writes the table of a hash level into a check by its number.
TABLE_NUMBER = re.compile(r"satisfies_hash_partition\('\d+'::oid")
DETACHED_AT = re.compile(r"detached at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def dump(database):
    """Sorted lines; the moments in markers and numbers of tables are left out, as two runs never share them."""
    return sorted(TABLE_NUMBER.sub("satisfies_hash_partition(OID", DETACHED_AT.sub("detached at T", line))
                  for line, in database.query(DUMP))


LEAVES = """
SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
WHERE relkind = 'r' AND nspname NOT IN ('pg_catalog', 'information_schema', 'pschema', 'lock_records')
ORDER BY 1"""


def leaves(database):
    """The tables that hold rows, attached or not, each with how many; pschema's own are left out."""
    return {name: count for name, (count, _) in digests(database).items()}


def digests(database):
    """The same, each with a sum over the texts of its rows too."""
    with contextlib.closing(database.connect()) as connection, connection.cursor() as cursor:
        cursor.execute(LEAVES)
        names = [name for name, in cursor.fetchall()]
        found = {}
        for name in names:
            cursor.execute(f"SELECT count(*), coalesce(sum(hashtextextended(of_row::text, 0)), 0)::text FROM ONLY {name} AS of_row")
            found[name] = cursor.fetchone()
        return found


def rows(database):
    return sum(leaves(database).values())


def children(database, parent):
    """Name to bound of what is attached right below that relation, as the server prints it under UTC."""
    return dict(database.query(
        "SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; "
        "SELECT n.nspname || '.' || relname, pg_get_expr(relpartbound, 0) "
        "FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid JOIN pg_namespace n ON n.oid = relnamespace "
        "WHERE inhparent = %s::regclass", parent))
