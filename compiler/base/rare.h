// A value that few of very many objects have: costs a pointer where there is none.
#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace pschema {

/// Like std::optional, as far as it goes: copies are deep, and equal where the values are.
template <class T>
class Rare {
 public:
  Rare() = default;
  Rare(T value) : value_(std::make_unique<T>(std::move(value))) {}  // NOLINT: as std::optional
  Rare(std::optional<T> value) : value_(value ? std::make_unique<T>(std::move(*value)) : nullptr) {}  // NOLINT
  Rare(const Rare& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  Rare(Rare&&) noexcept = default;
  Rare& operator=(const Rare& other) { return *this = Rare(other); }
  Rare& operator=(Rare&&) noexcept = default;
  ~Rare() = default;

  explicit operator bool() const { return value_ != nullptr; }
  bool has_value() const { return value_ != nullptr; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }
  void reset() { value_.reset(); }

  friend bool operator==(const Rare& a, const Rare& b) {
    return a.has_value() == b.has_value() && (!a.has_value() || *a == *b);
  }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace pschema
