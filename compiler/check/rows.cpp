#include "check/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "base/overloaded.h"
#include "check/places.h"

namespace pschema {
namespace {

// Names of rows, as messages show them. A row without a limit to how often it stands has none.
std::string row_of(const ast::CreateClause& clause) {
  return std::visit(
      Overloaded{
          [](const ast::Current& c) { return std::string(c.unit ? "create current UNIT" : "create current"); },
          [](const ast::Ahead&) { return std::string("create ahead"); },
          [](const ast::From&) { return std::string("create from"); },
          [](const ast::Until&) { return std::string("create until"); },
          [](const ast::Next&) { return std::string("create next"); },
          [](const ast::Never&) { return std::string("create never"); },
      },
      clause.is);
}

std::string row_of(const ast::KeepClause& clause) {
  return std::visit(
      Overloaded{
          [](const ast::Current& c) { return std::string(c.unit ? "keep current UNIT" : "keep current"); },
          [](const ast::For&) { return std::string("keep for"); },
          [](const ast::Behind&) { return std::string("keep behind"); },
          [](const ast::From&) { return std::string(); },
          [](const ast::Forever&) { return std::string("keep forever"); },
          [](const ast::OnlyWhile&) { return std::string(); },
      },
      clause.is);
}

std::string row_of(const ast::DetachClause& clause) {
  return std::visit(Overloaded{
                        [](const ast::Never&) { return std::string("detach never"); },
                        [](const ast::DetachAtMost&) { return std::string("detach at most"); },
                        [](const ast::DetachHow&) { return std::string("detach"); },
                    },
                    clause.is);
}

std::string row_of(const ast::DropClause&) { return "drop"; }

bool excludes(const ast::CreateClause& clause) { return std::holds_alternative<ast::Never>(clause.is); }
bool excludes(const ast::KeepClause& clause) { return std::holds_alternative<ast::Forever>(clause.is); }
bool excludes(const ast::DetachClause& clause) { return std::holds_alternative<ast::Never>(clause.is); }

void contradiction(const std::string& what, Span span, Span other, Diagnostics& diagnostics) {
  Diagnostic d;
  d.code = Code::contradicting_clauses;
  d.message = fmt::format("`{}` excludes the other clauses of its kind", what);
  d.span = span;
  d.others.push_back({other, "this one says something else"});
  d.hint = "leave one of them";
  diagnostics.add(std::move(d));
}

template <class Clause>
void check_once(const std::vector<const Clause*>& clauses, Diagnostics& diagnostics) {
  std::map<std::string, Span> seen;
  for (const Clause* clause : clauses) {
    const std::string row = row_of(*clause);
    if (row.empty()) continue;
    const auto [first, fresh] = seen.emplace(row, clause->span);
    if (fresh) continue;
    Diagnostic d;
    d.code = Code::duplicate_clause;
    d.message = fmt::format("`{}` stands twice in this block", row);
    d.span = clause->span;
    d.others.push_back({first->second, "it stands here already"});
    diagnostics.add(std::move(d));
  }
}

template <class Clause>
void check_exclusive(const std::vector<const Clause*>& clauses, Diagnostics& diagnostics) {
  for (const Clause* clause : clauses) {
    if (!excludes(*clause)) continue;
    const auto other = std::find_if(clauses.begin(), clauses.end(), [](const Clause* c) { return !excludes(*c); });
    if (other != clauses.end()) contradiction(row_of(*clause), clause->span, (*other)->span, diagnostics);
    return;
  }
}

/// `detach never` leaves orphans in peace, so nothing is ever dropped beside it.
void check_never_dropped(const LifecycleRows& rows, Diagnostics& diagnostics) {
  const auto never = std::find_if(rows.detach.begin(), rows.detach.end(), [](const auto* c) { return excludes(*c); });
  if (never == rows.detach.end()) return;
  for (const ast::DropClause* drop : rows.drop) {
    if (!std::holds_alternative<ast::Never>(drop->is)) {
      contradiction("detach never", (*never)->span, drop->span, diagnostics);
      return;
    }
  }
}

// --- Policies
// -----------------------------------------------------------------------------------------------------------

bool conditional(const ast::KeepClause& clause) { return clause.only_while.has_value(); }

bool same_unit(const ast::Current& a, const ast::Current& b) {
  return a.unit.has_value() == b.unit.has_value() && (!a.unit || a.unit->value == b.unit->value);
}
std::int64_t count_of(const ast::Current& c) { return c.count ? c.count->value : 0; }
double minutes_of(const ast::For& keep) { return rough_minutes({keep.age.count, time_unit(keep.age.unit)}); }

/// Does `a` keep nothing that `b` does not keep?
bool outlasted(const ast::KeepClause& a, const ast::KeepClause& b) {
  if (conditional(b)) return false;
  if (std::holds_alternative<ast::Forever>(b.is)) return true;
  const auto by_current = [&](const ast::Current& c) {
    const auto* other = std::get_if<ast::Current>(&b.is);
    return other != nullptr && same_unit(c, *other) && count_of(c) <= count_of(*other);
  };
  const auto by_age = [&](const ast::For& c) {
    const auto* other = std::get_if<ast::For>(&b.is);
    return other != nullptr && minutes_of(c) <= minutes_of(*other);
  };
  const auto by_distance = [&](const ast::Behind& c) {
    const auto* other = std::get_if<ast::Behind>(&b.is);
    return other != nullptr && c.distance.value <= other->distance.value;
  };
  return std::visit(
      Overloaded{by_current, by_age, by_distance, [](const ast::From&) { return false; },
                 [](const ast::Forever&) { return false; }, [](const ast::OnlyWhile&) { return false; }},
      a.is);
}

void outlasts(Span span, std::string message, Span other, Diagnostics& diagnostics) {
  Diagnostic d;
  d.code = Code::keep_outlasted;
  d.severity = Severity::warning;
  d.message = std::move(message);
  d.span = span;
  d.others.push_back({other, "this one keeps as long or longer"});
  d.hint = "a window stays while any `keep` holds";
  diagnostics.add(std::move(d));
}

void warn_outlasted(const LifecycleRows& own, const LifecycleRows& policy, Span use, Diagnostics& diagnostics) {
  for (const ast::KeepClause* mine : own.keep) {
    for (const ast::KeepClause* theirs : policy.keep) {
      if (outlasted(*mine, *theirs)) {
        outlasts(mine->span, "the policy of this level keeps as long or longer", theirs->span, diagnostics);
      } else if (outlasted(*theirs, *mine)) {
        outlasts(use, "a `keep` of this policy is outlasted by one of the level", mine->span, diagnostics);
      }
    }
  }
}

std::vector<const ast::DetachClause*> merge_detach(const LifecycleRows& own, const LifecycleRows& policy) {
  std::vector<const ast::DetachClause*> result = own.detach;
  for (const ast::DetachClause* theirs : policy.detach) {
    const bool replaced = std::any_of(own.detach.begin(), own.detach.end(), [&](const ast::DetachClause* mine) {
      return excludes(*mine) || excludes(*theirs) || row_of(*mine) == row_of(*theirs);
    });
    if (!replaced) result.push_back(theirs);
  }
  return result;
}

}  // namespace

LifecycleRows rows_of(const ast::Block& block) {
  LifecycleRows rows;
  rows.gaps = block.gaps;
  for (const ast::Clause& clause : block.clauses) {
    std::visit(Overloaded{
                   [&](const ast::CreateClause& c) { rows.create.push_back(&c); },
                   [&](const ast::KeepClause& c) { rows.keep.push_back(&c); },
                   [&](const ast::DetachClause& c) { rows.detach.push_back(&c); },
                   [&](const ast::DropClause& c) { rows.drop.push_back(&c); },
                   [](const ast::UsePolicy&) {},
                   [](const ast::Named&) {},
                   [](const ast::Default&) {},
                   [](const ast::Group&) {},
                   [](const ast::Leaves&) {},
                   [](const ast::Level&) {},
               },
               clause.is);
  }
  return rows;
}

void check_rows(const LifecycleRows& rows, Diagnostics& diagnostics) {
  check_once(rows.create, diagnostics);
  check_once(rows.keep, diagnostics);
  check_once(rows.detach, diagnostics);
  check_once(rows.drop, diagnostics);
  check_exclusive(rows.create, diagnostics);
  check_exclusive(rows.keep, diagnostics);
  check_exclusive(rows.detach, diagnostics);
  check_never_dropped(rows, diagnostics);
}

LifecycleRows merge_rows(const LifecycleRows& own, const LifecycleRows& policy, Span use, Diagnostics& diagnostics) {
  LifecycleRows merged = own;
  merged.gaps |= policy.gaps;
  merged.create.insert(merged.create.end(), policy.create.begin(), policy.create.end());
  merged.keep.insert(merged.keep.end(), policy.keep.begin(), policy.keep.end());
  merged.detach = merge_detach(own, policy);
  if (own.drop.empty()) merged.drop = policy.drop;
  // `create never` beside a clause that wants windows can only be a mistake, wherever they stand.
  if (!own.create.empty()) check_exclusive(merged.create, diagnostics);
  check_never_dropped(merged, diagnostics);
  warn_outlasted(own, policy, use, diagnostics);
  return merged;
}

}  // namespace pschema
