// Written for what libpqxx 6.4 and 7 have in common.
#include "runtime/session.h"

#include <cstdlib>

// errorhandler is deprecated in 7.10, inhibit_reactivation in 6.4; each is the only way of its version.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include <pqxx/pqxx>

#include <sys/socket.h>

#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>

namespace pschema {

struct Rows::Impl {
  pqxx::result result;
};

namespace {

class NoticeForwarder : public pqxx::errorhandler {
 public:
  NoticeForwarder(pqxx::connection& connection, std::function<void(std::string_view)> forward)
      : pqxx::errorhandler(connection), forward_(std::move(forward)) {}
  bool operator()(char const message[]) noexcept override {
    std::string_view text = message;
    while (text.ends_with('\n')) text.remove_suffix(1);
    if (!text.empty()) forward_(text);
    return false;  // no older handler, so nothing on stderr
  }

 private:
  std::function<void(std::string_view)> forward_;
};

/// libpqxx 6 reconnects without a word after a loss, and the advisory lock and all settings are gone.
template <class Connection>
void forbid_silent_reconnect(Connection& connection) {
  if constexpr (requires { connection.inhibit_reactivation(true); }) connection.inhibit_reactivation(true);
}

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

/// `ERROR:  `, in the server's language.
std::string without_severity(std::string_view message) {
  constexpr std::string_view kBehind = ":  ";
  const std::size_t end = message.find(kBehind);
  const bool one_word = end != std::string_view::npos && message.find_first_of(" \n") == end + 1;
  if (one_word) message.remove_prefix(end + kBehind.size());
  return trimmed(std::string(message));
}

/// libpq quotes what it cannot read of a connection string, and a password may be in it.
std::string without_secrets(const std::string& message, const std::string& dsn) {
  const auto says = [&](std::string_view words) { return message.find(words) != std::string::npos; };
  // `postgresql://user:pass@word@host/`: what stands behind the first @ is taken for the host.
  const bool split = dsn.find("://") != std::string::npos && dsn.find('@') != dsn.rfind('@');
  const bool quotes_it = says("connection info string") || says("URI") || says("connection option") ||
                         says("percent-encoded") || says("forbidden value") || says("in connection string") ||
                         says("missing \"=\"") || says("invalid integer value") || split;
  if (!quotes_it) return trimmed(message);
  return "the connection string cannot be read (it is not shown, because a password may be in it); it has the form "
         "`host=… dbname=…` or `postgresql://user@host/database`, where @ : / % of a password are written %40 %3A "
         "%2F "
         "%25";
}

/// The server ends the session with these (class 57), or it was never there (class 08).
bool means_lost(std::string_view sqlstate) {
  return sqlstate.starts_with("08") || sqlstate == "57P01" || sqlstate == "57P02" || sqlstate == "57P03" ||
         sqlstate == "57P05" || sqlstate == "25P03";
}

}  // namespace

/// What pschema needs of a session (settings, the lock) must be there at the next statement, and gone when it ends.
constexpr std::string_view kNoSessions =
    "a pooler stands in between that does not keep a session for its client (pgbouncer with pool_mode transaction or "
    "statement): pschema needs the settings and the lock of a session of its own. Connect to the server itself, or "
    "to "
    "a pool in session mode that runs DISCARD ALL when a client leaves";

struct Session::Impl {
  std::string dsn;
  std::function<void(std::string_view)> notice;
  std::unique_ptr<pqxx::connection> connection;
  std::unique_ptr<NoticeForwarder> forwarder;  // after the connection: must go first

  void open() {
    // What files' RESET ALL goes back to. Once, because other threads read the environment.
    static const int named = setenv("PGAPPNAME", "pschema", 0);
    static_cast<void>(named);
    forwarder.reset();
    connection.reset();
    try {
      connection = std::make_unique<pqxx::connection>(dsn);
      forbid_silent_reconnect(*connection);
      forwarder = std::make_unique<NoticeForwarder>(*connection, [this](std::string_view text) {
        if (notice) notice(text);
      });
    } catch (const std::exception& error) {
      connection.reset();
      throw DatabaseError(DatabaseProblem::cannot_connect, {}, without_secrets(error.what(), dsn));
    }
  }

  /// libpqxx tells of the first thing that it could not do afterwards, which helps nobody.
  [[noreturn]] static void lost(std::string sqlstate) {
    throw DatabaseError(DatabaseProblem::lost, std::move(sqlstate), "the connection to the server was lost");
  }

  [[noreturn]] void fail(std::string sqlstate, const std::exception& error) const {
    if (means_lost(sqlstate) || !connection->is_open()) lost(std::move(sqlstate));
    throw DatabaseError(DatabaseProblem::server, std::move(sqlstate), without_severity(error.what()));
  }

