#include "migration/superseded.h"

#include <algorithm>

#include "base/overloaded.h"
#include "ddl/statement.h"

namespace pschema {
namespace {

void add(const Statement& statement, std::set<QualifiedName>& touched) {
  std::visit(Overloaded{
                 [&](const CreateTableLike& s) { touched.insert(s.name); },
                 [&](const CreateForeignTable& s) { touched.insert(s.name); },
                 [&](const AttachPartition& s) { touched.insert(s.partition); },
                 [&](const DetachPartition& s) { touched.insert(s.partition); },
                 [&](const DropTable& s) { touched.insert(s.name); },
                 [&](const CommentOnTable& s) { touched.insert(s.name); },
                 [&](const SetTableSchema& s) {
                   touched.insert(s.name);
                   touched.insert({s.schema, s.name.name});
                 },
                 [](const SetRowsAside&) {},  // out of the DEFAULT partition, which every move touches
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

/// Nothing of a file that cannot be read.
std::set<QualifiedName> touched_by(const MigrationFile& file) {
  const auto read = read_script(file.text);
  const auto* script = std::get_if<Script>(&read);
  return script ? partitions_touched(*script) : std::set<QualifiedName>();
}

bool meet(const std::set<QualifiedName>& a, const std::set<QualifiedName>& b) {
  return std::any_of(a.begin(), a.end(), [&](const QualifiedName& name) { return b.count(name) > 0; });
}

}  // namespace

std::set<QualifiedName> partitions_touched(const Script& script) {
  std::set<QualifiedName> touched, sides;
  for (const ScriptItem& item : script.items) {
    const auto* sql = std::get_if<SqlItem>(&item.is);
    if (!sql) continue;
    const ReadStatement read = read_statement(sql->text);
    const auto* statement = std::get_if<Statement>(&read);
    if (!statement) continue;
    add(*statement, touched);
    if (const auto* aside = std::get_if<SetRowsAside>(statement)) sides.insert(aside->side);
  }
  for (const QualifiedName& side : sides) touched.erase(side);
  return touched;
}

std::map<std::string, std::string> superseded_files(const Folder& folder, const std::set<std::string>& applied) {
  const auto may_be = [&](const MigrationFile& file) {
    return applied.count(file.name) == 0 && is_destructive(file.name);
  };
  const auto first = std::find_if(folder.files.begin(), folder.files.end(), may_be);
  std::map<std::string, std::string> superseded;
  std::map<std::string, std::set<QualifiedName>> later;  // of the files that ran, behind the one that is looked at
  for (auto file = folder.files.end(); file != first;) {
    --file;
    const bool ran = applied.count(file->name) > 0;
    if (!ran && !may_be(*file)) continue;
    const std::set<QualifiedName> touched = touched_by(*file);
    if (ran) {
      later.emplace(file->name, touched);
      continue;
    }
    const auto by =
        std::find_if(later.rbegin(), later.rend(), [&](const auto& l) { return meet(touched, l.second); });
    if (by != later.rend()) superseded.emplace(file->name, by->first);
  }
  return superseded;
}

}  // namespace pschema
