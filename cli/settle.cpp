#include "cli/settle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/overloaded.h"
#include "base/quote.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/inputs.h"
#include "runtime/connection_text.h"

namespace pschema {
namespace fs = std::filesystem;
namespace {

constexpr const char* kFileName = "pschema.toml";

[[noreturn]] void refuse(const std::string& what) { throw Exit{kExitUsage, "pschema: " + what + "\n"}; }

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// From the working folder up; the root of a repository is the last that is looked into. Empty where there is none.
std::string file_from_here_up() {
  std::error_code failed;
  fs::path folder = fs::current_path(failed);
  std::string way;
  while (!failed && !folder.empty()) {
    const fs::path path = folder / kFileName;
    if (fs::is_regular_file(path, failed)) return way + kFileName;
    // A link that leads nowhere must not pass for a file that is not there.
    if (fs::symlink_status(path, failed).type() != fs::file_type::not_found)
      refuse(fmt::format("{} is no file; put it right, or say --no-config", way + kFileName));
    if (fs::exists(folder / ".git", failed) || folder == folder.root_path()) break;
    folder = folder.parent_path();
    way += "../";
    failed.clear();
  }
  return {};
}

Configuration read_or_refuse(const std::string& path) {
  SourceSet sources;
  Diagnostics diagnostics;
  auto configuration = read_configuration(path, read_file(path), sources, diagnostics);
  if (configuration) return std::move(*configuration);
  throw Exit{kExitUsage, render_text(diagnostics.sorted(), sources)};
}

void must_know(const Chosen& chosen) {
  const std::string said = chosen.target_by_flag ? "--target " + printable(chosen.target_name)
                                                 : "PSCHEMA_TARGET, which is " + printable(chosen.target_name) + ",";
  if (!chosen.file) refuse(fmt::format("{} needs a {}, and there is none from here up", said, kFileName));
  if (chosen.target()) return;
  std::vector<std::string_view> names;
  for (const auto& [name, target] : chosen.file->targets) names.push_back(name);
  const std::string_view near = nearest(chosen.target_name, names);
  std::string all;
  for (const std::string_view name : names) all += (all.empty() ? "" : ", ") + printable(name);
  refuse(fmt::format("{} is no target of {}{}", said, chosen.file->path,
                     !near.empty()  ? fmt::format("; did you mean `{}`?", near)
                     : !all.empty() ? "; there are " + all
                                    : ", which has none"));
}

std::string connection_in_file(const std::string& path) {
  std::string text = read_file(path);
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  text.erase(end == std::string::npos ? 0 : end + 1);
  // What stands there is never shown, not even where it is no connection string: it may be the password alone.
  if (text.empty()) refuse(fmt::format("{} is empty; a connection string belongs there", path));
  if (text.find_first_of(std::string_view("\n\0", 2)) != std::string::npos)
    refuse(fmt::format("{} has more than a connection string; it belongs there alone, on one line", path));
  if (!look_into(text).readable)
    refuse(
        fmt::format("what stands in {} is no connection string that libpq can read; write one such as "
                    "postgresql://user:password@host/database",
                    path));
  return text;
}

FoundConnection of_file(const std::string& path) { return {path, connection_in_file(path)}; }

FoundConnection of_target(const Chosen& chosen) {
  const ConfiguredTarget& target = *chosen.target();
  if (!target.dsn_file.empty()) return of_file(target.dsn_file);
  return {fmt::format("target {} of {}", chosen.target_name, chosen.file->path), target.dsn};
}

class Settling {
 public:
  Settling(const Usage& usage, const std::set<std::string>& given)
      : usage_(usage), given_(given), chosen_(chosen_configuration(*usage.choice)) {}

  void run() {
    for (const Option& option : usage_.arguments) fill(option);
    for (const Option& option : usage_.options) fill(option);
    for (Option option : usage_.settings) {
      option.required = false;  // the command says what it lacks
      fill(option);
    }
    if (usage_.hooks && chosen_.file) *usage_.hooks = chosen_.file->hooks;
    connect();
  }

