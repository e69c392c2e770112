// The settings of pschema.toml as one list: its reader, the command line and `pschema config` go by it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pschema {

// PSCHEMA_SETTING(name, kind, flag): the flag says the same on the command line; in capitals what has its place
// there.
#define PSCHEMA_SETTINGS(PSCHEMA_SETTING)                         \
  PSCHEMA_SETTING(schemas, paths, "FILES")                        \
  PSCHEMA_SETTING(catalog, path, "--catalog")                     \
  PSCHEMA_SETTING(migrations, path, "FOLDER, -o, --output")       \
  PSCHEMA_SETTING(pending, path, "--pending")                     \
  PSCHEMA_SETTING(lock_timeout, time, "--lock-timeout")           \
  PSCHEMA_SETTING(statement_timeout, time, "--statement-timeout") \
  PSCHEMA_SETTING(budget, number, "--budget")                     \
  PSCHEMA_SETTING(max_create, number, "--max-create")             \
  PSCHEMA_SETTING(hook_timeout, number, "--hook-timeout")         \
  PSCHEMA_SETTING(metrics, path, "--metrics")                     \
  PSCHEMA_SETTING(metrics_labels, texts, "--metrics-label")

// What a target says of its connection: one text, a file with one, or libpq's keywords.
#define PSCHEMA_CONNECTION_KEYS(PSCHEMA_CONNECTION_KEY) \
  PSCHEMA_CONNECTION_KEY(dsn, text)                     \
  PSCHEMA_CONNECTION_KEY(dsn_file, path)                \
  PSCHEMA_CONNECTION_KEY(service, keyword)              \
  PSCHEMA_CONNECTION_KEY(host, keyword)                 \
  PSCHEMA_CONNECTION_KEY(port, keyword)                 \
  PSCHEMA_CONNECTION_KEY(dbname, keyword)               \
  PSCHEMA_CONNECTION_KEY(user, keyword)                 \
  PSCHEMA_CONNECTION_KEY(passfile, keyword_path)        \
  PSCHEMA_CONNECTION_KEY(sslmode, keyword)              \
  PSCHEMA_CONNECTION_KEY(sslrootcert, keyword_path)     \
  PSCHEMA_CONNECTION_KEY(sslcert, keyword_path)         \
  PSCHEMA_CONNECTION_KEY(sslkey, keyword_path)          \
  PSCHEMA_CONNECTION_KEY(connect_timeout, keyword)      \
  PSCHEMA_CONNECTION_KEY(target_session_attrs, keyword)

enum class SettingKind { path, paths, texts, time, number };

struct Setting {
  std::string_view name;
  SettingKind kind;
  std::string_view flag;
};
const std::vector<Setting>& all_settings();
/// nullptr where there is none.
const Setting* setting_named(std::string_view name);

enum class ConnectionKeyKind { text, path, keyword, keyword_path };
struct ConnectionKey {
  std::string_view name;
  ConnectionKeyKind kind;
};
const std::vector<ConnectionKey>& connection_keys();
/// nullptr where there is none.
const ConnectionKey* connection_key_named(std::string_view name);

using SettingValue = std::variant<std::int64_t, std::string, std::vector<std::string>>;
using Settings = std::map<std::string, SettingValue, std::less<>>;

/// What is wrong with a time as PostgreSQL's settings write one (`3s`, `10min`, `500`); empty where nothing is. It
/// goes into files as it is. 0 would be no limit, and is not offered.
std::string time_fault(const std::string& text);

}  // namespace pschema