  Rows query(const std::string& sql) {
    if (!connection || !connection->is_open()) lost({});
    try {
      pqxx::nontransaction work(*connection);
      return Rows(std::make_shared<const Rows::Impl>(Rows::Impl{work.exec(sql)}));
    } catch (const pqxx::deadlock_detected& error) {  // these bear no SQLSTATE in libpqxx 6
      fail("40P01", error);
    } catch (const pqxx::serialization_failure& error) {
      fail("40001", error);
    } catch (const pqxx::statement_completion_unknown& error) {
      fail("40003", error);
    } catch (const pqxx::transaction_rollback& error) {
      fail("40000", error);
    } catch (const pqxx::insufficient_privilege& error) {
      fail("42501", error);
    } catch (const pqxx::sql_error& error) {
      fail(error.sqlstate(), error);
    } catch (const pqxx::broken_connection&) {
      lost({});
    } catch (const pqxx::failure& error) {
      fail({}, error);
    }
  }
};

std::size_t Rows::size() const { return static_cast<std::size_t>(impl_->result.size()); }

std::size_t Rows::columns() const { return static_cast<std::size_t>(impl_->result.columns()); }

std::string_view Rows::column_name(std::size_t column) const {
  return impl_->result.column_name(static_cast<pqxx::row::size_type>(column));
}

bool Rows::is_null(std::size_t row, std::size_t column) const {
  return impl_->result[static_cast<pqxx::result::size_type>(row)][static_cast<pqxx::row::size_type>(column)]
      .is_null();
}

std::string_view Rows::text(std::size_t row, std::size_t column) const {
  const auto field =
      impl_->result[static_cast<pqxx::result::size_type>(row)][static_cast<pqxx::row::size_type>(column)];
  if (field.is_null()) return {};
  return {field.c_str(), static_cast<std::size_t>(field.size())};
}

namespace {

/// The later of two settings of one name holds, in a URI and in keywords.
std::string as_watcher(const std::string& dsn) {
  const bool uri = dsn.starts_with("postgresql://") || dsn.starts_with("postgres://");
  if (!uri) return dsn + " application_name='pschema watcher' connect_timeout=3";
  return dsn + (dsn.find('?') == std::string::npos ? "?" : "&") +
         "application_name=pschema%20watcher&connect_timeout=3";
}

bool is_held(Session::Impl& impl, const std::string& key) {
  // A bigint key is two numbers in pg_locks.
  return impl
      .query("SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND classid = (" +
             key + " >> 32)::oid AND objid = (" + key + " & 4294967295)::oid)")
      .is_true(0, 0);
}

/// A pooler invents the number of the backend of which it tells its client. Whether it keeps a session is seen by a
/// lock that nobody else wants: it must be there at the next statement, and gone soon after its client has left. Sets
/// nothing, because in such a pool it would be set for the application.
bool keeps_sessions(Session::Impl& impl) {
  constexpr int kMostLooks = 40;
  constexpr std::chrono::milliseconds kBetween{50};
  const std::string told = std::to_string(impl.connection->backendpid());
  if (impl.query("SELECT pg_backend_pid()").text(0, 0) == told) return true;
  const std::string key = std::string(impl.query("SELECT (random() * 4e15)::bigint").text(0, 0)) + "::bigint";
  impl.query("SELECT pg_try_advisory_lock(" + key + ")");
  if (!is_held(impl, key)) return false;
  impl.open();
  for (int look = 0; look < kMostLooks; ++look) {
    if (!is_held(impl, key)) return true;
    std::this_thread::sleep_for(kBetween);
  }
  impl.query(
      "SELECT CASE WHEN EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) "
      "THEN pg_advisory_unlock(" +
      key + ") END");
  return false;
}

}  // namespace

Session::Session(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Session Session::connect(const std::string& dsn) {
  auto impl = std::make_unique<Impl>();
  impl->dsn = dsn;
  impl->open();
  if (!keeps_sessions(*impl)) throw DatabaseError(DatabaseProblem::cannot_connect, {}, std::string(kNoSessions));
  Session session(std::move(impl));
  session.pin();
  return session;
}

Rows Session::query(const std::string& sql) { return impl_->query(sql); }

void Abandon::now() noexcept {
  const std::lock_guard lock(mutex_);
  abandoned_ = true;
  if (socket_ >= 0) shutdown(socket_, SHUT_RDWR);
}

bool Abandon::watch(int socket) {
  const std::lock_guard lock(mutex_);
  socket_ = socket;
  return !abandoned_;
}

Rows Session::ask_beside(const std::string& sql, Abandon& abandon) const {
  struct Watched {
    Abandon& abandon;
    ~Watched() { abandon.watch(-1); }
  };
  Session::Impl beside;
  beside.dsn = as_watcher(impl_->dsn);
  beside.open();
  const Watched watched{abandon};  // ends before the connection
  if (!abandon.watch(beside.connection->sock())) Session::Impl::lost({});
  beside.query(
      "SET search_path = pg_catalog, pg_temp; SET default_transaction_read_only = on; SET statement_timeout = '2s';"
      " SET client_encoding = 'UTF8'");
  return beside.query(sql);
}

// In one round trip.
void Session::pin() {
  query(
      "SET client_encoding = 'UTF8'; SET standard_conforming_strings = on; SET search_path = pg_catalog, pg_temp;"
      " SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET bytea_output = 'hex';"
      " SET extra_float_digits = 1; SET quote_all_identifiers = off; SET row_security = off;"
      // Compiling a question of the catalog takes longer than answering it.
      " SET jit = off; SET statement_timeout = 0; SET lock_timeout = '10s'");
}

void Session::cancel() noexcept {
  try {
    if (impl_->connection) impl_->connection->cancel_query();
  } catch (const std::exception&) {  // the statement goes on until its own time-out; nobody waits for an answer here
  }
}

void Session::on_notice(std::function<void(std::string_view)> handler) { impl_->notice = std::move(handler); }

void Session::reconnect() {
  impl_->open();
  pin();
}

}  // namespace pschema
#pragma GCC diagnostic pop
