#include <pg_query.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "base/overloaded.h"
#include "ddl/condition.h"
#include "ddl/foreign_table.h"
#include "ddl/statement.h"

namespace pschema {
namespace {

using nlohmann::json;

/// libpg_query's result, freed whatever happens.
class Parsed {
 public:
  explicit Parsed(const std::string& text) : result_(pg_query_parse(text.c_str())) {}
  ~Parsed() { pg_query_free_parse_result(result_); }
  Parsed(const Parsed&) = delete;
  Parsed& operator=(const Parsed&) = delete;
  bool failed() const { return result_.error != nullptr; }
  std::string error() const { return result_.error->message; }
  json tree() const { return json::parse(result_.parse_tree); }

 private:
  PgQueryParseResult result_;
};

/// The end of the quoted piece that begins at `i` ('…', "…", $tag$…$tag$, -- …), or `i` where none begins there.
std::size_t quoted_end(std::string_view text, std::size_t i) {
  const auto after = [&](std::string_view closing, std::size_t from) {
    const std::size_t at = text.find(closing, from);
    return at == std::string_view::npos ? text.size() : at + closing.size();
  };
  if (text[i] == '\'' || text[i] == '"') return after(text.substr(i, 1), i + 1);
  if (text.substr(i, 2) == "--") return after("\n", i);
  if (text[i] == '$') {
    const std::size_t second = text.find('$', i + 1);
    if (second == std::string_view::npos) return i;
    return after(text.substr(i, second + 1 - i), second + 1);
  }
  return i;
}

/// `:'name'` becomes the literal `'name'`, which PostgreSQL's grammar can read; nothing else is touched.
std::string variables_as_literals(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t end = quoted_end(text, i); end != i) {
      out += text.substr(i, end - i);
      i = end;
      continue;
    }
    const bool variable = text[i] == ':' && i + 1 < text.size() && (text[i + 1] == '\'' || text[i + 1] == '"') &&
                          (i == 0 || text[i - 1] != ':');
    if (!variable) out += text[i];
    ++i;
  }
  return out;
}

std::string text_of(const json& node, const char* field) {
  const auto it = node.find(field);
  return it == node.end() ? std::string() : it->get<std::string>();
}

/// The hundred kinds of ALTER TABLE that are not ours end here, and everything unqualified.
struct NotOurs : std::runtime_error {
  using std::runtime_error::runtime_error;
};

QualifiedName name_of(const json& range_var) {
  QualifiedName name{{text_of(range_var, "schemaname")}, {text_of(range_var, "relname")}};
  if (name.schema.text.empty()) throw NotOurs("an unqualified name");
  return name;
}

QualifiedName name_of_list(const json& node) {
  const json& items = node.at("List").at("items");
  if (items.size() != 2) throw NotOurs("a name that is not schema.table");
  return {{items.at(0).at("String").at("sval").get<std::string>()},
          {items.at(1).at("String").at("sval").get<std::string>()}};
}

Strategy strategy_of_text(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (text == "r" || text.find("range") != std::string::npos) return Strategy::range;
  if (text == "l" || text.find("list") != std::string::npos) return Strategy::list;
  if (text == "h" || text.find("hash") != std::string::npos) return Strategy::hash;
  throw NotOurs("an unknown strategy");
}

PartitionKey key_of(const json& spec) {
  PartitionKey key;
  key.strategy = strategy_of_text(spec.at("strategy").get<std::string>());
  for (const json& param : spec.at("partParams")) {
    const json& element = param.at("PartitionElem");
    if (!element.contains("name")) throw NotOurs("an expression as partition key");
    key.parts.push_back({{element.at("name").get<std::string>()}, ""});
  }
  return key;
}

std::optional<std::string> constant(const json& node) {
  const json& value = node.at("A_Const");
  if (value.value("isnull", false)) return std::nullopt;
  return text_of(value.at("sval"), "sval");  // an empty one has no field
}

RangeDatum range_datum(const json& node) {
  if (node.contains("ColumnRef")) {
    const std::string word = node.at("ColumnRef").at("fields").at(0).at("String").at("sval").get<std::string>();
    if (word == "minvalue") return MinValue{};
    if (word == "maxvalue") return MaxValue{};
    throw NotOurs("a bound that is not a constant");
  }
  const auto value = constant(node);
  if (!value) throw NotOurs("NULL in a range bound");
  return *value;
}

