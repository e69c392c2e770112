#include "cli/manual.h"

#include <fmt/format.h>

#include "cli/exit_codes.h"
#include "cli/option_names.h"

namespace pschema {
namespace {

/// Text that troff prints as it is: no line of it is a request, no hyphen becomes another, what stands between
/// backticks is bold.
std::string escaped(std::string_view text) {
  std::string out;
  bool bold = false;
  for (const char c : text) {
    if (c == '`') {
      out += bold ? "\\fR" : "\\fB";
      bold = !bold;
    } else if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) {
      out += "\\&" + std::string(1, c);
    } else {
      out += c;
    }
  }
  return out;
}

std::string entry(const std::string& tag, std::string_view text) {
  return ".TP\n" + tag + "\n" + escaped(text) + "\n";
}

std::string option_tag(const Option& o) {
  std::string tag;
  for (const std::string& name : names_of(o)) tag += (tag.empty() ? "\\fB" : ", \\fB") + escaped(name) + "\\fR";
  return o.value.empty() ? tag : tag + " \\fI" + escaped(o.value) + "\\fR";
}

std::string synopsis(const Usage& usage) {
  std::string text = fmt::format(".B pschema {}\n", usage.name);
  for (const Option& o : usage.options) {
    if (o.required)
      text += ".RB " + fmt::format("\"\" {} \" \\fI{}\\fR\"\n", escaped(names_of(o).back()), escaped(o.value));
  }
  if (!usage.options.empty()) text += ".RI [ OPTIONS ]\n";
  for (const Option& o : usage.arguments) text += fmt::format(".I {}{}\n", o.names, is_list(o) ? " ..." : "");
  return text;
}

std::string command(const Usage& usage) {
  std::string text = ".SS \"" + escaped("pschema " + usage.name) + "\"\n" + synopsis(usage) + ".PP\n";
  std::string summary = usage.summary;
  if (!summary.empty()) summary[0] = static_cast<char>(summary[0] - 'a' + 'A');
  text += escaped(summary) + ".\n";
  if (!usage.details.empty()) text += ".PP\n" + escaped(usage.details) + "\n";
  for (const Option& o : usage.arguments) text += entry("\\fI" + o.names + "\\fR", help_of(o));
  for (const Option& o : usage.options) text += entry(option_tag(o), help_of(o));
  return text + ".PP\nExample:\n.PP\n.EX\n    " + escaped(usage.example) + "\n.EE\n";
}

std::string exits() {
  std::string text = ".SH EXIT STATUS\n";
  for (const ExitMeaning& exit : kExitMeanings) text += entry(".B " + std::string(exit.codes), exit.meaning);
  return text;
}

constexpr std::string_view kHead = R"(.TH PSCHEMA 1 "" "pschema {}" "pschema manual"
.SH NAME
pschema \- declarative migrations for PostgreSQL partitions
.SH SYNOPSIS
.B pschema
.I COMMAND
.RI [ OPTIONS ]
.SH DESCRIPTION
A
.I .pschema
file says which partitions a PostgreSQL table shall have and for how long. pschema compares it with a snapshot of the
catalog and writes ordered, idempotent SQL files, which psql or
.B pschema apply
runs, and runs again after an interruption at any point.
.PP
Standard output is data, standard error is talk.
.SH COMMANDS
)";

constexpr std::string_view kTail = R"(.SH ENVIRONMENT
.TP
.B PSCHEMA_DSN
The connection, where no
.B \-\-dsn
is given. Without either, libpq's own variables and service file count.
.TP
.B NO_COLOR
Nothing is coloured.
.SH SEE ALSO
.BR psql (1)
)";

}  // namespace

std::string manual(const std::vector<Usage>& commands) {
  std::string text = fmt::format(kHead, PSCHEMA_VERSION);
  for (const Usage& usage : commands) {
    if (!usage.hidden) text += command(usage);
  }
  return text + exits() + std::string(kTail);
}

}  // namespace pschema
