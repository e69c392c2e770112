#include "model/marker.h"

#include <fmt/format.h>

#include "base/quote.h"
#include "base/unicode.h"

namespace pschema {
namespace {

constexpr std::string_view kHead = "pschema: ";
constexpr std::string_view kDetachedAt = "detached at ";

std::string_view state_word(MarkerState state) {
  switch (state) {
    case MarkerState::detaching:
      return "detaching";
    case MarkerState::detached:
      return "detached";
    case MarkerState::building:
      return "building";
    case MarkerState::adopted:
      return "adopted";
  }
  return {};
}

// A bound's text may hold line feeds, as values of a list; a marker is one line. So backslashes are doubled and
// control characters become \xNN.
std::string on_one_line(std::string_view bound_text) {
  std::string out;
  for (const char c : bound_text) {
    if (is_ascii_control(c)) {
      out += fmt::format("\\x{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
      if (c == '\\') out += c;
    }
  }
  return out;
}

int hex_value(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; }

// Undoes on_one_line; what it could not have written comes out as something that does not write back.
std::string from_one_line(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
    } else if (i + 1 < text.size() && text[i + 1] == '\\') {
      out += text[++i];
    } else if (i + 3 < text.size() && hex_value(text[i + 2]) >= 0 && hex_value(text[i + 3]) >= 0) {
      out += static_cast<char>(hex_value(text[i + 2]) * 16 + hex_value(text[i + 3]));
      i += 3;
    }
  }
  return out;
}

bool take(std::string_view& text, std::string_view what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

bool take_state(std::string_view& text, Marker& marker) {
  if (take(text, kDetachedAt)) {
    marker.state = MarkerState::detached;
    const std::string_view moment = text.substr(0, text.find(','));
    const std::optional<ParsedInstant> at = parse_instant(moment);
    if (!at || at->local.us % kMicrosPerSecond != 0) return false;
    marker.at = Instant{at->local.us};  // written in UTC, or it does not write back
    text.remove_prefix(moment.size());
    return true;
  }
  for (const MarkerState state : {MarkerState::detaching, MarkerState::building, MarkerState::adopted}) {
    if (!take(text, state_word(state))) continue;
    marker.state = state;
    return true;
  }
  return false;
}

bool take_about(std::string_view& text, Marker& marker) {
  if (!take(text, ", ")) return false;
  const std::optional<QualifiedName> name = take_qualified_name(text);
  if (!name || !take(text, " of ")) return false;
  const std::optional<QualifiedName> parent = take_qualified_name(text);
  if (!parent || !take(text, " ")) return false;
  marker.name = *name;
  marker.parent = *parent;
  marker.bound_text = from_one_line(text);
  return true;
}

}  // namespace

std::string marker_about(const QualifiedName& name, const QualifiedName& parent, std::string_view bound_text) {
  return fmt::format(", {} of {} {}", quote(name), quote(parent), on_one_line(bound_text));
}

std::string marker_text(const Marker& marker) {
  const std::string when = marker.state == MarkerState::detached ? " at " + format_utc(marker.at) : std::string();
  return fmt::format("{}{}{}{}", kHead, state_word(marker.state), when,
                     marker_about(marker.name, marker.parent, marker.bound_text));
}

std::optional<Marker> parse_marker(std::string_view comment) {
  const std::string_view line = comment.substr(0, comment.find('\n'));
  std::string_view rest = line;
  Marker marker;
  if (!take(rest, kHead) || !take_state(rest, marker) || !take_about(rest, marker)) return std::nullopt;
  const Bound bound = parse_bound(marker.bound_text);
  // Strict: a marker that a person touched is no marker.
  if (std::holds_alternative<UnreadableBound>(bound) || marker_text(marker) != line) return std::nullopt;
  return marker;
}

}  // namespace pschema