 private:
  const SettingValue* value_of(const Option& option) const {
    if (option.setting.empty() || !chosen_.file) return nullptr;
    if (const ConfiguredTarget* target = chosen_.target()) {
      const auto own = target->settings.find(option.setting);
      if (own != target->settings.end()) return &own->second;
    }
    // Who names a database wants to look there, and not into the repository's snapshot.
    if (option.setting == "catalog" && names_a_database()) return nullptr;
    const auto common = chosen_.file->settings.find(option.setting);
    return common == chosen_.file->settings.end() ? nullptr : &common->second;
  }

  bool names_a_database() const {
    const bool by_target = chosen_.target_by_flag && chosen_.target() && chosen_.target()->connects();
    return by_target || given_.count("--dsn") > 0 || given_.count("--dsn-file") > 0;
  }

  void fill(const Option& option) {
    if (given_.count(option.names) > 0) return;
    if (const SettingValue* value = value_of(option)) {
      put(*value, option.into);
      has_catalog_ = has_catalog_ || option.setting == "catalog";
    } else if (option.required && !option.setting.empty()) {
      refuse(fmt::format("{} is required, here or as `{}` in pschema.toml\nsee `pschema {} --help`", option.names,
                         option.setting, usage_.name));
    }
  }

  static void put(const SettingValue& value, const Target& into) {
    std::visit(Overloaded{
                   [](std::int64_t number, std::int64_t* to) { *to = number; },
                   [](const std::string& text, std::string* to) { *to = text; },
                   [](const std::vector<std::string>& texts, std::vector<std::string>* to) { *to = texts; },
                   [](const auto&, auto*) { throw std::logic_error("a setting of another kind than its option"); },
               },
               value, into);
  }

  void connect() {
    const auto dsn = std::find_if(usage_.options.begin(), usage_.options.end(),
                                  [](const Option& option) { return option.names == "--dsn"; });
    usage_.choice->connection_by_option = names_a_database();
    const bool from_snapshot = has_catalog_ || given_.count("--catalog") > 0;
    if (dsn == usage_.options.end() || given_.count("--dsn") > 0 || from_snapshot) return;
    *std::get<std::string*>(dsn->into) = found_connection(*usage_.choice, chosen_).dsn;
  }

  const Usage& usage_;
  const std::set<std::string>& given_;
  Chosen chosen_;
  bool has_catalog_ = false;
};

}  // namespace

const ConfiguredTarget* Chosen::target() const {
  if (target_name.empty() || !file) return nullptr;
  const auto found = file->targets.find(target_name);
  return found == file->targets.end() ? nullptr : &found->second;
}

Chosen chosen_configuration(const ConfigurationChoice& choice) {
  Chosen chosen;
  if (choice.none) return chosen;
  const std::string path = choice.file.empty() ? file_from_here_up() : choice.file;
  if (!path.empty()) chosen.file = read_or_refuse(path);
  chosen.target_by_flag = !choice.target.empty();
  chosen.target_name = chosen.target_by_flag ? choice.target : variable("PSCHEMA_TARGET");
  if (!chosen.target_name.empty()) must_know(chosen);
  return chosen;
}

FoundConnection found_connection(const ConfigurationChoice& choice, const Chosen& chosen) {
  const bool by_target = chosen.target() && chosen.target()->connects();
  if (!choice.dsn_file.empty()) return of_file(choice.dsn_file);
  if (by_target && chosen.target_by_flag) return of_target(chosen);
  if (std::string dsn = variable("PSCHEMA_DSN"); !dsn.empty()) return {"PSCHEMA_DSN", std::move(dsn)};
  if (const std::string path = variable("PSCHEMA_DSN_FILE"); !path.empty()) return of_file(path);
  if (by_target) return of_target(chosen);
  return {};
}

void settle(const Usage& usage, const std::set<std::string>& given) {
  if (usage.choice) Settling(usage, given).run();
}

}  // namespace pschema
