"""pg-partsmith's planner on a tree in memory; run by the Python of its virtual environment.

    partsmith_plan.py WINDOWS BUCKETS RUNS    prints JSON: for each situation the seconds of each run and the operations
"""

import json
import os
import sys
import time
from datetime import timedelta

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import worlds  # noqa: E402

from pg_partsmith import (  # noqa: E402
    CreateAhead, DropAfter, HashPartitioning, KeepNewest, LifecyclePolicy, PartitionGranularity, RangePartitioning,
    TablePartitionConfig, TimeBoundaries,
)
from pg_partsmith.planner import PlanningContext, plan_maintenance  # noqa: E402
from pg_partsmith.topology import (  # noqa: E402
    ActualTree, HashBounds, PartitionNode, PartitionType, RangeBounds, RelationKind,
)


def config(buckets, keep):
    return TablePartitionConfig(
        schema="public", table_name="events",
        scheme=RangePartitioning(key="at", boundaries=TimeBoundaries(granularity=PartitionGranularity.DAY),
                                 child=HashPartitioning(key="tenant", modulus=buckets)),
        lifecycle=LifecyclePolicy(creation=CreateAhead(count=2), retention=KeepNewest(count=keep),
                                  drop=DropAfter(grace=timedelta(days=7))))


def branch(day, buckets, without):
    name = worlds.child("public.events", day)
    leaves = tuple(PartitionNode(name=f"{name}__h{number}", parent_name=name, level=2,
                                 bounds=HashBounds(modulus=buckets, remainder=number))
                   for number in range(buckets) if f"{name}__h{number}" not in without)
    return PartitionNode(
        name=name, parent_name="public.events", level=1, relkind=RelationKind.PARTITIONED, partition_type=PartitionType.HASH,
        partition_columns=("tenant",), children=leaves,
        bounds=RangeBounds(from_value=f"{day:%Y-%m-%d} 00:00:00+00", to_value=f"{day + worlds.DAY:%Y-%m-%d} 00:00:00+00"))


def tree(windows, buckets, without=()):
    return ActualTree(root=PartitionNode(
        name="public.events", relkind=RelationKind.PARTITIONED, partition_type=PartitionType.RANGE, partition_columns=("at",),
        children=tuple(branch(day, buckets, without) for day in windows)))


def main():
    count, buckets, runs = map(int, sys.argv[1:])
    windows = worlds.days(count)
    missing = f"{worlds.child('public.events', windows[count // 2])}__h{buckets // 2}"
    whole = tree(windows, buckets)
    context = PlanningContext(now=worlds.AT)
    situations = {"nothing": (config(buckets, 10 * count), whole),
                  "bucket": (config(buckets, 10 * count), tree(windows, buckets, (missing,))),
                  "expired": (config(buckets, 11), whole)}
    answer = {}
    for name, (wanted, actual) in situations.items():
        seconds = []
        for _ in range(runs):
            began = time.process_time()
            plan = plan_maintenance(wanted, actual, context)
            seconds.append(time.process_time() - began)
        answer[name] = {"seconds": seconds, "operations": len(plan.operations), "findings": len(plan.findings)}
    print(json.dumps(answer))


main()
