#include "check/naming.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/overloaded.h"
#include "base/quote.h"
#include "check/grid.h"

namespace pschema {
namespace {

struct PlaceholderName {
  std::string_view text;
  Placeholder placeholder;
};
constexpr std::array<PlaceholderName, 15> kPlaceholders{{{"table", Placeholder::table},
                                                         {"parent", Placeholder::parent},
                                                         {"yyyy", Placeholder::yyyy},
                                                         {"mm", Placeholder::mm},
                                                         {"dd", Placeholder::dd},
                                                         {"hh", Placeholder::hh},
                                                         {"mi", Placeholder::mi},
                                                         {"q", Placeholder::q},
                                                         {"iyyy", Placeholder::iyyy},
                                                         {"ww", Placeholder::ww},
                                                         {"start", Placeholder::start},
                                                         {"value", Placeholder::value},
                                                         {"group", Placeholder::group},
                                                         {"modulus", Placeholder::modulus},
                                                         {"remainder", Placeholder::remainder}}};

std::string_view text_of(Placeholder p) {
  const auto* found = std::find_if(kPlaceholders.begin(), kPlaceholders.end(),
                                   [&](const PlaceholderName& n) { return n.placeholder == p; });
  return found->text;
}

std::optional<Placeholder> placeholder_of(std::string_view text) {
  const auto* found = std::find_if(kPlaceholders.begin(), kPlaceholders.end(),
                                   [&](const PlaceholderName& n) { return n.text == text; });
  return found == kPlaceholders.end() ? std::nullopt : std::optional(found->placeholder);
}

/// What the parts of a date are called elsewhere.
constexpr std::array<PlaceholderName, 7> kDateWords{{{"year", Placeholder::yyyy},
                                                     {"month", Placeholder::mm},
                                                     {"day", Placeholder::dd},
                                                     {"hour", Placeholder::hh},
                                                     {"minute", Placeholder::mi},
                                                     {"quarter", Placeholder::q},
                                                     {"week", Placeholder::ww}}};

std::string nearest_placeholder(std::string_view text) {
  const auto* word =
      std::find_if(kDateWords.begin(), kDateWords.end(), [&](const PlaceholderName& n) { return n.text == text; });
  if (word != kDateWords.end()) return std::string(text_of(word->placeholder));
  std::vector<std::string_view> names;
  names.reserve(kPlaceholders.size());
  for (const PlaceholderName& n : kPlaceholders) names.push_back(n.text);
  return std::string(nearest(text, names));
}

/// The place of a part of a string; the whole string where doubled quotes have moved things.
Span part_span(const ast::Text& text, std::size_t from, std::size_t to) {
  if (text.span.end - text.span.begin != text.value.size() + 2) return text.span;
  const std::uint32_t begin = text.span.begin + 1;
  return {text.span.file, begin + static_cast<std::uint32_t>(from), begin + static_cast<std::uint32_t>(to)};
}

void unknown_placeholder(const ast::Text& text, std::size_t from, std::size_t to, Diagnostics& diagnostics) {
  const std::string_view word = std::string_view(text.value).substr(from + 1, to - from - 2);
  const std::string near = nearest_placeholder(word);
  diagnostics.error(
      Code::bad_template, part_span(text, from, to), fmt::format("unknown placeholder `{{{}}}`", printable(word)),
      near.empty() ? "a brace that is meant as such is doubled: `{{`" : fmt::format("did you mean `{{{}}}`?", near));
}

void add_text(NameTemplate& named, char c) {
  if (named.parts.empty() || !std::holds_alternative<std::string>(named.parts.back())) {
    named.parts.emplace_back(std::string());
  }
  std::get<std::string>(named.parts.back()) += c;
}

NameTemplate make(std::initializer_list<std::variant<std::string, Placeholder>> parts) {
  NameTemplate named;
  named.parts.assign(parts.begin(), parts.end());
  return named;
}

// --- Which members a template tells apart
// -------------------------------------------------------------------------------

using Used = std::set<Placeholder>;

Used used_in(const NameTemplate& named) {
  Used used;
  for (const auto& part : named.parts) {
    if (const auto* p = std::get_if<Placeholder>(&part)) used.insert(*p);
  }
  return used;
}

bool has_all(const Used& used, std::initializer_list<Placeholder> wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [&](Placeholder p) { return used.count(p) > 0; });
}

constexpr std::int64_t kDaysOfYear = 366;
constexpr std::int64_t kDaysOfQuarter = 92;
constexpr std::int64_t kDaysOfMonth = 31;
constexpr std::int64_t kDaysOfWeek = 7;

/// The fewest days from the start of a window to that of the next, as far as the placeholders care; 0 below a day.
std::int64_t days_apart(const TimeSpan& step) {
  switch (step.unit) {
    case TimeUnit::minute:
    case TimeUnit::hour:
      return step == TimeSpan{24, TimeUnit::hour} ? 1 : 0;
    case TimeUnit::day:
      return step.count;
    case TimeUnit::week:
      return step.count * kDaysOfWeek;
    case TimeUnit::month:
      // Every start lies on the same day of its month: each month has one at most, and so has a quarter from 3 months
      // on.
      return step.count >= 12 ? kDaysOfYear : step.count >= 3 ? kDaysOfQuarter : kDaysOfMonth;
    case TimeUnit::quarter:
      return step.count >= 4 ? kDaysOfYear : kDaysOfQuarter;
    case TimeUnit::year:
      return kDaysOfYear;
  }
  return 0;
}

/// Do the placeholders tell the starts of windows of this step apart?
bool tells_apart(const Used& used, const TimeSpan& step) {
  using P = Placeholder;
  if (has_all(used, {P::start})) return true;
  const std::int64_t days = days_apart(step);
  const bool date = has_all(used, {P::yyyy, P::mm, P::dd});
  if (days == 0) {
    const bool whole_hours = step.unit == TimeUnit::hour || step.count == 60;
    return date && has_all(used, {P::hh}) && (whole_hours || has_all(used, {P::mi}));
  }
  if (date) return true;
  if (days >= kDaysOfYear && has_all(used, {P::yyyy})) return true;
  if (days >= kDaysOfQuarter && has_all(used, {P::yyyy, P::q})) return true;
  if (days >= kDaysOfMonth && has_all(used, {P::yyyy, P::mm})) return true;
  return days >= kDaysOfWeek && has_all(used, {P::iyyy, P::ww});
}

/// What a user should write for this step.
std::string_view wanted_for(const TimeSpan& step) {
  const std::int64_t days = days_apart(step);
  if (days >= kDaysOfYear) return "{yyyy}";
  if (days >= kDaysOfQuarter) return "{yyyy} and {q}, or {yyyy} and {mm}";
  if (days >= kDaysOfMonth) return "{yyyy} and {mm}";
  if (days >= kDaysOfWeek) return "{iyyy} and {ww}, or {yyyy}, {mm} and {dd}";
  if (days >= 1) return "{yyyy}, {mm} and {dd}";
  if (step.unit == TimeUnit::hour || step.count == 60) return "{yyyy}, {mm}, {dd} and {hh}";
  return "{yyyy}, {mm}, {dd}, {hh} and {mi}";
}

/// The first segment whose windows the template mixes up. Where the grid changes, the first new window may be short,
/// so that a part of a date that suffices for either grid need not suffice there: then the date is wanted.
std::optional<TimeSpan> mixed_up(const Used& used, const TimeAxis& axis) {
  for (const TimeSegment& segment : axis.segments) {
    if (!tells_apart(used, segment.step)) return segment.step;
  }
  if (axis.segments.size() > 1 && !tells_apart(used, {1, TimeUnit::day})) return TimeSpan{1, TimeUnit::day};
  return std::nullopt;
}

Used allowed_on(const LevelBy& by) {
  using P = Placeholder;
  const auto time = [](const TimeRange&) {
    return Used{P::yyyy, P::mm, P::dd, P::hh, P::mi, P::q, P::iyyy, P::ww, P::start};
  };
  Used used = std::visit(Overloaded{time, [](const IntegerRange&) { return Used{P::start}; },
                                    [](const ListGroups&) {
                                      return Used{P::group, P::value};
                                    },
                                    [](const SlidingList&) { return Used{P::value}; },
                                    [](const HashBuckets&) {
                                      return Used{P::modulus, P::remainder};
                                    }},
                         by);
  used.insert({P::table, P::parent});
  return used;
}

void collide(const NameTemplate& named, std::string message, std::string hint, Diagnostics& diagnostics) {
  diagnostics.error(Code::names_collide, named.span, std::move(message), std::move(hint));
}

bool check_parent(const Used& used, const NameTemplate& named, bool below_root, Diagnostics& diagnostics) {
  if (!below_root || used.count(Placeholder::parent) > 0) return true;
  collide(named, "members of different parents would share a name", "a level below the root needs `{parent}`",
          diagnostics);
  return false;
}

bool check_members(const Used& used, const NameTemplate& named, const LevelBy& by, Diagnostics& diagnostics) {
  using P = Placeholder;
  bool good = true;
  const auto need = [&](std::initializer_list<Placeholder> any, std::string_view what) {
    const bool there = std::any_of(any.begin(), any.end(), [&](P p) { return used.count(p) > 0; });
    if (!there) {
      good = false;
      collide(named, "two members of this level would share a name", fmt::format("it needs {}", what), diagnostics);
    }
  };
  const auto time = [&](const TimeRange& range) {
    const auto step = mixed_up(used, range.axis);
    if (!step) return;
    good = false;
    collide(named, "two windows of this level would share a name",
            fmt::format("for {} it needs {}", format_span(*step), wanted_for(*step)), diagnostics);
  };
  std::visit(Overloaded{time, [&](const IntegerRange&) { need({P::start}, "`{start}`"); },
                        [&](const ListGroups&) {
                          need({P::group, P::value}, "`{group}`");
                        },
                        [&](const SlidingList&) { need({P::value}, "`{value}`"); },
                        [&](const HashBuckets&) { need({P::remainder}, "`{remainder}`"); }},
             by);
  return good;
}

/// `{table}`, `{parent}`, as people write them.
std::string names_of(const Used& placeholders) {
  std::string text;
  for (const PlaceholderName& n : kPlaceholders) {
    if (placeholders.count(n.placeholder) > 0) text += fmt::format("{}`{{{}}}`", text.empty() ? "" : ", ", n.text);
  }
  return text;
}

bool check_allowed(const Used& used, const Used& allowed, const NameTemplate& named, Diagnostics& diagnostics) {
  bool good = true;
  for (const Placeholder p : used) {
    if (allowed.count(p) > 0) continue;
    diagnostics.error(Code::bad_template, named.span, fmt::format("`{{{}}}` has no value here", text_of(p)),
                      fmt::format("known here: {}", names_of(allowed)));
    good = false;
  }
  return good;
}

NameTemplate time_default(const TimeAxis& axis) {
  using P = Placeholder;
  const TimeSpan& step = axis.segments.back().step;
  // More than one grid: the date, which tells all their windows apart.
  const bool one = axis.segments.size() == 1;
  const bool any_short = std::any_of(axis.segments.begin(), axis.segments.end(),
                                     [](const TimeSegment& s) { return shorter_than_a_day(s.step); });
  if (any_short) {
    const bool minutes = std::any_of(axis.segments.begin(), axis.segments.end(),
                                     [](const TimeSegment& s) { return s.step.unit == TimeUnit::minute; });
    NameTemplate named = make({P::parent, "__", P::yyyy, "_", P::mm, "_", P::dd, "_", P::hh});
    if (minutes) named.parts.insert(named.parts.end(), {"_", P::mi});
    return named;
  }
  if (one && step.unit == TimeUnit::week) {
    // ISO weeks by their number; weeks that begin on another day by that day.
    const std::int64_t days = axis.segments.front().anchor.us / kMicrosPerDay;
    const bool monday = ((days + 3) % 7 + 7) % 7 == 0 && axis.segments.front().anchor.us % kMicrosPerDay == 0;
    if (monday) return make({P::parent, "__", P::iyyy, "_w", P::ww});
  }
  if (one && step.unit == TimeUnit::quarter) return make({P::parent, "__", P::yyyy, "_q", P::q});
  if (one && step.unit == TimeUnit::month) return make({P::parent, "__", P::yyyy, "_", P::mm});
  if (one && step.unit == TimeUnit::year) return make({P::parent, "__", P::yyyy});
  return make({P::parent, "__", P::yyyy, "_", P::mm, "_", P::dd});
}

}  // namespace

