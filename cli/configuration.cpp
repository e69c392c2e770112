#include "cli/configuration.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/quote.h"
#include "cli/hidden_secrets.h"
#include "model/toml_input.h"
#include "runtime/connection_text.h"

namespace pschema {
namespace {

constexpr TomlKind kConfigurationToml{
    Code::bad_configuration, "configuration",
    "a string over several lines is not taken here, nor are names with so many dots", false};
constexpr const char* kWhereSecretsStand =
    "a secret does not stand in pschema.toml: put the connection string into a file that `dsn_file` names or into "
    "PSCHEMA_DSN, or the password into ~/.pgpass or a service file";
constexpr std::int64_t kMost = 999'999'999;
// What destroys or runs programs is allowed by the person or the job that runs it, and never by a file that lies
// around.
constexpr std::string_view kPermissions[] = {"allow_destructive", "allow_hooks", "ok_if_locked", "no_hooks"};
constexpr const char* kHooks[] = {"before_create", "after_create", "before_attach", "after_attach", "before_detach",
                                  "after_detach",  "before_drop",  "after_drop",    "before_move",  "after_move"};

using Names = std::vector<std::string_view>;

class ConfigurationReader {
 public:
  ConfigurationReader(const std::string& path, const std::string& text, std::uint32_t file, Diagnostics& diagnostics)
      : folder_(std::filesystem::path(path).parent_path()), in_(text, file, diagnostics, kConfigurationToml) {
    configuration_.path = path;
  }

  std::optional<Configuration> read() {
    if (const std::optional<toml::table> root = in_.parse()) read_root(*root);
    return in_.failed() ? std::nullopt : std::optional<Configuration>(std::move(configuration_));
  }

 private:
  // --- Values

  std::string path_of(const std::string& text) const {
    const std::filesystem::path path(text);
    return path.is_absolute() ? text : (folder_ / path).lexically_normal().string();
  }

  std::optional<std::string> text_of(const toml::node& node, const std::string& example) {
    const auto* value = node.as_string();
    if (value == nullptr) {
      in_.wrong(node, "a text in quotes is wanted here", "write " + example);
    } else if (value->get().empty()) {
      in_.wrong(node, "this text is empty", "leave the line out where there is nothing to say");
    } else if (value->get().find('\0') != std::string::npos) {
      in_.wrong(node, "a NUL byte in a text");
    } else {
      return value->get();
    }
    return std::nullopt;
  }

  std::vector<std::string> texts_of(const toml::node& node, const std::string& example) {
    std::vector<std::string> texts;
    const toml::array* array = node.as_array();
    if (array == nullptr || array->empty()) {
      in_.wrong(node, array ? "this list is empty" : "a list of texts is wanted here", "write " + example);
      return texts;
    }
    for (const toml::node& item : *array) {
      if (auto text = text_of(item, example)) texts.push_back(std::move(*text));
    }
    return texts;
  }

  std::optional<SettingValue> time_of(const toml::node& node, std::string_view name) {
    const std::string example = fmt::format("{} = \"3s\"", name);
    const auto text = text_of(node, example);
    if (!text) return std::nullopt;
    const std::string fault = time_fault(*text);
    if (fault.empty()) return *text;
    in_.wrong(node, fmt::format("`{}` is no time", printable(*text)), fault);
    return std::nullopt;
  }

  std::optional<SettingValue> number_of(const toml::node& node, std::string_view name) {
    const auto* value = node.as_integer();
    if (value != nullptr && value->get() >= 0 && value->get() <= kMost) return value->get();
    in_.wrong(node, "a whole number from 0 to 999999999 is wanted here", fmt::format("write {} = 100", name));
    return std::nullopt;
  }

  std::optional<SettingValue> value_of(const Setting& setting, const toml::node& node) {
    switch (setting.kind) {
      case SettingKind::path:
        if (auto text = text_of(node, fmt::format("{} = \"db/{}\"", setting.name, setting.name)))
          return path_of(*text);
        return std::nullopt;
      case SettingKind::paths: {
        auto texts = texts_of(node, fmt::format("{} = [\"db/events.pschema\"]", setting.name));
        for (std::string& text : texts) text = path_of(text);
        return texts;
      }
      case SettingKind::time:
        return time_of(node, setting.name);
      case SettingKind::number:
        return number_of(node, setting.name);
      case SettingKind::texts:
        return texts_of(node, fmt::format("{} = [\"team=billing\"]", setting.name));
    }
    return std::nullopt;
  }

  // --- Keys

  void unknown(const toml::key& key, const Names& known, const std::string& hint) {
    if (is_secret_name(key.str()))
      return in_.report(key.source(), Code::secret_in_configuration, "a password stands here", kWhereSecretsStand);
    const std::string name = printable(key.str());
    const std::string_view near = nearest(key.str(), known);
    std::string all;
    for (const std::string_view word : known) all += (all.empty() ? "" : ", ") + std::string(word);
    in_.report(key.source(), Code::unknown_setting, fmt::format("`{}` is no setting here", name),
               !hint.empty()   ? hint
               : !near.empty() ? fmt::format("did you mean `{}`?", near)
                               : "those here are " + all);
  }

  void take(Settings& into, const Setting& setting, const toml::node& node) {
    if (auto value = value_of(setting, node)) into.insert_or_assign(std::string(setting.name), std::move(*value));
  }

