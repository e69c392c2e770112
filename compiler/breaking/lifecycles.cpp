#include <fmt/format.h>

#include <limits>

#include "base/overloaded.h"
#include "base/quote.h"
#include "breaking/levels.h"
#include "model/condition.h"

namespace pschema {

namespace {

bool grows(Comparison c) { return c == Comparison::greater || c == Comparison::greater_equal; }
bool falls(Comparison c) { return c == Comparison::less || c == Comparison::less_equal; }

/// Of two comparisons of the same number with a limit.
bool implied(Comparison a, std::int64_t a_limit, Comparison b, std::int64_t b_limit) {
  if (a == b && a_limit == b_limit) return true;
  // `>= 5` says less than `> 5`, and so on.
  const auto strictness = [](Comparison c) { return c == Comparison::greater || c == Comparison::less ? 1 : 0; };
  if (grows(a) && grows(b)) return a_limit > b_limit || (a_limit == b_limit && strictness(a) >= strictness(b));
  if (falls(a) && falls(b)) return a_limit < b_limit || (a_limit == b_limit && strictness(a) >= strictness(b));
  return false;
}

}  // namespace

bool implies(const Condition& a, const Condition& b) {
  if (condition_text(a) == condition_text(b)) return true;
  if (const auto* x = std::get_if<SizeCondition>(&a.is), *y = std::get_if<SizeCondition>(&b.is); x && y)
    return implied(x->compare, x->bytes, y->compare, y->bytes);
  if (const auto* x = std::get_if<RowsCondition>(&a.is), *y = std::get_if<RowsCondition>(&b.is); x && y)
    return implied(x->compare, x->rows, y->compare, y->rows);
  return false;
}

namespace {

/// How long a detached partition stays at least.
std::int64_t stay_of(const DropClause& drop) {
  return std::visit(Overloaded{
                        [](const DropNever&) { return std::numeric_limits<std::int64_t>::max(); },
                        [](const DropAfterDetach& after) {
                          const std::int64_t unit = after.grace.unit == TimeUnit::minute ? kMicrosPerMinute
                                                    : after.grace.unit == TimeUnit::hour ? kMicrosPerHour
                                                    : after.grace.unit == TimeUnit::week ? 7 * kMicrosPerDay
                                                                                         : kMicrosPerDay;
                          return after.grace.count * unit;
                        },
                        [](const DropImmediately&) { return std::int64_t{0}; },
                    },
                    drop.is);
}

/// Where a clause was written, or the head of the level where it was not.
Span place_of(Span clause, const Level& level) { return clause.end > clause.begin ? clause : level.span; }

std::string drop_text(const DropClause& drop) {
  std::string text = std::visit(
      Overloaded{
          [](const DropNever&) { return std::string("drop never"); },
          [](const DropAfterDetach& after) { return fmt::format("drop {} after detach", format_span(after.grace)); },
          [](const DropImmediately&) { return std::string("drop immediately"); },
      },
      drop.is);
  if (drop.when) text += " when " + printable(condition_text(*drop.when));
  return "`" + text + "`";
}

void compare_drop(const Comparing& in, const Level& before, const Level& after) {
  const DropClause &a = before.lifecycle.drop, &b = after.lifecycle.drop;
  if (std::holds_alternative<DropNever>(b.is)) return;
  const bool sooner = stay_of(b) < stay_of(a);
  const bool unlocked = a.when && (!b.when || !implies(*b.when, *a.when));
  if (!sooner && !unlocked) return;
  in.add(BreakKind::drop_sooner, fmt::format("{} became {}", drop_text(a), drop_text(b)), place_of(b.span, after));
}

bool blocks(const Level& level) {
  const DetachMode mode = level.lifecycle.detach.mode;
  return mode == DetachMode::blocking || (mode == DetachMode::automatic && level.default_partition);
}

std::string limit_text(const DetachClause& detach) {
  return detach.at_most ? fmt::format("`detach at most {}`", *detach.at_most) : std::string("no limit");
}
std::string schema_text(const DetachClause& detach) {
  return detach.into_schema ? fmt::format("`detach into schema {}`", quote(*detach.into_schema))
                            : std::string("`detach` in their own schema");
}

void compare_detach(const Comparing& in, const Level& before, const Level& after) {
  const DetachClause &a = before.lifecycle.detach, &b = after.lifecycle.detach;
  const Span place = place_of(b.span, after);
  if (b.mode == DetachMode::never) return;
  if (a.mode == DetachMode::never) in.add(BreakKind::detach_resumed, "`detach never` is gone", place);
  if (blocks(after) && !blocks(before) && a.mode != DetachMode::never) {
    const bool by_clause = b.mode == DetachMode::blocking;
    in.add(BreakKind::detach_blocking,
           by_clause ? "`detach blocking` is there now" : "a DEFAULT partition stands beside the windows now",
           by_clause ? place : after.default_partition->span);
  }
  if (a.at_most && (!b.at_most || *b.at_most > *a.at_most))
    in.add(BreakKind::detach_limit_raised, fmt::format("{} became {}", limit_text(a), limit_text(b)), place);
  if (a.into_schema != b.into_schema)
    in.add(BreakKind::detach_schema_changed, fmt::format("{} became {}", schema_text(a), schema_text(b)), place);
}

}  // namespace

void compare_lifecycles(const Comparing& in, const Level& before, const Level& after) {
  compare_create(in, before, after);
  compare_keep(in, before, after);
  // Where nothing expires nothing is detached and dropped.
  if (after.lifecycle.keep.empty()) return;
  if (!before.lifecycle.keep.empty()) compare_detach(in, before, after);
  compare_drop(in, before, after);
}

}  // namespace pschema