Bound bound_of(const json& spec) {
  if (spec.value("is_default", false)) return DefaultBound{};
  switch (strategy_of_text(spec.at("strategy").get<std::string>())) {
    case Strategy::hash:
      return HashBound{spec.value("modulus", std::int64_t{0}), spec.value("remainder", std::int64_t{0})};
    case Strategy::list: {
      ListBound list;
      for (const json& node : spec.at("listdatums")) list.values.push_back(constant(node));
      return list;
    }
    case Strategy::range: {
      RangeBound range;
      for (const json& node : spec.at("lowerdatums")) range.from.push_back(range_datum(node));
      for (const json& node : spec.at("upperdatums")) range.to.push_back(range_datum(node));
      return range;
    }
  }
  throw NotOurs("an unknown bound");
}

std::vector<std::pair<std::string, std::string>> storage_of(const json& options) {
  std::vector<std::pair<std::string, std::string>> storage;
  for (const json& option : options) {
    const json& element = option.at("DefElem");
    const std::string space = text_of(element, "defnamespace");
    storage.emplace_back((space.empty() ? "" : space + ".") + element.at("defname").get<std::string>(),
                         element.at("arg").at("String").at("sval").get<std::string>());
  }
  return storage;
}

Statement create_of(const json& node) {
  CreateTableLike create;
  create.name = name_of(node.at("relation"));
  const json& elements = node.at("tableElts");
  if (elements.size() != 1 || !elements.at(0).contains("TableLikeClause")) throw NotOurs("CREATE TABLE with columns");
  create.like = name_of(elements.at(0).at("TableLikeClause").at("relation"));
  if (node.contains("partspec")) create.key = key_of(node.at("partspec"));
  create.tablespace = text_of(node, "tablespacename");
  const std::string persistence = text_of(node.at("relation"), "relpersistence");
  if (persistence == "t") throw NotOurs("a temporary table");
  create.unlogged = persistence == "u";
  if (node.contains("options")) create.storage = storage_of(node.at("options"));
  create.access_method = text_of(node, "accessMethod");
  return create;
}

Statement replica_identity_of(const QualifiedName& name, const json& node) {
  const std::string type = text_of(node, "identity_type");
  if (type != "f" && type != "n") throw NotOurs("REPLICA IDENTITY DEFAULT or by an index");
  return SetReplicaIdentity{name, type == "f"};
}