  static Names known_names(bool in_target) {
    Names names;
    for (const Setting& setting : all_settings()) names.push_back(setting.name);
    if (!in_target) names.insert(names.end(), {"targets", "hooks"});
    for (const ConnectionKey& key : connection_keys()) {
      if (in_target) names.push_back(key.name);
    }
    return names;
  }

  void not_known(const toml::key& key, bool in_target) {
    const std::string_view name = key.str();
    std::string hint;
    if (!in_target && connection_key_named(name))
      hint = fmt::format("`{}` belongs to a target: below [targets.NAME]", name);
    if (std::find(std::begin(kPermissions), std::end(kPermissions), name) != std::end(kPermissions))
      hint = "what allows something is said on the command line alone, each time";
    unknown(key, known_names(in_target), hint);
  }

  void read_root(const toml::table& root) {
    for (const auto& [key, node] : root) {
      if (key == "targets") {
        read_targets(node);
      } else if (key == "hooks") {
        read_hooks(node);
      } else if (const Setting* setting = setting_named(key.str())) {
        take(configuration_.settings, *setting, node);
      } else {
        not_known(key, false);
      }
    }
  }

  void read_targets(const toml::node& node) {
    const toml::table* targets = node.as_table();
    if (targets == nullptr) return in_.wrong(node, "a table is wanted here", "write [targets.staging]");
    for (const auto& [name, value] : *targets) {
      if (const toml::table* table = value.as_table()) {
        configuration_.targets.emplace(name.str(), read_target(*table));
      } else {
        in_.report(name.source(), Code::bad_configuration, "a target is a table",
                   "give it a name: [targets.staging]");
      }
    }
  }

  ConfiguredTarget read_target(const toml::table& table) {
    ConfiguredTarget target;
    std::map<std::string, std::string> keywords;
    for (const auto& [key, node] : table) {
      if (const ConnectionKey* connection = connection_key_named(key.str())) {
        read_connection_key(*connection, node, target, keywords);
      } else if (const Setting* setting = setting_named(key.str())) {
        take(target.settings, *setting, node);
      } else {
        not_known(key, true);
      }
    }
    const int ways =
        (table.contains("dsn") ? 1 : 0) + (table.contains("dsn_file") ? 1 : 0) + (keywords.empty() ? 0 : 1);
    if (ways > 1)
      in_.wrong(table, "a target says in more than one way where its database is",
                "leave one of dsn, dsn_file, and service, host and the like");
    if (!keywords.empty()) target.dsn = connection_text(keywords);
    return target;
  }

  void read_connection_key(const ConnectionKey& key, const toml::node& node, ConfiguredTarget& target,
                           std::map<std::string, std::string>& keywords) {
    const auto* number = node.as_integer();
    if (number != nullptr && (key.name == "port" || key.name == "connect_timeout")) {
      keywords.emplace(key.name, std::to_string(number->get()));
      return;
    }
    auto text = text_of(node, fmt::format("{} = \"…\"", key.name));
    if (!text) return;
    switch (key.kind) {
      case ConnectionKeyKind::text:
        target.dsn = checked_dsn(node, *text);
        return;
      case ConnectionKeyKind::path:
        target.dsn_file = path_of(*text);
        return;
      case ConnectionKeyKind::keyword:
        keywords.emplace(key.name, std::move(*text));
        return;
      case ConnectionKeyKind::keyword_path:
        keywords.emplace(key.name, path_of(*text));
        return;
    }
  }

  std::string checked_dsn(const toml::node& node, const std::string& text) {
    const ConnectionText found = look_into(text);
    if (!found.readable) {
      in_.wrong(node, "libpq cannot read this as a connection string",
                "write dsn = \"host=db.example.com dbname=app\" or a URI");
    } else if (found.holds_a_secret) {
      in_.report(node.source(), Code::secret_in_configuration, "a password stands in this connection string",
                 kWhereSecretsStand);
    }
    return text;
  }

  void read_hooks(const toml::node& node) {
    const toml::table* hooks = node.as_table();
    if (hooks == nullptr) return in_.wrong(node, "a table is wanted here", "write [hooks]");
    const Names known(std::begin(kHooks), std::end(kHooks));
    for (const auto& [key, value] : *hooks) {
      if (std::find(known.begin(), known.end(), key.str()) == known.end()) {
        unknown(key, known, "");
        continue;
      }
      std::vector<std::string> words =
          texts_of(value, fmt::format("{} = [\"scripts/archive\", \"--now\"]", key.str()));
      if (words.empty()) continue;
      if (std::any_of(words.begin() + 1, words.end(), gives_a_secret))
        in_.report(value.source(), Code::secret_in_configuration,
                   "a secret stands among the arguments of this program",
                   "let the program read it from a file or from its environment, which hooks are given");
      if (words.front().find('/') != std::string::npos) words.front() = program_of(words.front());
      configuration_.hooks.emplace(key.str(), std::move(words));
    }
  }

  /// Keeps a slash, or PATH would be searched for what is named as a file.
  std::string program_of(const std::string& text) const {
    const std::string path = path_of(text);
    return path.find('/') == std::string::npos ? "./" + path : path;
  }

  std::filesystem::path folder_;
  TomlInput in_;
  Configuration configuration_;
};

}  // namespace

std::optional<Configuration> read_configuration(const std::string& path, const std::string& text, SourceSet& sources,
                                                Diagnostics& diagnostics) {
  const std::uint32_t file = sources.add(path, with_secrets_hidden(text));
  return ConfigurationReader(path, text, file, diagnostics).read();
}

}  // namespace pschema
