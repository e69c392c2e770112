#include "cli/settings.h"

#include <algorithm>

namespace pschema {
namespace {

constexpr std::size_t kMostDigits = 9;

}  // namespace

const std::vector<Setting>& all_settings() {
  static const std::vector<Setting> kSettings{
#define PSCHEMA_SETTING(name, kind, flag) {#name, SettingKind::kind, flag},
      PSCHEMA_SETTINGS(PSCHEMA_SETTING)
#undef PSCHEMA_SETTING
  };
  return kSettings;
}

const Setting* setting_named(std::string_view name) {
  const auto& all = all_settings();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Setting& s) { return s.name == name; });
  return found == all.end() ? nullptr : &*found;
}

const ConnectionKey* connection_key_named(std::string_view name) {
  const auto& all = connection_keys();
  const auto found = std::find_if(all.begin(), all.end(), [&](const ConnectionKey& k) { return k.name == name; });
  return found == all.end() ? nullptr : &*found;
}

const std::vector<ConnectionKey>& connection_keys() {
  static const std::vector<ConnectionKey> kKeys{
#define PSCHEMA_CONNECTION_KEY(name, kind) {#name, ConnectionKeyKind::kind},
      PSCHEMA_CONNECTION_KEYS(PSCHEMA_CONNECTION_KEY)
#undef PSCHEMA_CONNECTION_KEY
  };
  return kKeys;
}

std::string time_fault(const std::string& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string unit = text.substr(digits);
  const bool known = unit.empty() || unit == "ms" || unit == "s" || unit == "min" || unit == "h";
  const bool limits = text.find_first_of("123456789") < digits;
  if (limits && digits <= kMostDigits && known) return {};
  return "write a whole number and ms, s, min or h, such as 3s";
}

}  // namespace pschema
