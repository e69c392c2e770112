#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/text_diff.h"
#include "syntax/format.h"

namespace pschema {
namespace {

constexpr const char* kStandardInput = "-";

struct FmtCommand {
  std::vector<std::string> files;
  bool check = false;
  bool diff = false;
};

/// A file before and after.
struct Formatted {
  std::string path;
  std::string before, after;
  bool differs() const { return before != after; }
};

std::vector<std::string> paths_of(const std::vector<std::string>& arguments) {
  const bool standard_input = std::find(arguments.begin(), arguments.end(), kStandardInput) != arguments.end();
  if (!standard_input) return schema_paths(arguments);
  if (arguments.size() > 1) throw Exit{kExitUsage, "pschema: `-`, standard input, stands alone\n"};
  return arguments;
}

/// Those without errors; the others are reported.
std::vector<Formatted> format_all(const std::vector<std::string>& paths, Inputs& inputs) {
  std::vector<Formatted> all;
  for (const std::string& path : paths) {
    const bool standard_input = path == kStandardInput;
    const std::string text = standard_input ? read_standard_input() : read_file(path);
    const std::string name = standard_input ? "standard input" : path;
    auto formatted = format_schema(inputs.sources(), inputs.add(name, text), inputs.diagnostics());
    if (formatted) all.push_back({path, text, std::move(*formatted)});
  }
  return all;
}

void print_diff(const Formatted& file) {
  std::fputs(unified_diff(file.before, file.after, file.path, file.path).c_str(), stdout);
}

void print_name(const Formatted& file) { fmt::print("{}\n", file.path); }

void rewrite(const Formatted& file) {
  write_file(file.path, file.after);
  print_name(file);
}

int run(const FmtCommand& command) {
  Inputs inputs;
  const std::vector<Formatted> files = format_all(paths_of(command.files), inputs);
  const bool wrong = inputs.diagnostics().has_errors();
  inputs.report();
  bool any_differs = false;
  for (const Formatted& file : files) {
    any_differs = any_differs || file.differs();
    const bool shown = command.check || command.diff;
    if (!shown && file.path == kStandardInput) std::fputs(file.after.c_str(), stdout);
    if (!file.differs()) continue;
    if (command.diff) print_diff(file);
    if (command.check && !command.diff) print_name(file);
    if (!shown && file.path != kStandardInput) rewrite(file);
  }
  if (wrong) return kExitSchema;
  return command.check && any_differs ? kExitPending : kExitDone;
}

}  // namespace

Usage fmt_usage() {
  const auto c = std::make_shared<FmtCommand>();
  Option files = schema_files(c->files);
  files.setting.clear();  // what is laid out anew is named
  files.help += "; `-` is standard input";
  return {
      "fmt",
      "lay schema files out in the one style of the language",
      {files},
      {{"--check", "", "write nothing, print the names of files that differ, and leave with 2 if there are any",
        &c->check},
       {"--diff", "", "write nothing, and show what differs", &c->diff}},
      "pschema fmt events.pschema",
      [c] { return run(*c); },
      "Files are rewritten in place, and their names printed where that changed them. Comments, names, strings and "
      "numbers stay as they are. A file with mistakes in it is left alone, and they are reported."};
}

}  // namespace pschema
