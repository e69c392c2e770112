#include "recognise/write.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/overloaded.h"
#include "base/quote.h"
#include "check/naming.h"
#include "plan/fit.h"

namespace pschema {
namespace {

constexpr std::size_t kLineWidth = 110;

/// A string of the language. It ends on its line, so a text with a control character has none; what is written in its
/// place is refused when the schema is read, and the table is left out.
std::string string_text(const std::string& text) {
  const bool control =
      std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
  if (control) return quote_literal(text);
  std::string out = "'";
  for (const char c : text) {
    out += c;
    if (c == '\'') out += c;
  }
  return out + "'";
}

std::string number_text(std::int64_t n) {
  std::string digits = std::to_string(n);
  const std::size_t first = n < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3; at -= 3) digits.insert(at - 3, "_");
  return digits.size() - first > 5 ? digits : std::to_string(n);
}

std::string value_text(const std::optional<std::string>& value, KeyType type) {
  if (!value) return "null";
  const bool bare =
      fits(Encoding::integer, type) || (type == KeyType::boolean && (*value == "true" || *value == "false"));
  const bool number = value->find_first_not_of("-.0123456789") == std::string::npos;
  return bare && (number || type == KeyType::boolean) ? *value : string_text(*value);
}

std::string group_name(const std::string& name) {
  const std::string text = quote(Identifier{name});
  return text == "each" ? "\"each\"" : text;
}

std::string step_text(const TimeSpan& step) {
  std::string text = format_span(step);
  return step.count == 1 ? text.substr(2) : text;
}

/// An anchor is written where it is not the usual one, or must be.
std::string starting_text(const TimeSegment& segment) {
  const TimeUnit unit = segment.step.unit;
  const bool must =
      segment.step.count > 1 && (unit == TimeUnit::day || unit == TimeUnit::week || unit == TimeUnit::year);
  if (!must && segment.anchor == default_anchor(unit)) return {};
  return fmt::format(" starting '{}'", format_short(segment.anchor));
}

std::string segment_text(const TimeSegment& segment) {
  std::string text = (segment.from ? " then every " : " every ") + step_text(segment.step) + starting_text(segment);
  if (segment.from) text += fmt::format(" from '{}'", format_short(*segment.from));
  return text;
}

std::string encoding_text(const TimeRange& range) {
  if (range.encoding == Encoding::plain) return {};
  std::string text = " as " + encoding_name(range.encoding);
  if (range.encoding != Encoding::snowflake) return text;
  text += fmt::format(" '{}'", format_utc(range.snowflake_epoch));
  if (range.snowflake_shift != 22) text += fmt::format(" shift {}", range.snowflake_shift);
  return text;
}

std::string grid_text(const LevelBy& by) {
  return std::visit(
      Overloaded{
          [](const TimeRange& range) {
            std::string text;
            for (const TimeSegment& segment : range.axis.segments) text += segment_text(segment);
            text += encoding_text(range);
            if (!range.axis.zone.is_utc()) text += fmt::format(" at time zone '{}'", range.axis.zone.name());
            return text;
          },
          [](const IntegerRange& range) {
            const IntegerSegment& segment = range.axis.segments.front();
            return fmt::format(" every {} starting {}", number_text(segment.step), number_text(segment.anchor));
          },
          [](const SlidingList& list) { return fmt::format(" every value starting {}", number_text(list.starting)); },
          [](const HashBuckets& buckets) { return fmt::format(" modulus {}", buckets.modulus); },
          [](const ListGroups&) { return std::string(); }},
      by);
}

std::string_view strategy_of(const LevelBy& by) {
  const bool range = std::holds_alternative<TimeRange>(by) || std::holds_alternative<IntegerRange>(by);
  return range ? "range" : std::holds_alternative<HashBuckets>(by) ? "hash" : "list";
}

class Writer {
 public:
  Writer(const Table& table, const Wording& wording) : table_(table), wording_(wording) {}

  std::string level(const LevelShape& shape, const std::string& indent, bool root) {
    std::string text;
    for (const std::string& note : shape.notes) text += comment_text(indent, note);
    std::string key;
    for (const Identifier& column : shape.key) key += (key.empty() ? "" : ", ") + quote(column);
    text += fmt::format("{}partition by {} ({}){}", indent, strategy_of(shape.by), key, grid_text(shape.by));
    const std::string block = clauses(shape, indent + "  ", root);
    return text + (block.empty() ? ";\n" : " {\n" + block + indent + "}\n");
  }

