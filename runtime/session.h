// One connection to a server. No header of libpqxx is needed to use it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pschema {

/// What the caller can do about it: find the server; connect anew; look at the SQLSTATE.
enum class DatabaseProblem { cannot_connect, lost, server };

/// The server's message with its DETAIL and HINT, or libpq's. Never holds the connection string.
class DatabaseError : public std::runtime_error {
 public:
  DatabaseError(DatabaseProblem problem, std::string sqlstate, const std::string& message)
      : std::runtime_error(message), problem_(problem), sqlstate_(std::move(sqlstate)) {}
  DatabaseProblem problem() const { return problem_; }
  /// Five characters, or empty where the server gave none.
  const std::string& sqlstate() const { return sqlstate_; }

 private:
  DatabaseProblem problem_;
  std::string sqlstate_;
};

/// The answer to one statement. Cheap to copy; outlives the session.
class Rows {
 public:
  struct Impl;
  explicit Rows(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

  std::size_t size() const;
  std::size_t columns() const;  // 0 where the statement gives no rows at all
  std::string_view column_name(std::size_t column) const;
  bool is_null(std::size_t row, std::size_t column) const;
  /// The value's text; empty for NULL.
  std::string_view text(std::size_t row, std::size_t column) const;
  /// For values that the server printed as `t`.
  bool is_true(std::size_t row, std::size_t column) const { return text(row, column) == "t"; }

 private:
  std::shared_ptr<const Impl> impl_;
};

/// Ends a question that is asked on a connection beside, whatever it waits for (a pool that has no more connections).
class Abandon {
 public:
  /// From any thread. For good.
  void now() noexcept;

  /// For Session: the socket while a question is under way, else -1. False where it is abandoned.
  bool watch(int socket);

 private:
  std::mutex mutex_;
  int socket_ = -1;
  bool abandoned_ = false;
};

/// Statements run one at a time in autocommit; BEGIN and COMMIT are the caller's. A lost connection is never replaced
/// silently: every later call throws `lost` until reconnect().
class Session {
 public:
  /// `dsn` is a libpq connection string or URI; what it leaves out comes from libpq's own variables and service file.
  /// Throws DatabaseError (cannot_connect), also where a pooler stands in between that keeps no session for its
  /// client. The settings of pin() are made.
  static Session connect(const std::string& dsn);

  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  /// Runs one statement. Throws DatabaseError (server or lost).
  Rows query(const std::string& sql);

  /// Makes the settings that printed bounds and names depend on (postgres-facts A5), and UTF-8. To be called again
  /// after a RESET ALL.
  void pin();

  /// One question on a connection of its own, which is short in everything, read-only and closed afterwards. Another
  /// thread may call it. Throws DatabaseError (cannot_connect, server or lost).
  Rows ask_beside(const std::string& sql, Abandon& abandon) const;

  /// Asks the server to cancel the running statement. Another thread may call it; does nothing where none runs.
  void cancel() noexcept;

  /// Gets the server's notices and warnings, without a line feed at the end, on the thread that runs the statement.
  /// Must not throw.
  void on_notice(std::function<void(std::string_view)> handler);

  /// After a loss: a new session with the same connection string. Throws as connect().
  void reconnect();

  struct Impl;

 private:
  explicit Session(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Runs `work` in a read-only transaction; it is rolled back where the server refuses something.
template <class Work>
auto read_only(Session& session, const char* isolation, Work work) {
  session.query(std::string("BEGIN ISOLATION LEVEL ") + isolation + " READ ONLY");
  try {
    auto result = work();
    session.query("COMMIT");
    return result;
  } catch (const DatabaseError& error) {
    if (error.problem() == DatabaseProblem::server) session.query("ROLLBACK");
    throw;
  }
}

}  // namespace pschema
