#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "base/overloaded.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/settle.h"

namespace pschema {
namespace {

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string text_of(const SettingValue& value) {
  return std::visit(Overloaded{
                        [](std::int64_t number) { return std::to_string(number); },
                        [](const std::string& text) { return text; },
                        [](const std::vector<std::string>& texts) { return listed(texts); },
                    },
                    value);
}

void line(std::string_view name, std::string_view value, std::string_view from) {
  fmt::print("{:<18} {:<32} {}\n", name, printable(value), from);
}

void settings(const Chosen& chosen) {
  const ConfiguredTarget* target = chosen.target();
  for (const Setting& setting : all_settings()) {
    const auto in = [&](const Settings& all) { return all.find(setting.name); };
    if (target && in(target->settings) != target->settings.end()) {
      line(setting.name, text_of(in(target->settings)->second), "target " + chosen.target_name);
    } else if (chosen.file && in(chosen.file->settings) != chosen.file->settings.end()) {
      line(setting.name, text_of(in(chosen.file->settings)->second), chosen.file->path);
    } else {
      line(setting.name, "-", setting.flag);
    }
  }
}

/// Where it comes from, and never what it is: a password may be in it.
void connection(const ConfigurationChoice& choice, const Chosen& chosen) {
  const std::string from = found_connection(choice, chosen).from;
  line("connection", from.empty() ? "-" : from, from.empty() ? "--dsn, --dsn-file; else libpq's own variables" : "");
}

int run(const ConfigurationChoice& choice) {
  const Chosen chosen = chosen_configuration(choice);
  std::fputs(chosen.file ? fmt::format("# {}\n", chosen.file->path).c_str() : "# no pschema.toml from here up\n",
             stderr);
  settings(chosen);
  connection(choice, chosen);
  if (!chosen.file) return kExitDone;
  for (const auto& [name, command] : chosen.file->hooks) line("hooks." + name, listed(command), chosen.file->path);
  for (const auto& [name, target] : chosen.file->targets)
    line("targets." + name, target.connects() ? "connects" : "-", chosen.file->path);
  return kExitDone;
}

}  // namespace

Usage config_usage() {
  const auto c = std::make_shared<ConfigurationChoice>();
  Usage usage{
      "config",
      "say which settings hold here, and where each comes from",
      {},
      {},
      "pschema config --no-config",
      [c] { return run(*c); },
      "A setting that pschema.toml does not have stands with a dash, and with the option that says it for one "
      "run. What the connection is is never shown, only where it comes from."};
  usage.choice = c;
  return usage;
}

}  // namespace pschema
