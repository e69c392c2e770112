// What must hold of every plan, whatever the schema, the database's past and the moment. RapidCheck prints the seed
// of a failure (RC_PARAMS="seed=…").
#include <fmt/format.h>

#include "base/overloaded.h"
#include "compile/compile.h"
#include "fixture.h"
#include "model/catalog_file.h"
#include "plan/lifecycle.h"
#include "plan/pending.h"
#include "plan/planner.h"
#include "plan/simulate.h"
#include "plan/validate.h"
#include "worlds.h"

namespace pschema::test {
namespace {

struct Outcome {
  Schema fitted;
  Compiled compiled;
};

/// What compile makes of a world; nullopt where the schema does not fit.
std::optional<Outcome> outcome_of(const World& world, const Folder& folder = {}) {
  Diagnostics diagnostics;
  auto compiled = compile(world.schema, world.catalog, folder, world.now, {}, diagnostics);
  if (!compiled || !compiled->plan.refused.empty()) {
    RC_ASSERT(diagnostics.has_errors());
    return std::nullopt;
  }
  Diagnostics again;
  return Outcome{fit(world.schema, with_pending(world.catalog, folder).catalog, world.now, 1000, again).schema,
                 std::move(*compiled)};
}

Folder folder_of(std::vector<MigrationFile> files) {
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return {std::move(files), {}};
}

const TablePlan& only(const Plan& plan) { return plan.tables.front(); }

std::string said(const Plan& plan) {
  std::string text;
  for (const std::string& line : lines(only(plan))) text += line + "\n";
  for (const std::string& line : findings(only(plan))) text += line + "\n";
  return text;
}

void show(const World& world) { RC_LOG(world.text + format_utc(world.now) + "\n" + write_catalog(world.catalog)); }

TEST(PlanProperties, EveryPlanProvesAndPlanningAgainPlansNothing) {
  EXPECT_TRUE(rc::check("compile proves, and rests", [] {
    const World world = any_world({});
    show(world);
    const auto first = outcome_of(world);
    if (!first) return;
    RC_LOG(said(first->compiled.plan));
    // On the database that the plan leads to.
    World after = world;
    after.catalog = simulate(world.catalog, first->compiled.plan);
    const auto second = outcome_of(after);
    RC_ASSERT(second.has_value());
    RC_ASSERT(lines(only(second->compiled.plan)) == Lines{});
    // With the files written and not applied.
    const auto pending = outcome_of(world, folder_of(first->compiled.files));
    RC_ASSERT(pending.has_value());
    RC_ASSERT(lines(only(pending->compiled.plan)) == Lines{});
    for (const Finding& f : pending->compiled.plan.findings) {
      RC_ASSERT(f.kind != FindingKind::opaque_migration && f.kind != FindingKind::pending_blocked &&
                f.kind != FindingKind::pending_conflict);
    }
  }));
}

/// The catalog without what differs between a plan that ran and its files that will.
Catalog comparable(Catalog catalog) {
  for (auto& [name, orphan] : catalog.orphans) orphan.relation.marker->at = {};
  for (auto& [name, table] : catalog.tables) {
    for (auto it = table.children.begin(); it != table.children.end();) {
      for (Relation& child : it->second) child.marker.reset();
      it = it->second.empty() ? table.children.erase(it) : std::next(it);
    }
  }
  return catalog;
}

TEST(PlanProperties, FilesGoOnWhereAnInterruptedRunStopped) {
  EXPECT_TRUE(rc::check("the files lead to the plan's end from every point on the way", [] {
    const World world = any_world({});
    show(world);
    const auto first = outcome_of(world);
    if (!first) return;
    const Plan& plan = first->compiled.plan;
    RC_LOG(said(plan));
    const std::vector<Operation>& operations = only(plan).operations;
    RC_PRE(!operations.empty());
    // Phases run one after the other, as the files do.
    std::vector<Operation> in_order;
    for (const Phase phase : {Phase::create, Phase::retire, Phase::drop}) {
      for (const Operation& o : operations) {
        if (phase_of(o) == phase) in_order.push_back(o);
      }
    }
    const Catalog end = comparable(simulate(world.catalog, plan));
    const auto done = *rc::gen::inRange<std::size_t>(0, operations.size() + 1);
    Model model(world.catalog);
    for (std::size_t i = 0; i < done; ++i) simulate(model, in_order[i], plan.at);
    const WithPending replayed = with_pending(model.catalog(), folder_of(first->compiled.files));
    RC_ASSERT(replayed.findings.empty());
    RC_ASSERT(comparable(replayed.catalog) == end);
  }));
}

// --- What may be touched
// ---------------------------------------------------------------------------------------------------------------

/// Does a keep clause hold for an extent at a moment, said in the words of the language and not by halving or by the
/// planner's arithmetic?
bool holds(const KeepClause& clause, const TimeAxis& axis, const Window& extent, Instant now) {
  const std::int64_t cursor = position_of(axis, now);
  return std::visit(Overloaded{
                        [&](const KeepCurrent& k) {
                          if (k.unit) return calendar_unit(axis, cursor, *k.unit, -k.before).lo < extent.hi;
                          return advance(axis, *window_at(axis, cursor), -k.before).lo < extent.hi;
                        },
                        [&](const KeepFor& k) {
                          return add(now, {-k.age.count, k.age.unit}, axis.zone).us < instant_of(axis, extent.hi).us;
                        },
                        [](const KeepBehind&) { return true; },
                        [](const KeepWhile&) { return true; },
                        [&](const KeepFromTo& k) {
                          return extent.lo < position_of(axis, k.to) && position_of(axis, k.from) < extent.hi;
                        },
                        [](const KeepForever&) { return true; },
                    },
                    clause.is);
}

bool kept_somehow(const Lifecycle& lifecycle, const TimeAxis& axis, const Window& extent, Instant now) {
  if (lifecycle.keep.empty() || extent.hi > position_of(axis, now)) return true;
  return std::any_of(lifecycle.keep.begin(), lifecycle.keep.end(),
                     [&](const KeepClause& k) { return holds(k, axis, extent, now); });
}

struct RootRange {
  const Level& level;
  const TimeRange& time;
  KeyFormat format;
};

std::optional<RootRange> root_range(const Schema& fitted, const Catalog& catalog) {
  const TableSchema& schema = fitted.tables.front();
  const auto* time = std::get_if<TimeRange>(&schema.root.by);
  if (!time) return std::nullopt;
  return RootRange{schema.root, *time,
                   key_format(*time, column_key_type(catalog.tables.at(schema.name), schema.root.key.front().value))};
}

TEST(PlanProperties, NothingIsTouchedThatIsKeptOrNotOurs) {
  EXPECT_TRUE(rc::check("retirements are ours and expired", [] {
    const World world = any_world({});
    show(world);
    const auto first = outcome_of(world);
    if (!first) return;
    RC_LOG(said(first->compiled.plan));
    const auto root = root_range(first->fitted, world.catalog);
    RC_PRE(root.has_value());
    const QualifiedName parent = world.schema.tables.front().name;
    for (const Operation& o : only(first->compiled.plan).operations) {
      const auto* detach = std::get_if<Detach>(&o.is);
      const auto* drop = std::get_if<Drop>(&o.is);
      const bool finishing = detach && detach->form == DetachForm::finalize;
      if ((!detach && !drop) || finishing) continue;
      if ((detach ? detach->parent : drop->parent) != parent) continue;
      const RangePlace place =
          place_of(parse_bound(detach ? detach->bound_text : drop->bound_text), root->time.axis, root->format);
      RC_ASSERT(place.kind == RangePlace::Kind::ours);
      const auto at = expires_at(root->level.lifecycle, root->time.axis, place.extent);
      RC_ASSERT(at.has_value() && *at <= world.now.us);
      // At that moment, which once was, no clause held.
      RC_ASSERT(!kept_somehow(root->level.lifecycle, root->time.axis, place.extent, Instant{*at}));
      RC_ASSERT(kept_somehow(root->level.lifecycle, root->time.axis, place.extent, Instant{*at - 1}));
    }
    // What is not ours stands as it stood, with all below it.
    const Catalog after = simulate(world.catalog, first->compiled.plan);
    const Table& before_table = world.catalog.tables.at(parent);
    const Table& after_table = after.tables.at(parent);
    for (const Relation& child : children_of(before_table, parent)) {
      const RangePlace place = place_of(child.bound, root->time.axis, root->format);
      if (place.kind == RangePlace::Kind::ours || place.kind == RangePlace::Kind::is_default || child.detach_pending)
        continue;
      const auto& still = children_of(after_table, parent);
      RC_ASSERT(std::find(still.begin(), still.end(), child) != still.end());
      RC_ASSERT(children_of(before_table, child.name) == children_of(after_table, child.name));
    }
    for (const auto& [name, orphan] : world.catalog.orphans) {
      if (orphan.relation.marker->state == MarkerState::building) continue;
      const bool ours = orphan.relation.marker->name == name && orphan.relation.marker->parent == parent &&
                        orphan.relation.marker->state != MarkerState::adopted;
      if (!ours) RC_ASSERT(after.orphans.count(name) == 1 && after.orphans.at(name) == orphan);
    }
  }));
}

// --- Time
// --------------------------------------------------------------------------------------------------------------------------------

TEST(PlanProperties, ExpiredStaysExpired) {
  EXPECT_TRUE(rc::check("an expired partition never comes back to life", [] {
    World world = any_world({});
    show(world);
    const auto first = outcome_of(world);
    if (!first) return;
    const auto root = root_range(first->fitted, world.catalog);
    RC_PRE(root.has_value());
    const std::int64_t cursor = position_of(root->time.axis, world.now);
    const Window w = advance(root->time.axis, *window_at(root->time.axis, cursor), *rc::gen::inRange(-20, 1));
    const Instant later{world.now.us + *rc::gen::inRange<std::int64_t>(0, 40 * world.step_us)};
    const Lifecycle& lifecycle = root->level.lifecycle;
    const Cursor now = cursor_at(root->time.axis, world.now);
    const Cursor then = cursor_at(root->time.axis, later);
    if (expired(lifecycle, root->time.axis, w, now)) {
      RC_ASSERT(expired(lifecycle, root->time.axis, w, then));
      RC_ASSERT(wanted_windows(lifecycle, root->time.axis, then).count(w) == 0);
    } else {
      // Not before its time either: some clause has held at every moment up to now.
      RC_ASSERT(kept_somehow(lifecycle, root->time.axis, w, world.now) || lifecycle.keep.empty());
    }
    // What a plan has retired, a later one does not attach again.
    std::set<QualifiedName> retired;
    for (const Operation& o : only(first->compiled.plan).operations) {
      if (o.reason == Reason::retention_expired) retired.insert(target_of(o));
    }
    world.catalog = simulate(world.catalog, first->compiled.plan);
    world.now = later;
    const auto second = outcome_of(world);
    if (!second) return;
    for (const Operation& o : only(second->compiled.plan).operations) {
      if (std::holds_alternative<Attach>(o.is)) RC_ASSERT(retired.count(target_of(o)) == 0);
    }
  }));
}

/// The bounds that are attached below the root, whatever the names.
std::set<std::string> bounds_of_root(const World& world) {
  const Table& table = world.catalog.tables.at(world.schema.tables.front().name);
  std::set<std::string> out;
  for (const Relation& child : children_of(table, table.root.name)) out.insert(child.bound_text);
  return out;
}

TEST(PlanProperties, StepByStepEqualsOneJump) {
  EXPECT_TRUE(rc::check("where `create from` fills the past, the way does not count", [] {
    WorldKind kind;
    kind.past = false;
    kind.steady = true;
    World slow = any_world(kind);
    show(slow);
    if (slow.text.find("detach at most") != std::string::npos) return;
    World fast = slow;
    const int steps = *rc::gen::inRange(1, 8);
    for (int i = 0; i <= steps; ++i) {
      const auto outcome = outcome_of(slow);
      if (!outcome) return;
      slow.catalog = simulate(slow.catalog, outcome->compiled.plan);
      if (i < steps) slow.now.us += *rc::gen::inRange<std::int64_t>(1, 2 * slow.step_us);
    }
    const auto start = outcome_of(fast);
    fast.catalog = simulate(fast.catalog, start->compiled.plan);
    fast.now = slow.now;
    const auto jump = outcome_of(fast);
    if (!jump) return;  // more windows at once than --max-create
    fast.catalog = simulate(fast.catalog, jump->compiled.plan);
    if (slow.text.find("detach never") == std::string::npos) RC_ASSERT(bounds_of_root(slow) == bounds_of_root(fast));
  }));
}

}  // namespace
}  // namespace pschema::test
