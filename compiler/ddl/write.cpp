#include <fmt/format.h>

#include "base/overloaded.h"
#include "base/quote.h"
#include "ddl/foreign_table.h"
#include "ddl/statement.h"

namespace pschema {
namespace {

std::string partition_by(const PartitionKey& key) {
  std::string columns;
  for (const KeyPart& part : key.parts) {
    if (!columns.empty()) columns += ", ";
    columns += part.expression.empty() ? quote(part.column) : "(" + part.expression + ")";
  }
  const char* strategy = key.strategy == Strategy::range ? "RANGE" : key.strategy == Strategy::list ? "LIST" : "HASH";
  return fmt::format("PARTITION BY {} ({})", strategy, columns);
}

/// `"toast"."autovacuum_enabled" = 'false'`.
std::string settings_text(const std::vector<std::pair<std::string, std::string>>& storage) {
  std::string text;
  for (const auto& [name, value] : storage) {
    if (!text.empty()) text += ", ";
    const std::size_t dot = name.find('.');
    if (dot != std::string::npos) text += quote(Identifier{name.substr(0, dot)}) + ".";
    text += quote(Identifier{dot == std::string::npos ? name : name.substr(dot + 1)}) + " = " + quote_literal(value);
  }
  return text;
}

std::string create_text(const CreateTableLike& c) {
  std::string text = fmt::format("CREATE {}TABLE {} (LIKE {} INCLUDING ALL EXCLUDING IDENTITY)",
                                 c.unlogged ? "UNLOGGED " : "", quote(c.name), quote(c.like));
  if (c.key) text += "\n  " + partition_by(*c.key);
  if (!c.access_method.empty()) text += " USING " + quote(Identifier{c.access_method});
  if (!c.storage.empty()) text += "\n  WITH (" + settings_text(c.storage) + ")";
  if (!c.tablespace.empty()) text += " TABLESPACE " + quote(Identifier{c.tablespace});
  return text;
}

std::string detach_text(const DetachPartition& d) {
  std::string text = fmt::format("ALTER TABLE {} DETACH PARTITION {}", quote(d.parent), quote(d.partition));
  switch (d.form) {
    case DetachForm::blocking:
      break;
    case DetachForm::concurrently:
      text += " CONCURRENTLY";
      break;
    case DetachForm::finalize:
      text += " FINALIZE";
      break;
  }
  return text;
}

std::string column_list(const std::vector<Identifier>& columns) {
  std::string text;
  for (const Identifier& column : columns) text += (text.empty() ? "" : ", ") + quote(column);
  return text;
}

std::string list_where(const Identifier& column, const ListBound& list) {
  std::string values;
  bool null = false;
  for (const auto& value : list.values) {
    null |= !value;
    if (value) values += (values.empty() ? "" : ", ") + quote_literal(*value);
  }
  std::string text;
  if (!values.empty()) text = fmt::format("{} IN ({})", quote(column), values);
  if (null) text += fmt::format("{}{} IS NULL", text.empty() ? "" : " OR ", quote(column));
  return text;
}

std::string where_text(const RowsWhere& where) {
  if (const auto* list = std::get_if<ListBound>(&where.bound)) return list_where(where.column, *list);
  const auto& range = std::get<RangeBound>(where.bound);
  return fmt::format("{0} >= {1} AND {0} < {2}", quote(where.column),
                     quote_literal(std::get<std::string>(range.from.front())),
                     quote_literal(std::get<std::string>(range.to.front())));
}

std::string role_text(const std::string& role) { return role.empty() ? "PUBLIC" : quote(Identifier{role}); }

std::string policy_text(const CreatePolicy& c) {
  const Policy& p = c.policy;
  std::string roles;
  for (const std::string& role : p.roles) roles += (roles.empty() ? "" : ", ") + role_text(role);
  std::string text = fmt::format("CREATE POLICY {} ON {} AS {} FOR {} TO {}", quote(p.name), quote(c.table),
                                 p.permissive ? "PERMISSIVE" : "RESTRICTIVE", p.command, roles);
  if (!p.using_text.empty()) text += "\n  USING (" + p.using_text + ")";
  if (!p.check_text.empty()) text += "\n  WITH CHECK (" + p.check_text + ")";
  return text;
}

std::string grant_text(const GrantOnTable& g) {
  std::string privileges;
  for (const Privilege& p : g.privileges) {
    if (!privileges.empty()) privileges += ", ";
    privileges += p.word;
    if (p.columns.empty()) continue;
    std::string columns;
    for (const Identifier& column : p.columns) columns += (columns.empty() ? "" : ", ") + quote(column);
    privileges += " (" + columns + ")";
  }
  return fmt::format("GRANT {} ON TABLE {} TO {}{}", privileges, quote(g.table), role_text(g.grantee),
                     g.grantable ? " WITH GRANT OPTION" : "");
}

/// regclass input knows "..." but not U&"...".
std::string plain_quoted(const Identifier& name) {
  const std::string quoted = quote(name);
  if (quoted.rfind("U&", 0) != 0) return quoted;
  std::string text = "\"";
  for (char c : name.text) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + "\"";
}

std::string name_literal(const QualifiedName& name) {
  return quote_literal(plain_quoted(name.schema) + "." + plain_quoted(name.name));
}

}  // namespace

std::string sql(const Statement& statement) {
  return std::visit(Overloaded{
                        [](const CreateTableLike& c) { return create_text(c); },
                        [](const CreateForeignTable& c) { return foreign_table_text(c); },
                        [](const AttachPartition& a) {
                          const bool is_long = !std::holds_alternative<HashBound>(a.bound);
                          return fmt::format("ALTER TABLE {} ATTACH PARTITION {}{}{}", quote(a.parent),
                                             quote(a.partition), is_long ? "\n  " : " ", ddl_text(a.bound));
                        },
                        [](const DetachPartition& d) { return detach_text(d); },
                        [](const DropTable& d) {
                          return fmt::format("DROP {}TABLE {}", d.foreign ? "FOREIGN " : "", quote(d.name));
                        },
                        [](const CommentOnTable& c) {
                          return fmt::format("COMMENT ON {}TABLE {} IS :'{}'", c.foreign ? "FOREIGN " : "",
                                             quote(c.name), c.text.name);
                        },
                        [](const SetTableSchema& s) {
                          return fmt::format("ALTER TABLE {} SET SCHEMA {}", quote(s.name), quote(s.schema));
                        },
                        [](const SetRowsAside& s) {
                          return fmt::format("CREATE UNLOGGED TABLE {} AS SELECT {}\n  FROM {}\n  WHERE {}",
                                             quote(s.side), column_list(s.columns), quote(s.from),
                                             where_text(s.where));
                        },
                        [](const DeleteRows& d) {
                          return fmt::format("DELETE FROM {}\n  WHERE {}", quote(d.from), where_text(d.where));
                        },
                        [](const PutRowsBack& p) {
                          const std::string columns = column_list(p.columns);
                          return fmt::format("INSERT INTO {} ({}) OVERRIDING SYSTEM VALUE\n  SELECT {} FROM {}",
                                             quote(p.to), columns, columns, quote(p.side));
                        },
                        [](const SetReplicaIdentity& s) {
                          return fmt::format("ALTER TABLE {} REPLICA IDENTITY {}", quote(s.name),
                                             s.full ? "FULL" : "NOTHING");
                        },
                        [](const SetRowSecurity& s) {
                          return fmt::format("ALTER TABLE {} {} ROW LEVEL SECURITY", quote(s.name),
                                             s.force ? "FORCE" : "ENABLE");
                        },
                        [](const SetStatisticsTarget& s) {
                          return fmt::format("ALTER TABLE {} ALTER COLUMN {} SET STATISTICS {}", quote(s.table),
                                             quote(s.column), s.target);
                        },
                        [](const SetColumnOptions& s) {
                          return fmt::format("ALTER TABLE {} ALTER COLUMN {} SET ({})", quote(s.table),
                                             quote(s.column), settings_text(s.options));
                        },
                        [](const CreatePolicy& c) { return policy_text(c); },
                        [](const GrantOnTable& g) { return grant_text(g); },
                    },
                    statement) +
         ";";
}

std::string regclass(const QualifiedName& name) { return name_literal(name) + "::regclass"; }
std::string to_regclass(const QualifiedName& name) { return "to_regclass(" + name_literal(name) + ")"; }

std::string readable_literal(std::string_view text) {
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '$' || byte < 0x20 || byte == 0x7f) return quote_literal(text);
  }
  return text.find('\'') == std::string_view::npos ? quote_literal(text) : "$$" + std::string(text) + "$$";
}

}  // namespace pschema
