# Shared by the scripts beside it; to be sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Debian's own Python: it is the one that sees python3-pytest and python3-psycopg2.
python=${PSCHEMA_PYTHON:-/usr/bin/python3}

# Compiler results are reused across checkouts in other folders.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1

say() { printf '\n== %s\n' "$*" >&2; }
die() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

# Runs a command as root: directly, or through sudo without asking for a password.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo -n "$@"
  else
    die "needs root for: $* (run it as root once, or install sudo)"
  fi
}

# Where fetched test servers are kept. A server started by root runs as another user, who cannot look into
# root's home; so root keeps them in /var/cache.
cache_directory() {
  if [ -n "${PSCHEMA_CACHE:-}" ]; then
    echo "$PSCHEMA_CACHE"
  elif [ "$(id -u)" = 0 ]; then
    echo /var/cache/pschema
  else
    echo "${XDG_CACHE_HOME:-$HOME/.cache}/pschema"
  fi
}

# The major version of the PostgreSQL server that this Debian has; empty if none is installed.
debian_major() {
  local directory newest=
  for directory in /usr/lib/postgresql/*/bin/postgres; do
    [ -x "$directory" ] || continue
    directory=${directory#/usr/lib/postgresql/}
    newest=${directory%%/*}
  done
  echo "$newest"
}

# start_server DIRECTORY: a throw-away server of Debian's PostgreSQL with its data and its only socket in DIRECTORY,
# which must exist, be empty and have a short path. Never as root, no TCP, nothing outside of DIRECTORY.
start_server() {
  local directory=$1 bin runner=()
  bin=/usr/lib/postgresql/$(debian_major)/bin
  [ -x "$bin/postgres" ] || die "no PostgreSQL server is installed; run scripts/install-deps"
  if [ "$(id -u)" = 0 ]; then
    chown postgres "$directory"
    runner=(runuser -u postgres --)
  fi
  (
    cd "$directory"
    "${runner[@]}" "$bin/initdb" -D "$directory/data" -U postgres --auth=trust --encoding=UTF8 --locale=C --no-sync
    "${runner[@]}" "$bin/pg_ctl" -D "$directory/data" -l "$directory/log" -w -t 60 start \
      -o "-c listen_addresses='' -c unix_socket_directories='$directory' -c fsync=off -c max_locks_per_transaction=256"
  ) >"${directory}.out" 2>&1 || { cat "${directory}.out" "$directory/log" >&2; die "the server did not start"; }
}

# stop_server DIRECTORY: stops what start_server started and removes the directory. Never fails.
stop_server() {
  local directory=$1 bin runner=()
  bin=/usr/lib/postgresql/$(debian_major)/bin
  [ "$(id -u)" = 0 ] && runner=(runuser -u postgres --)
  if [ -f "$directory/data/postmaster.pid" ]; then
    (cd / && "${runner[@]}" "$bin/pg_ctl" -D "$directory/data" -m immediate -w stop) >/dev/null 2>&1 || true
  fi
  rm -rf "$directory" "${directory}.out"
}