std::optional<NameTemplate> parse_template(const ast::Text& text, Diagnostics& diagnostics) {
  NameTemplate named;
  named.span = text.span;
  const std::string& s = text.value;
  bool good = true;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const bool doubled = i + 1 < s.size() && s[i + 1] == s[i];
    if ((s[i] != '{' && s[i] != '}') || doubled) {
      add_text(named, s[i]);
      if (s[i] == '{' || s[i] == '}') ++i;
      continue;
    }
    const std::size_t end = s[i] == '{' ? s.find('}', i) : std::string::npos;
    if (end == std::string::npos) {
      diagnostics.error(Code::bad_template, part_span(text, i, i + 1), fmt::format("a single `{}`", s[i]),
                        fmt::format("a brace that is meant as such is doubled: `{0}{0}`", s[i]));
      return std::nullopt;
    }
    const auto placeholder = placeholder_of(std::string_view(s).substr(i + 1, end - i - 1));
    if (!placeholder) {
      unknown_placeholder(text, i, end + 1, diagnostics);
      good = false;
    } else {
      named.parts.emplace_back(*placeholder);
    }
    i = end;
  }
  if (s.empty()) {
    diagnostics.error(Code::bad_template, text.span, "an empty name", "leave `named` out to have the usual names");
    good = false;
  }
  return good ? std::optional(named) : std::nullopt;
}

