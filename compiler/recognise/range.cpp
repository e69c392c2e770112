#include "recognise/range.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/overloaded.h"
#include "base/quote.h"
#include "time/arithmetic.h"
#include "time/identifiers.h"

namespace pschema {
namespace {

/// Numbers that would be moments outside these years are no moments: 1990 to 2200.
constexpr Window kPlausible{631'152'000 * kMicrosPerSecond, 7'258'118'400 * kMicrosPerSecond};

/// Instants from which well-known snowflakes count.
struct KnownSnowflake {
  const char* whose;
  std::int64_t epoch_ms;
  int shift;
};
constexpr std::array<KnownSnowflake, 4> kSnowflakes{{{"X (Twitter)", 1'288'834'974'657, 22},
                                                     {"Discord", 1'420'070'400'000, 22},
                                                     {"Instagram", 1'314'220'021'721, 23},
                                                     {"Mastodon", 0, 16}}};

bool is_number(KeyType type) { return fits(Encoding::integer, type); }

std::vector<KeyFormat> candidates(KeyType type, const KeyHint& hint, bool ulids) {
  std::vector<KeyFormat> formats;
  if (hint.encoding && fits(*hint.encoding, type)) formats.push_back({*hint.encoding, type, {}, 22});
  for (const Encoding encoding : encodings()) {
    const bool last = encoding == Encoding::integer || encoding == Encoding::snowflake;
    const bool doubtful = type == KeyType::uuid && encoding == (ulids ? Encoding::uuidv7 : Encoding::ulid);
    if (!last && !doubtful && fits(encoding, type)) formats.push_back({encoding, type, {}, 22});
  }
  if (fits(Encoding::snowflake, type)) {
    for (const KnownSnowflake& known : kSnowflakes)
      formats.push_back({Encoding::snowflake, type, {known.epoch_ms * kMicrosPerMilli}, known.shift});
  }
  return formats;
}

std::vector<Window> ranges_in(const std::vector<const Relation*>& partitions, const KeyFormat& format) {
  std::vector<Window> ranges;
  for (const Relation* partition : partitions) {
    if (const auto range = range_of(partition->bound, format)) ranges.push_back(*range);
  }
  std::sort(ranges.begin(), ranges.end());
  ranges.erase(std::unique(ranges.begin(), ranges.end()), ranges.end());
  return ranges;
}

bool plausible(const std::vector<Window>& ranges, KeyType type) {
  if (!is_number(type)) return true;
  return std::all_of(ranges.begin(), ranges.end(),
                     [](const Window& w) { return w.lo >= kPlausible.lo && w.hi <= kPlausible.hi; });
}

std::string whose(const KeyFormat& format) {
  for (const KnownSnowflake& known : kSnowflakes) {
    if (known.epoch_ms * kMicrosPerMilli == format.snowflake_epoch.us && known.shift == format.snowflake_shift)
      return known.whose;
  }
  return {};
}

std::vector<std::string> notes_of(const KeyFormat& format, const RecognisedGrid& grid, std::size_t ranges) {
  std::vector<std::string> notes;
  if (format.encoding == Encoding::snowflake)
    notes.push_back(fmt::format("the bounds fit snowflakes as {} makes them", whose(format)));
  if (!grid.zone_told && !grid.axis.zone.is_utc()) {
    notes.push_back(fmt::format("the key has no time zone; {} is the database's setting, and says when a day begins",
                                grid.axis.zone.name()));
  } else if (!grid.axis.zone.is_utc()) {
    notes.push_back(fmt::format("the bounds are midnights in {}; another zone with the same clock may be meant",
                                grid.axis.zone.name()));
  }
  if (ranges == 1) notes.push_back("recognised from the bounds of one partition: see whether the step is right");
  return notes;
}

RecognisedRange time_range(const KeyFormat& format, const RecognisedGrid& grid, std::size_t ranges) {
  TimeRange range{grid.axis, format.encoding, format.snowflake_epoch, format.snowflake_shift};
  return {range, notes_of(format, grid, ranges)};
}

bool says_version_7(const Relation* partition) {
  const auto* range = std::get_if<RangeBound>(&partition->bound);
  const auto* text = range && !range->from.empty() ? std::get_if<std::string>(&range->from.front()) : nullptr;
  return text && uuid_version(*text) == '7';
}

/// A uuid that begins with milliseconds is of version 7, unless the column says that it holds ULIDs and no bound says
/// otherwise.
bool looks_like_ulid(const std::vector<const Relation*>& partitions, const Column& leading) {
  const bool called_so = leading.default_expression.find("ulid") != std::string::npos ||
                         leading.name.text.find("ulid") != std::string::npos;
  return called_so && std::none_of(partitions.begin(), partitions.end(), says_version_7);
}

/// The step that most of the ranges have, and where they begin.
std::optional<RecognisedRange> integer_range(const std::vector<Window>& ranges) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> votes;
  for (const Window& w : ranges) {
    const Int128 step = Int128{w.hi} - w.lo;
    if (step > 0 && step <= kMaxMicros) ++votes[{w.hi - w.lo, floor_mod(w.lo, w.hi - w.lo)}];
  }
  const auto most =
      std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == votes.end() || most->second * 2 <= ranges.size()) return std::nullopt;
  const auto [step, rest] = most->first;
  for (const Window& w : ranges) {
    if (w.hi - w.lo != step || floor_mod(w.lo, step) != rest) continue;
    std::vector<std::string> notes;
    if (ranges.size() == 1)
      notes.push_back("recognised from the bounds of one partition: see whether the step is right");
    return RecognisedRange{IntegerRange{{{{step, w.lo, std::nullopt}}}}, std::move(notes)};
  }
  return std::nullopt;
}

std::optional<std::int64_t> position(const RangeDatum& datum, const KeyFormat& format) {
  const auto* text = std::get_if<std::string>(&datum);
  return text ? decode(format, *text) : std::nullopt;
}

bool rest_is_minimal(const std::vector<RangeDatum>& data) {
  return std::all_of(data.begin() + 1, data.end(),
                     [](const RangeDatum& d) { return std::holds_alternative<MinValue>(d); });
}

std::size_t count_of_ranges(const std::vector<const Relation*>& partitions) {
  return static_cast<std::size_t>(std::count_if(partitions.begin(), partitions.end(), [](const Relation* partition) {
    const auto* range = std::get_if<RangeBound>(&partition->bound);
    return range && !range->from.empty() && std::holds_alternative<std::string>(range->from.front()) &&
           std::holds_alternative<std::string>(range->to.front());
  }));
}

}  // namespace

