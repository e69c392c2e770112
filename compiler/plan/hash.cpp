#include <fmt/format.h>

#include <numeric>
#include <set>

#include "base/quote.h"
#include "plan/because.h"
#include "plan/fit.h"
#include "plan/planner.h"

namespace pschema {
namespace {

/// Do buckets that do not overlap (PostgreSQL sees to that) cover every hash value? Their shares of the key space
/// must add up to one. Moduli divide one another, so the largest is a common denominator.
bool tiles(const std::vector<HashBound>& buckets) {
  std::int64_t largest = 1;
  for (const HashBound& b : buckets) largest = std::max(largest, b.modulus);
  std::int64_t share = 0;
  for (const HashBound& b : buckets) share += largest / b.modulus;
  return share == largest;
}

}  // namespace

void Planner::hash(const Level& level, const Branch& branch) {
  const std::int64_t wanted = std::get<HashBuckets>(level.by).modulus;
  const QualifiedName& name = branch.relation.name;
  const std::vector<Relation>& members = children(name);
  std::vector<HashBound> buckets;
  buckets.reserve(members.size());
  for (const Relation& child : members) {
    const auto* bucket = std::get_if<HashBound>(&child.bound);
    if (!bucket) {
      out_.findings.push_back(warning(FindingKind::unreadable_bound, child.name,
                                      "has a bound that is no hash bucket; nothing is planned beside it"));
      return;
    }
    buckets.push_back(*bucket);
    if (child.detach_pending) {
      out_.findings.push_back(
          warning(FindingKind::detach_pending, child.name,
                  "is half detached, and pschema never detaches a hash bucket; a person must finish it"));
      return;
    }
    descend(level.below, level.leaves, child);
  }
  const bool one_modulus = std::all_of(buckets.begin(), buckets.end(), [&](const HashBound& bucket) {
    return bucket.modulus == buckets.front().modulus;
  });
  if (!one_modulus) {
    out_.findings.push_back(
        tiles(buckets)
            ? info(FindingKind::non_uniform_complete, name,
                   "has buckets of several moduli, which cover every key; they stay")
            : warning(FindingKind::non_uniform_incomplete, name,
                      "has buckets of several moduli, which do not cover every key: inserts of some keys fail"));
    return;
  }
  const std::int64_t modulus = buckets.empty() ? wanted : buckets.front().modulus;
  const auto present = static_cast<std::int64_t>(buckets.size());
  if (modulus == wanted) {
    if (present < wanted) fill_hash(level, branch, wanted, Reason::hash_gap);
    return;
  }
  if (present == modulus) {
    out_.findings.push_back(info(FindingKind::modulus_preserved, name,
                                 fmt::format("has all of its {} bucket{}, where the schema has {}; it stays as it is",
                                             modulus, modulus == 1 ? "" : "s", wanted)));
    return;
  }
  out_.findings.push_back(
      info(FindingKind::modulus_repaired, name,
           fmt::format("has {} of {} buckets and is filled at modulus {}, because buckets at modulus {} would "
                       "overlap those that it has",
                       present, modulus, modulus, wanted)));
  fill_hash(level, branch, modulus, Reason::hash_gap_historical_modulus);
}

void Planner::fill_hash(const Level& level, const Branch& branch, std::int64_t modulus, Reason reason) {
  const QualifiedName& parent = branch.relation.name;
  std::set<std::int64_t> present;
  for (const Relation& child : children(parent)) present.insert(std::get<HashBound>(child.bound).remainder);
  for (std::int64_t r = 0; r < modulus; ++r) {
    if (present.count(r) > 0) continue;
    const HashBound bucket{modulus, r};
    NewPartition partition =
        new_partition(qualified(bucket_name(level.named, member_of(parent), bucket), parent), bucket,
                      *branch.relation.key, level.below, level.leaves, fmt::format("bucket {} of {}", r, modulus));
    if (reserve_all(partition, parent))
      create(branch, std::move(partition), reason, because_of_bucket(level, modulus));
  }
}

}  // namespace pschema