std::string role_of(const json& node) {
  const json& role = node.at("RoleSpec");
  const std::string type = role.at("roletype").get<std::string>();
  if (type == "ROLESPEC_PUBLIC") return {};
  if (type != "ROLESPEC_CSTRING") throw NotOurs("a role that is not a name");
  return role.at("rolename").get<std::string>();
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

Statement grant_of(const json& node) {
  if (!node.value("is_grant", false)) throw NotOurs("REVOKE");
  if (text_of(node, "objtype") != "OBJECT_TABLE" || text_of(node, "targtype") != "ACL_TARGET_OBJECT")
    throw NotOurs("GRANT on something else than a table");
  if (!node.contains("privileges") || node.contains("grantor")) throw NotOurs("GRANT ALL, or BY somebody");
  if (node.at("objects").size() != 1 || node.at("grantees").size() != 1) throw NotOurs("GRANT on or to several");
  GrantOnTable grant;
  grant.table = name_of(node.at("objects").at(0).at("RangeVar"));
  grant.grantee = role_of(node.at("grantees").at(0));
  grant.grantable = node.value("grant_option", false);
  for (const json& item : node.at("privileges")) {
    const json& access = item.at("AccessPriv");
    Privilege privilege{upper(access.at("priv_name").get<std::string>()), {}};
    if (access.contains("cols")) {
      for (const json& column : access.at("cols"))
        privilege.columns.push_back({column.at("String").at("sval").get<std::string>()});
    }
    grant.privileges.push_back(std::move(privilege));
  }
  return grant;
}

bool is_expression(std::string_view text) {
  return !text.empty() && !Parsed("SELECT (" + std::string(text) + "\n)").failed();
}

/// The grammar's tree has no text of an expression; so both are cut out of the statement, which must then be the one
/// that we would write.
Statement policy_of(const json& node, std::string_view text) {
  CreatePolicy create;
  create.table = name_of(node.at("table"));
  Policy& p = create.policy;
  p.name = {node.at("policy_name").get<std::string>()};
  p.permissive = node.value("permissive", false);
  p.command = upper(text_of(node, "cmd_name"));
  for (const json& role : node.at("roles")) p.roles.push_back(role_of(role));
  constexpr std::string_view kUsing = "\n  USING (", kCheck = "\n  WITH CHECK (";
  while (!text.empty() && (text.back() == ';' || text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  const std::string head = sql(create);
  std::string_view rest = text.substr(std::min(text.size(), head.size() - 1));
  const auto whole = [&](std::string_view from, std::string_view beginning) {
    return from.starts_with(beginning) && from.ends_with(')')
               ? from.substr(beginning.size(), from.size() - beginning.size() - 1)
               : std::string_view();
  };
  if (node.contains("qual") && node.contains("with_check")) {
    for (std::size_t at = rest.find(kCheck, 1); at != std::string_view::npos; at = rest.find(kCheck, at + 1)) {
      const std::string_view used = whole(rest.substr(0, at), kUsing), checked = whole(rest.substr(at), kCheck);
      if (!is_expression(used) || !is_expression(checked)) continue;
      p.using_text = used;
      p.check_text = checked;
      break;
    }
  } else if (node.contains("qual")) {
    p.using_text = whole(rest, kUsing);
  } else if (node.contains("with_check")) {
    p.check_text = whole(rest, kCheck);
  }
  if (sql(create) != std::string(text) + ";") throw NotOurs("CREATE POLICY of another form");
  return create;
}

Statement alter_of(const json& node) {
  const QualifiedName parent = name_of(node.at("relation"));
  const json& commands = node.at("cmds");
  if (commands.size() != 1) throw NotOurs("ALTER TABLE with several actions");
  const json& command = commands.at(0).at("AlterTableCmd");
  const std::string kind = command.at("subtype").get<std::string>();
  if (kind == "AT_EnableRowSecurity") return SetRowSecurity{parent, false};
  if (kind == "AT_ForceRowSecurity") return SetRowSecurity{parent, true};
  if (kind == "AT_ReplicaIdentity") return replica_identity_of(parent, command.at("def").at("ReplicaIdentityStmt"));
  if (kind == "AT_SetStatistics") {
    // libpg_query leaves zeros out.
    return SetStatisticsTarget{
        parent, {command.at("name").get<std::string>()}, command.at("def").at("Integer").value("ival", 0)};
  }
  if (kind == "AT_SetOptions") {
    return SetColumnOptions{
        parent, {command.at("name").get<std::string>()}, storage_of(command.at("def").at("List").at("items"))};
  }
  const bool attach = kind == "AT_AttachPartition";
  const bool detach = kind == "AT_DetachPartition" || kind == "AT_DetachPartitionFinalize";
  if (!attach && !detach) throw NotOurs("ALTER TABLE " + kind);
  const json& detail = command.at("def").at("PartitionCmd");
  const QualifiedName partition = name_of(detail.at("name"));
  if (attach) return AttachPartition{parent, partition, bound_of(detail.at("bound"))};
  const DetachForm form = kind == "AT_DetachPartitionFinalize" ? DetachForm::finalize
                          : detail.value("concurrent", false)  ? DetachForm::concurrently
                                                               : DetachForm::blocking;
  return DetachPartition{parent, partition, form};
}

/// Is the object a foreign table, or a table?
bool is_foreign(const json& node, const char* type) {
  const std::string text = text_of(node, type);
  if (text != "OBJECT_TABLE" && text != "OBJECT_FOREIGN_TABLE") throw NotOurs("something else than a table");
  return text == "OBJECT_FOREIGN_TABLE";
}

Statement drop_of(const json& node) {
  const bool foreign = is_foreign(node, "removeType");
  if (node.value("behavior", "") != "DROP_RESTRICT") throw NotOurs("DROP … CASCADE");
  if (node.at("objects").size() != 1) throw NotOurs("DROP TABLE of several");
  return DropTable{name_of_list(node.at("objects").at(0)), foreign};
}

std::string body_of(const json& node) {
  const json& arguments = node.at("args");
  if (arguments.size() != 1) throw NotOurs("DO in another language");
  return arguments.at(0).at("DefElem").at("arg").at("String").at("sval").get<std::string>();
}

std::string column_of(const json& node) {
  const json& fields = node.at("ColumnRef").at("fields");
  if (fields.size() != 1) throw NotOurs("a qualified column");
  return fields.at(0).at("String").at("sval").get<std::string>();
}

std::string operator_of(const json& expression) {
  return expression.at("name").at(0).at("String").at("sval").get<std::string>();
}

/// The values of `column IN (…)`, or of `column IS NULL`.
void list_condition(const json& node, RowsWhere& where) {
  auto& values = std::get<ListBound>(where.bound).values;
  if (node.contains("NullTest")) {
    const json& test = node.at("NullTest");
    if (test.at("nulltesttype") != "IS_NULL") throw NotOurs("another condition");
    where.column.text = column_of(test.at("arg"));
    values.push_back(std::nullopt);
    return;
  }
  const json& in = node.at("A_Expr");
  if (in.at("kind") != "AEXPR_IN" || operator_of(in) != "=") throw NotOurs("another condition");
  where.column.text = column_of(in.at("lexpr"));
  for (const json& value : in.at("rexpr").at("List").at("items")) values.push_back(constant(value));
}

/// One side of `column >= 'lo' AND column < 'hi'`.
std::string limit_of(const json& node, std::string_view op, RowsWhere& where) {
  const json& expression = node.at("A_Expr");
  if (expression.at("kind") != "AEXPR_OP" || operator_of(expression) != op) throw NotOurs("another condition");
  const std::string column = column_of(expression.at("lexpr"));
  if (!where.column.text.empty() && where.column.text != column) throw NotOurs("a condition on two columns");
  where.column.text = column;
  return constant(expression.at("rexpr")).value();
}

RowsWhere where_of(const json& node) {
  RowsWhere where;
  const bool both = node.contains("BoolExpr") && node.at("BoolExpr").at("boolop") == "AND_EXPR";
  if (both) {
    const json& sides = node.at("BoolExpr").at("args");
    if (sides.size() != 2) throw NotOurs("another condition");
    const std::string from = limit_of(sides.at(0), ">=", where);
    where.bound = RangeBound{{from}, {limit_of(sides.at(1), "<", where)}};
    return where;
  }
  where.bound = ListBound{};
  if (!node.contains("BoolExpr")) {
    list_condition(node, where);
    return where;
  }
  const json& either = node.at("BoolExpr");
  if (either.at("boolop") != "OR_EXPR") throw NotOurs("another condition");
  for (const json& side : either.at("args")) {
    RowsWhere one{{}, ListBound{}};
    list_condition(side, one);
    if (!where.column.text.empty() && where.column != one.column) throw NotOurs("a condition on two columns");
    where.column = one.column;
    auto& values = std::get<ListBound>(where.bound).values;
    const auto& more = std::get<ListBound>(one.bound).values;
    values.insert(values.end(), more.begin(), more.end());
  }
  return where;
}

/// A SELECT of columns from one table and nothing else.
struct PlainSelect {
  QualifiedName from;
  std::vector<Identifier> columns;
  const json* where = nullptr;
};

PlainSelect select_of(const json& select) {
  for (const auto& [key, value] : select.items()) {
    const bool plain =
        key == "targetList" || key == "fromClause" || key == "whereClause" || key == "limitOption" || key == "op";
    if (!plain) throw NotOurs("a SELECT with " + key);
  }
  if (select.value("op", "SETOP_NONE") != "SETOP_NONE") throw NotOurs("a set operation");
  PlainSelect result;
  if (select.at("fromClause").size() != 1) throw NotOurs("a join");
  result.from = name_of(select.at("fromClause").at(0).at("RangeVar"));
  for (const json& target : select.at("targetList"))
    result.columns.push_back({column_of(target.at("ResTarget").at("val"))});
  const auto where = select.find("whereClause");
  if (where != select.end()) result.where = &*where;
  return result;
}

Statement set_aside_of(const json& node) {
  const json& into = node.at("into");
  const json& side = into.at("rel");
  if (side.at("relpersistence") != "u" || node.value("if_not_exists", false)) throw NotOurs("CREATE TABLE AS");
  const PlainSelect select = select_of(node.at("query").at("SelectStmt"));
  if (select.where == nullptr) throw NotOurs("CREATE TABLE AS without WHERE");
  return SetRowsAside{name_of(side), select.from, select.columns, where_of(*select.where)};
}

Statement delete_of(const json& node) {
  if (node.contains("usingClause") || node.contains("returningList") || node.contains("withClause"))
    throw NotOurs("a DELETE of another form");
  return DeleteRows{name_of(node.at("relation")), where_of(node.at("whereClause"))};
}

Statement put_back_of(const json& node) {
  if (node.value("override", "") != "OVERRIDING_SYSTEM_VALUE" || node.contains("onConflictClause") ||
      node.contains("returningList")) {
    throw NotOurs("an INSERT of another form");
  }
  PutRowsBack put{name_of(node.at("relation")), {}, {}};
  for (const json& column : node.at("cols")) put.columns.push_back({text_of(column.at("ResTarget"), "name")});
  const PlainSelect select = select_of(node.at("selectStmt").at("SelectStmt"));
  if (select.columns != put.columns || select.where != nullptr) throw NotOurs("an INSERT of other columns");
  put.side = select.from;
  return put;
}

/// `BEGIN RAISE EXCEPTION '…'; END` and nothing else.
bool only_raises(const std::string& body) {
  constexpr std::string_view kBefore = "BEGIN RAISE EXCEPTION '";
  constexpr std::string_view kAfter = "'; END";
  if (!body.starts_with(kBefore) || !body.ends_with(kAfter)) return false;
  const std::string_view text =
      std::string_view(body).substr(kBefore.size(), body.size() - kBefore.size() - kAfter.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\'' && (++i == text.size() || text[i] != '\'')) return false;
  }
  return true;
}

ReadStatement from_tree(const json& statement, std::string_view text) {
  const auto first = statement.begin();
  const std::string& kind = first.key();
  const json& node = first.value();
  if (kind == "CreateStmt") return create_of(node);
  if (kind == "CreateForeignTableStmt") {
    const auto create = foreign_table_of(node, text);
    if (!create || create->name.schema.text.empty()) throw NotOurs("CREATE FOREIGN TABLE of another form");
    return *create;
  }
  if (kind == "AlterTableStmt") return alter_of(node);
  if (kind == "DropStmt") return drop_of(node);
  if (kind == "GrantStmt") return grant_of(node);
  if (kind == "CreatePolicyStmt") return policy_of(node, text);
  if (kind == "AlterObjectSchemaStmt") {
    return SetTableSchema{name_of(node.at("relation")), {node.at("newschema").get<std::string>()}};
  }
  if (kind == "CommentStmt") {
    return CommentOnTable{name_of_list(node.at("object")), {text_of(node, "comment")}, is_foreign(node, "objtype")};
  }
  for (const char* harmless : {"SelectStmt", "VariableSetStmt", "TransactionStmt", "LockStmt"}) {
    if (kind == harmless) return NotDdl{};
  }
  if (kind == "DoStmt" && (only_raises(body_of(node)) || is_question(body_of(node)))) return NotDdl{};
  if (kind == "InsertStmt" && text_of(node.at("relation"), "schemaname") == "pschema") return NotDdl{};
  if (kind == "InsertStmt") return put_back_of(node);
  if (kind == "DeleteStmt") return delete_of(node);
  if (kind == "CreateTableAsStmt") return set_aside_of(node);
  return UnknownDdl{"a statement that pschema does not write (" + kind + ")"};
}

}  // namespace

ReadStatement read_statement(std::string_view sql_text) {
  const Parsed parsed(variables_as_literals(sql_text));
  if (parsed.failed()) return UnknownDdl{"PostgreSQL's grammar refuses it: " + parsed.error()};
  try {
    const json tree = parsed.tree();
    const auto statements = tree.find("stmts");
    if (statements == tree.end() || statements->empty()) return NotDdl{};
    if (statements->size() != 1) return UnknownDdl{"several statements in one"};
    return from_tree(statements->at(0).at("stmt"), sql_text);
  } catch (const NotOurs& e) {
    return UnknownDdl{e.what()};
  } catch (const json::exception&) {
    return UnknownDdl{"a form that pschema does not write"};
  }
}

}  // namespace pschema