Axis axis_of(const LevelBy& by, KeyType type) {
  if (const auto* time = std::get_if<TimeRange>(&by)) {
    TimeAxis axis = time->axis;
    axis.clock = clock_of(format_of(by, type));
    return axis;
  }
  if (const auto* integers = std::get_if<IntegerRange>(&by)) return integers->axis;
  return IntegerAxis{{{1, 0, std::nullopt}}};  // a sliding list
}

KeyFormat format_of(const LevelBy& by, KeyType type) {
  const auto* time = std::get_if<TimeRange>(&by);
  if (!time) return {Encoding::integer, type, {}, 22};
  return {time->encoding, type, time->snowflake_epoch, time->snowflake_shift};
}

std::optional<Window> range_of(const Bound& bound, const KeyFormat& format) {
  const auto* range = std::get_if<RangeBound>(&bound);
  if (!range || range->from.empty() || range->to.empty()) return std::nullopt;
  if (!rest_is_minimal(range->from) || !rest_is_minimal(range->to)) return std::nullopt;
  const auto lo = position(range->from.front(), format), hi = position(range->to.front(), format);
  if (!lo || !hi || *lo >= *hi) return std::nullopt;
  return Window{*lo, *hi};
}

std::variant<RecognisedRange, NotRecognised> recognise_range(const std::vector<const Relation*>& partitions,
                                                             const Column& leading, const ZoneCandidates& zones,
                                                             const KeyHint& hint) {
  const KeyType type = key_type_of(leading.type);
  const std::size_t bounded = count_of_ranges(partitions);
  if (bounded == 0) {
    return NotRecognised{partitions.empty() ? "there is no partition that would tell its steps"
                                            : "no partition has two bounds that would tell the step"};
  }
  std::optional<RecognisedRange> best;
  std::size_t best_exact = 0;
  for (const KeyFormat& format : candidates(type, hint, looks_like_ulid(partitions, leading))) {
    const std::vector<Window> ranges = ranges_in(partitions, format);
    if (ranges.empty() || !plausible(ranges, type)) continue;
    const auto grid = recognise_grid(ranges, clock_of(format), zones);
    if (!grid || grid->exact <= best_exact) continue;
    best_exact = grid->exact;
    best = time_range(format, *grid, ranges.size());
  }
  const std::vector<Window> numbers =
      is_number(type) ? ranges_in(partitions, {Encoding::integer, type, {}, 22}) : std::vector<Window>{};
  if (best && best_exact * 2 >= numbers.size()) return *best;
  if (auto integers = integer_range(numbers)) return *integers;
  if (best) return *best;
  return NotRecognised{fmt::format("the bounds on {} ({}) lie on no grid of a step that the language has",
                                   quote(leading.name), leading.type)};
}

}  // namespace pschema
