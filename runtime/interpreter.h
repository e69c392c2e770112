// Runs the items of a migration file one at a time, as psql would with ON_ERROR_STOP and autocommit. Knows no server:
// statements go to a function.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "migration/script.h"

namespace pschema {

class DatabaseError;

/// What a statement answered, as far as \gset needs it.
struct Answer {
  std::vector<std::string> columns;
  std::vector<std::vector<std::optional<std::string>>> rows;
};

struct Completed {};
struct Quit {};     // \quit was reached
struct Stopped {};  // `stopped` said so before a statement
struct ItemFailure {
  std::size_t item = 0;  // number of the item that failed
  std::string sqlstate;  // empty where the failure is not the server's
  std::string message;
  bool connection_lost = false;
};
/// What the server, or the connection, refused.
ItemFailure failed_at(std::size_t item, const DatabaseError& error);
using RunResult = std::variant<Completed, Quit, Stopped, ItemFailure>;

struct ScriptHost {
  std::function<Answer(const std::string& sql)> execute;  // throws DatabaseError
  std::function<void(std::string_view)> echo;
  std::function<void(std::string_view)> warn;
  std::function<bool()> stopped;
  /// Before each SQL item that is run; what it throws passes through run(), which may be called again afterwards.
  std::function<void(std::size_t item)> reaches = {};
};

/// The state that a run of one file carries from item to item: variables, and whether a transaction is open.
class Interpreter {
 public:
  Interpreter(const Script& script, ScriptHost host) : script_(script), host_(std::move(host)) {}

  /// Runs a range whose \if are balanced. May be called again for the same range. Differs from psql only in being
  /// stricter: a condition that is not a boolean fails, and so does a range that ends inside a transaction it began.
  RunResult run(ItemRange range);

  const Variables& variables() const { return variables_; }
  bool in_transaction() const { return in_transaction_; }
  /// To be called when the caller has rolled back.
  void transaction_ended() { in_transaction_ = false; }

 private:
  std::optional<RunResult> run_item(std::size_t number);
  std::optional<RunResult> run_sql(const SqlItem& sql, std::size_t number);
  std::optional<RunResult> open_if(const IfItem& item, std::size_t number);
  std::optional<std::string> set_from(const Answer& answer);
  bool active() const { return branches_.empty() || branches_.back() == Branch::taken; }
  std::string joined(std::string_view raw, std::string_view between) const;

  enum class Branch { taken, not_taken, ignored };  // ignored: inside a branch that is not taken

  const Script& script_;
  ScriptHost host_;
  Variables variables_;
  std::vector<Branch> branches_;
  bool in_transaction_ = false;
};

}  // namespace pschema
