#include "plan/naming.h"

#include <fmt/format.h>

#include <functional>
#include <stdexcept>

#include "base/overloaded.h"

namespace pschema {
namespace {

/// ISO 8601 week of a local day: the week of its Thursday.
struct IsoWeek {
  std::int64_t year;
  std::int64_t week;
};

std::int64_t floor_days(LocalTime t) {
  const std::int64_t days = t.us / kMicrosPerDay;
  return t.us % kMicrosPerDay < 0 ? days - 1 : days;
}

IsoWeek iso_week(LocalTime t) {
  const std::int64_t days = floor_days(t);
  const std::int64_t weekday = ((days + 3) % 7 + 7) % 7;  // Monday 0; 1970-01-01 was a Thursday
  const LocalTime thursday{(days - weekday + 3) * kMicrosPerDay};
  const std::int64_t year = fields_of(thursday).year;
  const LocalTime new_year = local_time({year, 1, 1, 0, 0, 0, 0}).value();
  return {year, (floor_days(thursday) - floor_days(new_year)) / 7 + 1};
}

std::string date_part(Placeholder p, LocalTime t) {
  const CivilFields f = fields_of(t);
  switch (p) {
    case Placeholder::yyyy:
      return fmt::format("{:04}", f.year);
    case Placeholder::mm:
      return fmt::format("{:02}", f.month);
    case Placeholder::dd:
      return fmt::format("{:02}", f.day);
    case Placeholder::hh:
      return fmt::format("{:02}", f.hour);
    case Placeholder::mi:
      return fmt::format("{:02}", f.minute);
    case Placeholder::q:
      return fmt::format("{}", (f.month - 1) / 3 + 1);
    case Placeholder::iyyy:
      return fmt::format("{:04}", iso_week(t).year);
    case Placeholder::ww:
      return fmt::format("{:02}", iso_week(t).week);
    case Placeholder::start:
      return fmt::format("{:04}{:02}{:02}{:02}{:02}", f.year, f.month, f.day, f.hour, f.minute);
    case Placeholder::table:
    case Placeholder::parent:
    case Placeholder::value:
    case Placeholder::group:
    case Placeholder::modulus:
    case Placeholder::remainder:
      break;
  }
  throw std::logic_error("a placeholder that check does not let through here");
}

/// `m5` for -5.
std::string number_name(std::int64_t n) {
  std::string text = fmt::format("{}", n);
  if (n < 0) text[0] = 'm';
  return text;
}

Identifier expand(const NameTemplate& named, const MemberOf& of,
                  const std::function<std::string(Placeholder)>& value) {
  std::string text;
  for (const auto& part : named.parts) {
    text += std::visit(Overloaded{
                           [](const std::string& s) { return s; },
                           [&](const Placeholder& p) {
                             if (p == Placeholder::table) return of.table.text;
                             if (p == Placeholder::parent) return of.parent.text;
                             return value(p);
                           },
                       },
                       part);
  }
  return {text};
}

}  // namespace

Identifier window_name(const NameTemplate& named, const MemberOf& of, const Axis& axis, Window w) {
  return std::visit(
      Overloaded{
          [&](const TimeAxis& time) {
            const LocalTime start = local_of(time, w.lo);
            return expand(named, of, [&](Placeholder p) { return date_part(p, start); });
          },
          [&](const IntegerAxis&) {
            return expand(named, of, [&](Placeholder p) {
              if (p == Placeholder::start || p == Placeholder::value) return number_name(w.lo);
              throw std::logic_error("a placeholder that check does not let through on an integer axis");
            });
          },
      },
      axis);
}

Identifier bucket_name(const NameTemplate& named, const MemberOf& of, const HashBound& bucket) {
  return expand(named, of, [&](Placeholder p) {
    if (p == Placeholder::modulus) return fmt::format("{}", bucket.modulus);
    if (p == Placeholder::remainder) return fmt::format("{}", bucket.remainder);
    throw std::logic_error("a placeholder that check does not let through on a hash level");
  });
}

Identifier group_name(const NameTemplate& named, const MemberOf& of, const ListGroup& group) {
  return expand(named, of, [&](Placeholder p) {
    if (p == Placeholder::group) return group.name.text;
    if (p == Placeholder::value) {
      const ListValue& value = group.values.at(0);
      return value.written.value_or(value.text.value_or("null"));
    }
    throw std::logic_error("a placeholder that check does not let through on a list level");
  });
}

Identifier default_name(const DefaultPartition& partition, const MemberOf& of) {
  if (!partition.named) return {of.parent.text + "__default"};
  return expand(*partition.named, of, [](Placeholder) -> std::string {
    throw std::logic_error("a placeholder that check does not let through on a default partition");
  });
}

std::string position_text(const Axis& axis, std::int64_t position) {
  return std::visit(Overloaded{[&](const TimeAxis& time) { return format_short(local_of(time, position)); },
                               [&](const IntegerAxis&) { return fmt::format("{}", position); }},
                    axis);
}

std::string window_text(const Axis& axis, Window w) {
  if (std::holds_alternative<IntegerAxis>(axis) && w.hi == w.lo + 1) return position_text(axis, w.lo);
  std::string text = position_text(axis, w.lo) + " to " + position_text(axis, w.hi);
  const auto* time = std::get_if<TimeAxis>(&axis);
  if (time && time->clock == KeyClock::absolute && !time->zone.is_utc()) text += " " + time->zone.name();
  return text;
}

}  // namespace pschema
