// Tables and rights that a file needs, asked of the catalog before anything runs.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "base/overloaded.h"
#include "base/quote.h"
#include "ddl/statement.h"
#include "runtime/obstacles.h"
#include "time/instant.h"

namespace pschema {
namespace {

struct Root {
  std::string name;   // as SQL
  std::string owner;  // as SQL
  std::string owner_oid;
  bool may_act = false;
};

/// The partitioned tables, by the form that a file's name gives them. Up to 15 every member may SET ROLE.
std::map<std::string, Root> roots(Session& session) {
  const Rows rows = session.query(
      "SELECT nspname, relname, quote_ident(pg_get_userbyid(relowner)), relowner, pg_has_role(session_user, relowner,"
      " CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)"
      " FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE relkind = 'p'");
  std::map<std::string, Root> roots;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const QualifiedName name{{std::string(rows.text(i, 0))}, {std::string(rows.text(i, 1))}};
    roots.emplace(parse_file_name(file_name(Instant{}, 1, name, Phase::create)).value().table,
                  Root{quote(name), std::string(rows.text(i, 2)), std::string(rows.text(i, 3)), rows.is_true(i, 4)});
  }
  return roots;
}

/// What a file's statements ask for beside the table itself.
struct Wants {
  std::map<QualifiedName, std::set<std::string>> makes;  // the relation, and the tablespaces or servers it goes to
  std::set<std::string> schemas;                         // that something moves into
  std::set<std::string> looks;                           // schemas that a test looks into
};

/// to_regclass fails where the schema is there and closed. Names that need an escape are PostgreSQL's to refuse.
void add_tests(std::string_view sql, Wants& wants) {
  constexpr std::string_view kCall = "to_regclass('";
  for (std::size_t at = sql.find(kCall); at != std::string_view::npos; at = sql.find(kCall, at)) {
    at += kCall.size();
    const std::string_view literal = sql.substr(at, std::min(sql.find('\'', at), sql.size()) - at);
    if (const auto name = parse_qualified_name(literal)) wants.looks.insert(name->schema.text);
  }
}

void add(const Statement& statement, Wants& wants) {
  std::visit(Overloaded{
                 [&](const CreateTableLike& s) {
                   auto& places = wants.makes[s.name];
                   if (!s.tablespace.empty()) places.insert("TABLESPACE " + s.tablespace);
                 },
                 [&](const CreateForeignTable& s) { wants.makes[s.name].insert("SERVER " + s.server.text); },
                 [&](const SetRowsAside& s) { wants.makes[s.side]; },
                 [&](const SetTableSchema& s) {
                   if (s.schema != s.name.schema) wants.schemas.insert(s.schema.text);
                 },
                 [](const AttachPartition&) {},
                 [](const DetachPartition&) {},
                 [](const DropTable&) {},
                 [](const CommentOnTable&) {},
                 [](const DeleteRows&) {},
                 [](const PutRowsBack&) {},
                 [](const SetReplicaIdentity&) {},
                 [](const SetRowSecurity&) {},
                 [](const CreatePolicy&) {},
                 [](const GrantOnTable&) {},
                 [](const SetStatisticsTarget&) {},
                 [](const SetColumnOptions&) {},
             },
             statement);
}

/// Of the steps: the head looks at the ledger, and not as the owner.
Wants wants_of(const Script& script) {
  Wants wants;
  for (const ScriptStep& step : split_steps(script).steps) {
    for (std::size_t i = step.items.begin; i < step.items.end; ++i) {
      const auto* sql = std::get_if<SqlItem>(&script.items[i].is);
      if (!sql) continue;
      add_tests(sql->text, wants);
      const ReadStatement read = read_statement(sql->text);
      if (const auto* statement = std::get_if<Statement>(&read)) add(*statement, wants);
    }
  }
  return wants;
}

void forget_what_is_there(Session& session, Wants& wants) {
  if (wants.makes.empty()) return;
  std::string values;
  for (const auto& [name, places] : wants.makes) {
    values += fmt::format("{}({}, {})", values.empty() ? "" : ", ", quote_literal(name.schema.text),
                          quote_literal(name.name.text));
  }
  const Rows rows = session.query(fmt::format(
      "SELECT v.schema, v.name FROM (VALUES {}) AS v (schema, name) JOIN pg_namespace n ON n.nspname = v.schema::name"
      " JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = v.name::name",
      values));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    wants.makes.erase({{std::string(rows.text(i, 0))}, {std::string(rows.text(i, 1))}});
  }
}

/// Whether the one row that the query gives says no; what is not there at all is PostgreSQL's to refuse.
bool denied(Session& session, const std::string& sql) {
  const Rows rows = session.query(sql);
  return rows.size() > 0 && !rows.is_true(0, 0);
}