 private:
  std::string clauses(const LevelShape& shape, const std::string& indent, bool root) {
    std::string text;
    if (!shape.named.empty()) text += fmt::format("{}named {};\n", indent, string_text(shape.named));
    if (!std::holds_alternative<HashBuckets>(shape.by) && !std::holds_alternative<ListGroups>(shape.by))
      text += lifecycle(shape, indent, root);
    const std::string common = common_level(shape, indent);
    text += groups(shape, indent, common.empty());
    for (const DefaultShape& partition : shape.default_partition) {
      text += indent + "default" + (partition.named.empty() ? "" : " named " + string_text(partition.named));
      const bool same =
          !partition.below.empty() && !common.empty() && level(partition.below.front(), indent, false) == common;
      const bool nothing_common = common.empty() && shape.below.empty();
      if (same || (partition.below.empty() && nothing_common)) {
        text += ";\n";
      } else {
        text += below_block(partition.below, indent);
      }
    }
    const std::string below = shape.below.empty() ? common : level(shape.below.front(), indent, false);
    if (!text.empty() && !below.empty()) text += "\n";
    return text + below;
  }

  std::string below_block(const std::vector<LevelShape>& below, const std::string& indent) {
    if (below.empty()) return " { }\n";
    return " {\n" + level(below.front(), indent + "  ", false) + indent + "}\n";
  }

  std::string lifecycle(const LevelShape& shape, const std::string& indent, bool root) {
    std::string create = "create never;";
    if (shape.after && !std::holds_alternative<SlidingList>(shape.by))
      create = *shape.after == 0 ? "create current;" : fmt::format("create current and {} after;", *shape.after);
    std::string text = indent + create + "\n";
    text += indent + (root && !wording_.keep.empty() ? "keep   " + wording_.keep : "keep   forever") + ";\n";
    if (wording_.detach_never) text += indent + "detach never;\n";
    if (root && !wording_.drop.empty()) text += indent + "drop   " + wording_.drop + ";\n";
    return text;
  }

  /// What lies below every group alike.
  std::string common_level(const LevelShape& shape, const std::string& indent) {
    std::string common;
    for (const GroupShape& group : shape.groups) {
      if (group.below.empty()) return {};
      const std::string own = level(group.below.front(), indent, false);
      if (!common.empty() && own != common) return {};
      common = own;
    }
    return common;
  }

  std::string groups(const LevelShape& shape, const std::string& indent, bool own_levels) {
    if (shape.groups.empty()) return {};
    const KeyType type = column_key_type(table_, shape.key.front());
    const bool plain = !own_levels || std::all_of(shape.groups.begin(), shape.groups.end(),
                                                  [](const GroupShape& g) { return g.below.empty(); });
    const bool each = plain && shape.groups.size() > 1 &&
                      std::all_of(shape.groups.begin(), shape.groups.end(), [](const GroupShape& g) {
                        return g.values.size() == 1 && g.values.front() == g.name;
                      });
    std::string text;
    if (each) {
      for (const GroupShape& group : shape.groups)
        text += (text.empty() ? "" : ", ") + value_text(group.values.front(), type);
      return fmt::format("{}group each in ({});\n", indent, text);
    }
    for (const GroupShape& group : shape.groups) {
      std::string values;
      for (const auto& value : group.values) values += (values.empty() ? "" : ", ") + value_text(value, type);
      text += fmt::format("{}group {} in ({})", indent, group_name(group.name), values);
      text += !own_levels || group.below.empty() ? ";\n" : below_block(group.below, indent);
    }
    return text;
  }

  const Table& table_;
  const Wording& wording_;
};

}  // namespace

std::string comment_text(const std::string& indent, const std::string& sentence) {
  std::string text, line;
  const auto flush = [&] {
    if (!line.empty()) text += indent + "--" + line + "\n";
    line.clear();
  };
  const std::string words = printable(sentence);
  for (std::size_t at = 0; at <= words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    if (indent.size() + line.size() + end - at > kLineWidth) flush();
    line += " " + words.substr(at, end - at);
    at = end + 1;
  }
  flush();
  return text;
}

std::string table_text(const Catalog& catalog, const TableShape& shape, const Wording& wording) {
  std::string text;
  for (const std::string& note : shape.notes) text += comment_text("", note);
  text += fmt::format("table {} {{\n", quote(shape.name));
  if (shape.in_schema) text += fmt::format("  in schema {};\n\n", quote(*shape.in_schema));
  return text + Writer(catalog.tables.at(shape.name), wording).level(shape.root, "  ", true) + "}\n";
}

std::string commented(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    out += line.empty() ? "--\n" : "-- " + line + "\n";
    at = end + 1;
  }
  return out;
}

}  // namespace pschema
