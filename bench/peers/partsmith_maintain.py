"""pg-partsmith maintains public.events, daily; run by the Python of its virtual environment.

    partsmith_maintain.py DSN CREATE KEEP [--drop]    CREATE windows from the current one on, KEEP with it before
"""

import os
import sys
from datetime import timedelta

import psycopg2
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from pg_partsmith import (
    CreateAhead, DropAfter, KeepNewest, LifecyclePolicy, PartitionGranularity, RangePartitioning, TablePartitionConfig,
    TimeBoundaries,
)
from pg_partsmith.sync import PartitionToolkit


def main():
    dsn, create, keep = sys.argv[1:4]
    engine = create_engine("postgresql+psycopg2://", creator=lambda: psycopg2.connect(dsn), poolclass=NullPool)
    config = TablePartitionConfig(
        schema="public", table_name="events",
        scheme=RangePartitioning(key="at", boundaries=TimeBoundaries(granularity=PartitionGranularity.DAY)),
        lifecycle=LifecyclePolicy(creation=CreateAhead(count=int(create)), retention=KeepNewest(count=int(keep)),
                                  drop=DropAfter(grace=timedelta(0))))
    result = PartitionToolkit.from_engine(engine).maintainer.run_maintenance(config)
    print(f"created {result.created_count}, detached {result.detached_count}, dropped {result.dropped_count},"
          f" issues {len(result.issues)}")
    sys.exit(1 if result.error or result.issues else 0)


main()
