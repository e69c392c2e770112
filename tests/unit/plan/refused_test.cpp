// A table that does not fit the database holds back itself, and no other.
#include <set>

#include "compile/compile.h"
#include "fixture.h"

namespace pschema::test {
namespace {

constexpr const char* kNow = "2026-08-28T10:00:00Z";

/// `good` lacks a month; `old` and `bad` have one that has expired, and `bad` a key that lacks the column.
Catalog three_tables() {
  Catalog catalog;
  catalog.has_ledger = true;
  for (const std::string table : {"bad", "good", "old"}) {
    CatalogBuilder c("public." + table, key(Strategy::range, {"at"}),
                     {column("id", "bigint"), column("at", "timestamp with time zone")});
    if (table == "bad") c.unique("bad_pkey", {{"id"}});
    if (table != "good") {
      c.partition("public." + table, "public." + table + "__2026_05",
                  "FOR VALUES FROM ('2026-05-01 00:00:00+00') TO ('2026-06-01 00:00:00+00')");
    }
    catalog.tables.merge(c.catalog().tables);
  }
  return catalog;
}

std::string level(const std::string& clauses) {
  return " { partition by range (at) every month { " + clauses + " } }\n";
}

std::string schema_text(const std::string& of_bad) {
  return "pschema 1;\ntable public.bad" + of_bad + "table public.good" + level("create current;") +
         "table public.old" + level("create current; keep current; drop 1 day after detach;");
}

const std::string kRetiring = level("create current; keep current; drop 1 day after detach;");

struct Result {
  std::optional<Compiled> compiled;
  Diagnostics diagnostics;
};

Result compiled(const std::string& schema, const Catalog& catalog, const Folder& folder = {},
                CompileLimits limits = {}) {
  Result r;
  r.compiled = compile(schema_of(schema), catalog, folder, at(kNow), limits, r.diagnostics);
  return r;
}

Lines tables_of(const Plan& plan) {
  Lines out;
  for (const TablePlan& table : plan.tables) out.push_back(quote(table.table));
  return out;
}

Lines files_of(const std::vector<MigrationFile>& files) {
  Lines out;
  for (const MigrationFile& file : files) out.push_back(file.name.substr(15));
  return out;
}

TEST(Refused, TheOthersArePlannedAndWritten) {
  const Result r = compiled(schema_text(kRetiring), three_tables());
  ASSERT_TRUE(r.compiled);
  EXPECT_TRUE(r.diagnostics.has_errors());
  const Plan& plan = r.compiled->plan;
  EXPECT_EQ(tables_of(plan), (Lines{"public.good", "public.old"}));
  EXPECT_EQ(operation_count(plan), 3u);
  ASSERT_EQ(plan.refused.size(), 1u);
  EXPECT_EQ(plan.refused[0].table, name("public.bad"));
  ASSERT_EQ(plan.refused[0].errors.size(), 1u);
  EXPECT_EQ(plan.refused[0].errors[0].code, Code::unique_lacks_key);
  EXPECT_EQ(files_of(r.compiled->files),
            (Lines{"0000_pschema_ledger", "0001_public.old_baseline", "0002_public.good_create",
                   "0003_public.old_create", "0004_public.old_retire"}));
  for (const MigrationFile& file : r.compiled->files)
    EXPECT_EQ(file.text.find("bad"), std::string::npos) << file.name;
}

/// A branch described beside the tree that it belongs to holds back itself; without that tree it is a root.
TEST(Refused, APartitionIsDescribedInItsTree) {
  CatalogBuilder c("public.tree", key(Strategy::range, {"at"}),
                   {column("id", "bigint"), column("at", "timestamp with time zone")});
  c.partition("public.tree", "public.tree__old", "FOR VALUES FROM (MINVALUE) TO ('2026-05-01 00:00:00+00')",
              key(Strategy::hash, {"id"}));
  Catalog catalog = c.catalog();
  CatalogBuilder branch("public.tree__old", key(Strategy::hash, {"id"}),
                        {column("id", "bigint"), column("at", "timestamp with time zone")});
  catalog.tables.merge(branch.catalog().tables);
  const std::string of_branch = "table public.tree__old { partition by hash (id) modulus 2; }\n";

  const Result both = compiled("pschema 1;\ntable public.tree" + level("create current;") + of_branch, catalog);
  ASSERT_TRUE(both.compiled);
  EXPECT_EQ(tables_of(both.compiled->plan), Lines{"public.tree"});
  ASSERT_EQ(both.compiled->plan.refused.size(), 1U);
  EXPECT_EQ(both.compiled->plan.refused.front().errors.front().code, Code::partition_described);

  catalog.tables.erase(name("public.tree"));
  const Result alone = compiled("pschema 1;\n" + of_branch, catalog);
  ASSERT_TRUE(alone.compiled);
  EXPECT_EQ(tables_of(alone.compiled->plan), Lines{"public.tree__old"});
}

/// Its place in the file and the checks of other tables do not depend on each other.
TEST(Refused, EachHasItsOwnErrorsAndAWarningOfNoOther) {
  Catalog catalog = three_tables();
  catalog.tables.at(name("public.old")).columns[1].type = "text";
  const Result r = compiled(schema_text(kRetiring) + "table public.absent" + level("create current;"), catalog);
  ASSERT_TRUE(r.compiled);
  const Plan& plan = r.compiled->plan;
  EXPECT_EQ(tables_of(plan), Lines{"public.good"});
  std::vector<std::pair<std::string, Code>> refused;
  for (const RefusedTable& table : plan.refused) {
    for (const Diagnostic& error : table.errors) refused.emplace_back(quote(table.table), error.code);
  }
  EXPECT_EQ(refused, (std::vector<std::pair<std::string, Code>>{{"public.absent", Code::table_missing},
                                                                {"public.bad", Code::unique_lacks_key},
                                                                {"public.old", Code::key_type_unfit}}));
  EXPECT_EQ(r.diagnostics.sorted().size(), 3u);
}

TEST(Refused, EveryWayToMisfitHoldsBackOneTable) {
  const std::vector<std::pair<std::string, Code>> ways{
      {" { partition by range (id) every 1_000 { create current; } }\n", Code::wrong_key},
      {" { partition by hash (at) modulus 2; }\n", Code::wrong_strategy},
      {level("create current; partition by hash (absent) modulus 2;"), Code::column_missing},
      {level("create from '1000-01-01'; create current;"), Code::too_many_creations},
      {" { partition by range (at) every month { create current; partition by range (id) every 10 { create current; "
       "} } }\n",
       Code::fact_missing},
  };
  for (const auto& [body, code] : ways) {
    Catalog catalog = three_tables();
    catalog.tables.at(name("public.bad")).unique_keys.clear();
    const Result r = compiled(schema_text(body), catalog);
    ASSERT_TRUE(r.compiled) << body;
    EXPECT_EQ(tables_of(r.compiled->plan), (Lines{"public.good", "public.old"})) << body;
    ASSERT_EQ(r.compiled->plan.refused.size(), 1u) << body;
    EXPECT_EQ(r.compiled->plan.refused[0].errors.front().code, code) << body;
  }
}

TEST(Refused, WhereNoTableIsLeftNothingComesOut) {
  Catalog catalog = three_tables();
  catalog.tables.erase(name("public.good"));
  catalog.tables.erase(name("public.old"));
  const Result r = compiled(schema_text(kRetiring), catalog);
  ASSERT_TRUE(r.compiled);
  EXPECT_EQ(r.compiled->plan.refused.size(), 3u);
  EXPECT_TRUE(r.compiled->plan.tables.empty());
  EXPECT_TRUE(r.compiled->files.empty());
}

/// Files that were written while the table fitted count as done, and nothing is said against them: what the schema
/// wants of the table is not known.
TEST(Refused, ItsPendingFilesAreNoConflict) {
  Catalog fitting = three_tables();
  fitting.tables.at(name("public.bad")).unique_keys.clear();
  const Result first = compiled(schema_text(kRetiring), fitting);
  Folder folder{first.compiled->files, {}};
  const Lines written = files_of(folder.files);
  ASSERT_NE(std::find(written.begin(), written.end(), "0007_public.bad_retire"), written.end());

  const Result second = compiled(schema_text(kRetiring), three_tables(), folder);
  ASSERT_TRUE(second.compiled);
  EXPECT_EQ(second.compiled->plan.refused.size(), 1u);
  EXPECT_EQ(operation_count(second.compiled->plan), 0u);
  EXPECT_TRUE(second.compiled->files.empty());
  EXPECT_TRUE(second.compiled->plan.findings.empty()) << second.compiled->plan.findings.front().sentence;
  EXPECT_EQ(second.compiled->pending_files, folder.files.size() - 1);  // the ledger's is none

  // The other tables' files are looked at as ever.
  const std::string keeping = schema_text(kRetiring);
  std::string longer = keeping;
  longer.replace(longer.rfind("keep current"), 12, "keep for 10 years");
  const Result third = compiled(longer, three_tables(), folder);
  ASSERT_TRUE(third.compiled);
  ASSERT_EQ(third.compiled->plan.findings.size(), 1u);
  EXPECT_EQ(third.compiled->plan.findings[0].kind, FindingKind::pending_conflict);
  EXPECT_EQ(third.compiled->plan.findings[0].subject, "public.old__2026_05");
}

TEST(Refused, TheLimitOfThePlanRefusesThePlan) {
  CompileLimits limits;
  limits.max_create = 1;
  Catalog fitting = three_tables();
  fitting.tables.at(name("public.bad")).unique_keys.clear();
  const Result r = compiled(schema_text(kRetiring), fitting, {}, limits);
  EXPECT_FALSE(r.compiled);
  ASSERT_EQ(r.diagnostics.sorted().size(), 1u);
  EXPECT_EQ(r.diagnostics.sorted()[0].code, Code::too_many_creations);
}

}  // namespace
}  // namespace pschema::test
