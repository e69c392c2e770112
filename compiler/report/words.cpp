#include "report/words.h"

#include <fmt/format.h>

#include <stdexcept>

namespace pschema {

std::string size_text(std::int64_t bytes) {
  static constexpr std::string_view kUnits[] = {"bytes", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  // Rounded before it is compared, so that nothing is called 1024 MB.
  std::int64_t rounded = bytes;
  for (double value = static_cast<double>(bytes); rounded >= 1024 && unit + 1 < std::size(kUnits); ++unit) {
    value /= 1024;
    rounded = static_cast<std::int64_t>(value + 0.5);
  }
  return fmt::format("{} {}", rounded, kUnits[unit]);
}

std::string rows_text(const Measured& measured) {
  const std::int64_t rows = measured.rows.value();
  return fmt::format("{}{} row{}", measured.more_rows ? "at least " : "", rows, rows == 1 ? "" : "s");
}

std::string_view transactions_text(const Operation& operation) {
  switch (transactions_of(operation)) {
    case Transactions::none:
      return "outside a transaction";
    case Transactions::one:
      return "in one transaction";
    case Transactions::several:
      return "in several transactions";
  }
  throw std::logic_error("transactions_text");
}

std::string_view severity_word(FindingSeverity severity) {
  return severity == FindingSeverity::info ? "info" : "warning";
}

std::string counted(std::size_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

std::string finding_line(const Finding& f) {
  return fmt::format("[{}] {}: {} {}\n", severity_word(f.severity), finding_name(f.kind), f.subject, f.sentence);
}

}  // namespace pschema
