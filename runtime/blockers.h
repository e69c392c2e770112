// Who keeps a session of ours waiting for a lock.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/session.h"

namespace pschema {

/// A session that holds, or waits before ours for, what ours waits for. What this role may not see is nullopt.
struct Blocker {
  std::string pid;  // "0" is a prepared transaction
  std::optional<std::string> user;
  std::optional<std::string> application;
  std::optional<std::string> state;  // `active`, `idle in transaction`; unseen together with the query
  std::optional<std::string> query;
  std::optional<std::int64_t> seconds;  // since its transaction began
};

/// Of the backend of that pid; empty where it does not wait. Asked on a connection of its own, which is gone
/// afterwards; `session` may be at work meanwhile on another thread. Throws DatabaseError.
std::vector<Blocker> blockers_of(const Session& session, const std::string& pid, Abandon& abandon);

/// `pid 4711 (alice, psql), idle in transaction for 40 s: LOCK TABLE x`. One line; a query that speaks of a password
/// is not shown.
std::string blocker_text(const Blocker& blocker);

/// The first, and how many more there are.
std::string blockers_text(const std::vector<Blocker>& blockers);

/// `59 s`, `2 min 5 s`, `3 h 2 min`.
std::string seconds_text(std::int64_t seconds);

}  // namespace pschema