class FileRights {
 public:
  FileRights(Session& session, const Root& root) : session_(session), root_(root) {}

  std::vector<Obstacle> missing(const Script& script) {
    Wants wants = wants_of(script);
    forget_what_is_there(session_, wants);
    std::set<std::string> schemas = wants.schemas, places;
    for (const auto& [name, of_name] : wants.makes) {
      schemas.insert(name.schema.text);
      places.insert(of_name.begin(), of_name.end());
    }
    for (const std::string& schema : schemas) {
      test_schema(schema, true);
      wants.looks.erase(schema);
    }
    for (const std::string& schema : wants.looks) test_schema(schema, false);
    for (const std::string& place : places) test_place(place);
    return std::move(missing_);
  }

 private:
  void test_schema(const std::string& schema, bool makes) {
    const std::string_view privileges = makes ? "USAGE, CREATE" : "USAGE";
    const bool no = denied(
        session_,
        fmt::format("SELECT has_schema_privilege({0}::oid, oid, 'USAGE') AND (NOT {2} OR "
                    "has_schema_privilege({0}::oid, oid, 'CREATE')) FROM pg_namespace WHERE nspname = {1}::name",
                    root_.owner_oid, quote_literal(schema), makes));
    if (!no) return;
    const std::string name = quote(Identifier{schema});
    add(fmt::format("role {} may not {} schema {}", root_.owner, makes ? "create in" : "look into", name),
        fmt::format("GRANT {} ON SCHEMA {} TO {};", privileges, name, root_.owner));
  }

  void test_place(const std::string& place) {
    const std::size_t blank = place.find(' ');
    const bool tablespace = place.compare(0, blank, "TABLESPACE") == 0;
    const std::string name = place.substr(blank + 1);
    const bool no = denied(
        session_,
        tablespace ? fmt::format("SELECT has_tablespace_privilege({}::oid, oid, 'CREATE') FROM pg_tablespace WHERE "
                                 "spcname = {}::name",
                                 root_.owner_oid, quote_literal(name))
                   : fmt::format("SELECT has_server_privilege({}::oid, oid, 'USAGE') FROM pg_foreign_server WHERE "
                                 "srvname = {}::name",
                                 root_.owner_oid, quote_literal(name)));
    if (!no) return;
    const std::string quoted = quote(Identifier{name});
    add(fmt::format("role {} may not use {} {}", root_.owner, tablespace ? "tablespace" : "foreign server", quoted),
        fmt::format("GRANT {} {} TO {};", tablespace ? "CREATE ON TABLESPACE" : "USAGE ON FOREIGN SERVER", quoted,
                    root_.owner));
  }

  void add(std::string what, std::string mend) { missing_.push_back({"42501", std::move(what), std::move(mend)}); }

  Session& session_;
  const Root& root_;
  std::vector<Obstacle> missing_;
};

bool needs_its_table(Phase phase) {
  return phase == Phase::baseline || phase == Phase::create || phase == Phase::move || phase == Phase::adopt;
}

Obstacle no_table(const std::string& table) {
  return {
      "42P01",
      fmt::format("there is no partitioned table {}: it was dropped or renamed since the file was written", table),
      "give it back its name, or compile again with its new name, and delete the files of the old one"};
}

Obstacle no_member(const Root& root, const std::string& user) {
  return {"42501", fmt::format("role {} may not act for {}, who owns {}", user, root.owner, root.name),
          fmt::format("GRANT {} TO {};", root.owner, user)};
}

}  // namespace

std::map<std::string, std::vector<Obstacle>> file_obstacles(Session& session, const std::vector<PendingFile>& files) {
  std::map<std::string, std::vector<Obstacle>> obstacles;
  if (files.empty()) return obstacles;
  const std::map<std::string, Root> tables = roots(session);
  const std::string user(session.query("SELECT quote_ident(session_user)").text(0, 0));
  bool anything_may_come = false;  // a file of another origin may make tables
  for (const PendingFile& pending : files) {
    const auto name = parse_file_name(pending.file->name);
    anything_may_come = anything_may_come || !name;
    if (!name || name->phase == Phase::ledger) continue;
    const auto root = tables.find(name->table);
    std::vector<Obstacle> found;
    if (root == tables.end()) {
      if (needs_its_table(name->phase) && !anything_may_come) found = {no_table(name->table)};
    } else if (!root->second.may_act) {
      found = {no_member(root->second, user)};
    } else {
      found = FileRights(session, root->second).missing(*pending.script);
    }
    if (!found.empty()) obstacles.emplace(pending.file->name, std::move(found));
  }
  return obstacles;
}

}  // namespace pschema
