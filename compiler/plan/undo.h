// Changes of a map that can be taken back, at the cost of what was changed and not of the whole map.
#pragma once

#include <map>
#include <optional>

namespace pschema {

template <class Map>
class Undo {
 public:
  using Key = typename Map::key_type;

  void begin() { on_ = true; }
  /// To be called before each change of that entry, whether it is there or not.
  void before(const Map& map, const Key& key) {
    if (!on_ || was_.count(key) > 0) return;
    const auto at = map.find(key);
    was_.emplace(key, at == map.end() ? std::nullopt : std::optional(at->second));
  }
  void keep() {
    on_ = false;
    was_.clear();
  }
  void take_back(Map& map) {
    for (auto& [key, value] : was_) {
      if (value) {
        map.insert_or_assign(key, std::move(*value));
      } else {
        map.erase(key);
      }
    }
    keep();
  }

 private:
  bool on_ = false;
  std::map<Key, std::optional<typename Map::mapped_type>> was_;
};

}  // namespace pschema