std::optional<OptionValue> parse_option_value(const ast::Text& text, Diagnostics& diagnostics) {
  constexpr std::string_view kName = "{name}";
  const std::string& s = text.value;
  OptionValue value{{std::string()}};
  for (std::size_t i = 0; i < s.size(); ++i) {
    const bool brace = s[i] == '{' || s[i] == '}';
    if (std::string_view(s).substr(i).starts_with(kName)) {
      value.around_name.emplace_back();
      i += kName.size() - 1;
    } else if (brace && (i + 1 == s.size() || s[i + 1] != s[i])) {
      diagnostics.error(Code::bad_template, part_span(text, i, i + 1), fmt::format("a single `{}`", s[i]),
                        fmt::format("`{{name}}`, the partition's own name, is the only placeholder here, and a brace "
                                    "that is meant as such is doubled: `{0}{0}`",
                                    s[i]));
      return std::nullopt;
    } else {
      value.around_name.back() += s[i];
      if (brace) ++i;
    }
  }
  return value;
}

NameTemplate default_template(const LevelBy& by) {
  using P = Placeholder;
  return std::visit(Overloaded{[](const TimeRange& range) { return time_default(range.axis); },
                               [](const IntegerRange&) {
                                 return make({P::parent, "__", P::start});
                               },
                               [](const ListGroups&) {
                                 return make({P::parent, "__", P::group});
                               },
                               [](const SlidingList&) {
                                 return make({P::parent, "__", P::value});
                               },
                               [](const HashBuckets&) {
                                 return make({P::parent, "__h", P::remainder});
                               }},
                    by);
}

bool check_template(const NameTemplate& named, const LevelBy& by, bool steps_known, bool below_root,
                    Diagnostics& diagnostics) {
  const Used used = used_in(named);
  if (!check_allowed(used, allowed_on(by), named, diagnostics)) return false;
  const bool apart = !steps_known || check_members(used, named, by, diagnostics);
  return check_parent(used, named, below_root, diagnostics) && apart;
}

bool check_default_template(const NameTemplate& named, bool below_root, Diagnostics& diagnostics) {
  const Used used = used_in(named);
  if (!check_allowed(used, {Placeholder::table, Placeholder::parent}, named, diagnostics)) return false;
  return check_parent(used, named, below_root, diagnostics);
}

}  // namespace pschema
