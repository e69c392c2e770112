"""Schemas and the databases that they describe, as large as one likes: snapshot files, and the SQL that makes them."""

import os
from datetime import datetime, timedelta, timezone

AT = datetime(2026, 8, 28, 10, tzinfo=timezone.utc)  # the moment of every plan on a snapshot file
TODAY = datetime(2026, 8, 28, tzinfo=timezone.utc)
DAY = timedelta(days=1)
BIG = (12_500, 8)  # windows and buckets: 100,000 tables that hold rows, and 12,500 branches

COLUMNS = "id bigint NOT NULL, at timestamptz NOT NULL, tenant bigint NOT NULL, payload text"


def at_text():
    return AT.strftime("%Y-%m-%dT%H:%M:%SZ")


def schema(tables=("public.events",), create="current and 1 after", keep="forever", buckets=8, step="day", drop=""):
    level = f"partition by hash (tenant) modulus {buckets};" if buckets else ""
    text = "pschema 1;\n"
    for table in tables:
        text += (f"table {table} {{\n  partition by range (at) every {step} {{\n"
                 f"    create {create};\n    keep {keep};\n    {drop}\n    {level}\n  }}\n}}\n")
    return text


def days(count, newest=TODAY + DAY):
    """So many days in a row, ascending; the last one is tomorrow if not said otherwise."""
    return [newest - DAY * back for back in range(count - 1, -1, -1)]


def bound(day):
    return f"FOR VALUES FROM ('{day:%Y-%m-%d} 00:00:00+00') TO ('{day + DAY:%Y-%m-%d} 00:00:00+00')"


def child(table, day):
    return f"{table}__{day:%Y_%m_%d}"


def partman_child(table, day):
    """As pg_partman calls it, which reads its names. The others read bounds."""
    return f"{table}_p{day:%Y_%m_%d}"


def bucket_bound(buckets, number):
    return f"FOR VALUES WITH (modulus {buckets}, remainder {number})"


def partition_lists(table, windows, buckets, without=()):
    """(parent, rows) of the tree, as they stand in catalog.toml. `without` are names that are left out."""
    key = ', { partition_by = "hash (tenant)" }' if buckets else ""
    yield table, [f'["{child(table, day)} {bound(day)}"{key}]' if key else f'"{child(table, day)} {bound(day)}"' for day in windows]
    for day in windows if buckets else ():
        branch = child(table, day)
        names = sorted((f"{branch}__h{number}", number) for number in range(buckets))
        yield branch, [f'"{name} {bucket_bound(buckets, number)}"' for name, number in names if name not in without]


def snapshot(tables, windows, buckets, without=(), applied=()):
    """catalog.toml, as `pschema snapshot` writes it. `applied` are names of migrations."""
    told = "".join(f'  "{name}",\n' for name in sorted(applied))
    parts = [f'format = 2\ntaken_at = "{at_text()}"\nserver = 150000\nzone_data = "bench"\n\n[ledger]\npresent = true\n'
             + (f"applied = [\n{told}]\n" if told else "")]
    for table in tables:
        parts.append(f'\n[[table]]\nname = "{table}"\npartition_by = "range (at)"\nowner = "postgres"\nindexes = 1\ntoast = true\n'
                     'columns = [\n  ["id", "bigint", { not_null = true }],\n'
                     '  ["at", "timestamp with time zone", { not_null = true }],\n'
                     '  ["tenant", "bigint", { not_null = true }],\n  ["payload", "text"],\n]\n')
        if windows:
            parts.append("[table.partitions]\n")
            for parent, rows in partition_lists(table, windows, buckets, without):
                parts.append(f'"{parent}" = [\n' + "".join(f"  {row},\n" for row in rows) + "]\n")
    return "".join(parts)


def root_sql(table="public.events"):
    bare = table.split(".")[-1]
    return (f"CREATE TABLE {table} ({COLUMNS}, CONSTRAINT {bare}_pkey PRIMARY KEY (id, at, tenant))"
            f" PARTITION BY RANGE (at);")


def tree_sql(table, windows, buckets, named=child):
    """The statements that fill a root; quick to run, so PARTITION OF."""
    for day in windows:
        by = " PARTITION BY HASH (tenant)" if buckets else ""
        yield f"CREATE TABLE {named(table, day)} PARTITION OF {table} {bound(day)}{by};"
        for number in range(buckets):
            yield (f"CREATE TABLE {named(table, day)}__h{number} PARTITION OF {named(table, day)}"
                   f" {bucket_bound(buckets, number)};")


def real_today():
    return datetime.now(timezone.utc).replace(hour=0, minute=0, second=0, microsecond=0)


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def made_up(folder, name, tables, windows, buckets, without=(), applied=(), **of_schema):
    """A schema file and a snapshot file; their paths."""
    return (write(folder, f"{name}.pschema", schema(tables, buckets=buckets, **of_schema)),
            write(folder, f"{name}.toml", snapshot(tables, windows, buckets, without, applied)))
