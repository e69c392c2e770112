// In which order tables that reference one another are created and retired.
#include "plan/key_order.h"

#include <map>

#include "compile/compile.h"
#include "fixture.h"

namespace pschema::test {
namespace {

/// Empty tables of months, with their keys: from, to.
Catalog tables(const std::vector<std::string>& names, const std::vector<std::pair<std::string, std::string>>& keys) {
  Catalog catalog;
  catalog.has_ledger = true;
  for (const std::string& table : names) {
    CatalogBuilder c("public." + table, key(Strategy::range, {"at"}), {column("at", "timestamp with time zone")});
    catalog.tables.merge(c.catalog().tables);
  }
  for (const auto& [from, to] : keys) {
    const ForeignKey k{{from + "_" + to}, name("public." + from), name("public." + to)};
    if (catalog.tables.count(k.from) > 0) catalog.tables.at(k.from).outgoing.push_back(k);
    if (catalog.tables.count(k.to) > 0) catalog.tables.at(k.to).incoming.push_back(k);
  }
  return catalog;
}

std::string text(const std::vector<QualifiedName>& order) {
  std::string out;
  for (const QualifiedName& table : order) out += (out.empty() ? "" : " ") + table.name.text;
  return out;
}

std::string order(const std::vector<std::string>& names,
                  const std::vector<std::pair<std::string, std::string>>& keys) {
  return text(along_foreign_keys(tables(names, keys)));
}

TEST(KeyOrder, ByNameWhereNothingReferences) { EXPECT_EQ(order({"c", "a", "b"}, {}), "a b c"); }

TEST(KeyOrder, AChainBeginsWithWhatReferencesNothing) {
  EXPECT_EQ(order({"a", "b", "c"}, {{"a", "b"}, {"b", "c"}}), "c b a");
  EXPECT_EQ(order({"a", "b", "c"}, {{"c", "b"}, {"b", "a"}}), "a b c");
}

TEST(KeyOrder, OnlyWhatIsReferencedIsDrawnForward) {
  EXPECT_EQ(order({"a", "b", "c", "d", "z"}, {{"b", "z"}}), "a z b c d");
  EXPECT_EQ(order({"a", "b", "c", "d"}, {{"a", "d"}, {"a", "c"}, {"b", "d"}}), "c d a b");
}

TEST(KeyOrder, AKeyToItselfCountsForNothing) {
  EXPECT_EQ(order({"a", "b"}, {{"a", "a"}, {"b", "b"}, {"a", "b"}}), "b a");
}

TEST(KeyOrder, ACircleStandsTogetherByName) {
  EXPECT_EQ(order({"a", "b", "c"}, {{"a", "c"}, {"c", "b"}, {"b", "a"}}), "a b c");
  // d is referenced by the circle, and e references it.
  EXPECT_EQ(order({"a", "b", "c", "d", "e"}, {{"b", "c"}, {"c", "b"}, {"c", "d"}, {"a", "b"}, {"e", "c"}}),
            "d b c a e");
}

TEST(KeyOrder, TablesOfNoSchemaCountForNothing) {
  EXPECT_EQ(order({"a", "b"}, {{"a", "elsewhere"}, {"elsewhere", "b"}}), "a b");
}

TEST(KeyOrder, KeysOfPartitionsAndOrphansAreTheirTables) {
  Catalog c = tables({"a", "b", "c"}, {});
  Relation part;
  part.name = name("public.b_1");
  c.tables.at(name("public.b")).children[name("public.b")].push_back(part);
  Orphan orphan;
  orphan.relation.name = name("public.a_1");
  orphan.relation.marker = Marker{MarkerState::detached, {}, name("public.a_1"), name("public.a"), ""};
  c.orphans[orphan.relation.name] = orphan;
  // The orphan still points to c; the partition of b is what a references.
  c.tables.at(name("public.c")).incoming.push_back({{"x"}, name("public.a_1"), name("public.c")});
  c.tables.at(name("public.a")).outgoing.push_back({{"y"}, name("public.a"), name("public.b_1")});
  EXPECT_EQ(text(along_foreign_keys(c)), "b c a");
}

TEST(KeyOrder, AVeryLongChain) {
  std::vector<std::string> names;
  std::vector<std::pair<std::string, std::string>> keys;
  for (int i = 10000; i < 30000; ++i) {
    names.push_back("t" + std::to_string(i));
    if (i > 10000) keys.emplace_back(names[names.size() - 2], names.back());
  }
  const auto found = along_foreign_keys(tables(names, keys));
  ASSERT_EQ(found.size(), names.size());
  EXPECT_EQ(found.front().name.text, "t29999");
  EXPECT_EQ(found.back().name.text, "t10000");
}

/// Creations along the keys, retirements against them; the phases stay in their order over all tables.
TEST(KeyOrder, FilesFollowIt) {
  Catalog c = tables({"a", "b", "c"}, {{"a", "b"}, {"b", "c"}});
  for (auto& [table, t] : c.tables) {
    Relation old;
    old.name = {table.schema, {table.name.text + "_old"}};
    old.bound_text = "FOR VALUES FROM ('2026-01-01 00:00:00+00') TO ('2026-02-01 00:00:00+00')";
    old.bound = parse_bound(old.bound_text);
    t.children[table].push_back(old);
    t.referenced_by[old.name] = std::nullopt;
  }
  const Schema schema = schema_of(R"(pschema 1;
table public.a { partition by range (at) every month { create current; keep current; drop 1 day after detach; } }
table public.b { partition by range (at) every month { create current; keep current; drop immediately; } }
table public.c { partition by range (at) every month { create current; keep current; drop immediately; } })");
  Diagnostics diagnostics;
  const auto result = compile(schema, c, {}, at("2026-08-28T10:00:00Z"), {}, diagnostics);
  ASSERT_TRUE(result);
  Lines files;
  for (const MigrationFile& file : result->files) files.push_back(file.name.substr(15));
  EXPECT_EQ(files,
            (Lines{"0000_pschema_ledger", "0001_public.c_baseline", "0002_public.b_baseline",
                   "0003_public.a_baseline", "0004_public.c_create", "0005_public.b_create", "0006_public.a_create",
                   "0007_public.a_retire", "0008_public.b_drop", "0009_public.c_drop"}));
}

/// References are measured before the plan runs: what is still referenced waits for the next one, which is said.
TEST(KeyOrder, WhatIsReferencedByRowsThatGoWaitsForTheNextPlan) {
  Catalog c = tables({"items", "orders", "other"}, {{"items", "orders"}});
  for (auto& [table, t] : c.tables) {
    Relation old;
    old.name = {table.schema, {table.name.text + "_old"}};
    old.bound_text = "FOR VALUES FROM ('2026-01-01 00:00:00+00') TO ('2026-02-01 00:00:00+00')";
    old.bound = parse_bound(old.bound_text);
    t.children[table].push_back(old);
  }
  auto& by = c.tables.at(name("public.orders")).referenced_by[name("public.orders_old")];
  const auto compiled = [&](const std::string& drop) {
    const std::string body =
        " { partition by range (at) every month { create current; keep current; " + drop + " } } ";
    Diagnostics diagnostics;
    return compile(schema_of("pschema 1; table public.items" + body + "table public.orders" + body +
                             "table public.other" + body),
                   c, {}, at("2026-08-28T10:00:00Z"), {}, diagnostics)
        ->plan;
  };
  const std::string next = "looks again";
  by = name("public.items");
  Plan plan = compiled("drop immediately;");
  EXPECT_EQ(plan.tables[0].table, name("public.orders"));
  EXPECT_EQ(lines(plan.tables[0]), Lines{"CREATE public.orders__2026_08 (create_ahead)"});
  ASSERT_EQ(findings(plan.tables[0]), Lines{"referenced public.orders_old"});
  EXPECT_EQ(plan.tables[0].findings[0].severity, FindingSeverity::warning);
  EXPECT_NE(plan.tables[0].findings[0].sentence.find(next), std::string::npos);
  // What is only detached keeps its rows, and its foreign key.
  plan = compiled("drop 1 day after detach;");
  ASSERT_EQ(findings(plan.tables[0]), Lines{"referenced public.orders_old"});
  EXPECT_EQ(plan.tables[0].findings[0].sentence.find(next), std::string::npos);
  by = name("public.elsewhere");
  plan = compiled("drop immediately;");
  EXPECT_EQ(plan.tables[0].findings[0].sentence.find(next), std::string::npos);
}

}  // namespace
}  // namespace pschema::test
