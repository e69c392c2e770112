"""pg_partman on a set of daily partitions that is there already. Versions 4 (Debian 12) and 5 (Debian 13)."""

import glob

import servers


def install(database):
    """False where Debian's package is not installed."""
    if not glob.glob(f"/usr/share/postgresql/{servers.debian_major()}/extension/pg_partman.control"):
        return False
    database.query("CREATE SCHEMA partman; CREATE EXTENSION pg_partman SCHEMA partman")
    return True


def is_old(database):
    return database.value("SELECT split_part(extversion, '.', 1)::int FROM pg_extension WHERE extname = 'pg_partman'") < 5


def adopt(database, premake, retention, keep_table=False):
    """public.events, whose partitions are called as worlds.child() calls them, is partman's from now on."""
    kind = "native" if is_old(database) else "range"
    database.query(
        "INSERT INTO partman.part_config (parent_table, control, partition_interval, partition_type, premake, retention,"
        " retention_keep_table, datetime_string, infinite_time_partitions)"
        " VALUES ('public.events', 'at', '1 day', %s, %s, %s, %s, 'YYYY_MM_DD', true)", kind, premake, retention, keep_table)


def want(database, premake, retention):
    database.query("UPDATE partman.part_config SET premake = %s, retention = %s RETURNING 1", premake, retention)
