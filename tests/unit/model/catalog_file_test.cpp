#include "model/catalog_file.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/catalog_key.h"

namespace pschema {
namespace {

QualifiedName name(std::string text) { return {{"public"}, {std::move(text)}}; }

std::string messages(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics.sorted()) out += code_text(d.code) + " " + d.message + "\n";
  return out;
}

std::optional<Catalog> read(std::string text, Diagnostics& diagnostics) {
  SourceSet sources;
  const std::uint32_t file = sources.add("catalog.toml", std::move(text));
  return read_catalog(sources, file, diagnostics);
}

void expect_round_trip(const Catalog& catalog) {
  const std::string text = write_catalog(catalog);
  Diagnostics diagnostics;
  const std::optional<Catalog> back = read(text, diagnostics);
  ASSERT_TRUE(back.has_value()) << messages(diagnostics) << text;
  EXPECT_TRUE(*back == catalog) << text;
  EXPECT_EQ(write_catalog(*back), text);
}

Relation child(std::string bare_name, std::string bound, const std::vector<KeyType>& types) {
  Relation r;
  r.name = name(std::move(bare_name));
  r.bound_text = std::move(bound);
  r.bound = checked_bound(r.bound_text, types);
  return r;
}

PartitionKey key(Strategy strategy, std::vector<std::string> columns) {
  PartitionKey k{strategy, {}};
  for (std::string& c : columns) k.parts.push_back({{std::move(c)}, {}});
  return k;
}

/// A tree of two levels with everything that a relation can have.
Catalog full() {
  Catalog c;
  c.taken_at = Instant{1'787'911'200'123'456};
  c.server_version = 170010;
  c.zone_data = "2026a";
  c.has_ledger = true;
  c.applied = {"20260828100000_0001_public.t_create", "odd \"name\"\n"};
  c.cursors[{name("t"), {"Id"}}] = {-5, 9'223'372'036'854'775'807};
  c.cursors[{name("u"), {"id"}}] = {};
  c.measured[name("t__1")] = {16'384, 7, false, true, {}};
  c.measured[name("t__2")] = {
      {}, 1'000'001, true, {}, {{"SELECT 'a'\n FROM {partition}", true}, {"SELECT \"b\"", {}}}};
  Table t;
  t.root.name = name("Ev \"W\"");
  t.root.kind = RelationKind::partitioned_table;
  t.root.key = key(Strategy::range, {"id", "Te,nant"});
  t.root.owner = "app";
  t.root.access_method = "columnar";
  t.indexes = 3;
  t.has_toast = true;
  t.columns = {{{"id"}, "integer", true, "nextval('s'::regclass)", ' ', ' ', 500, {"n_distinct=-0.5"}},
               {{"Te,nant"}, "text", false, "", 'a', ' '},
               {{"org"}, "bigint", false, "(id + 1)", ' ', 's'}};
  t.unique_keys = {{{"pk"}, true, {{"id"}, {"Te,nant"}}}, {{"u\"x"}, false, {{""}, {"org"}}}};
  t.outgoing = {{{"f1"}, t.root.name, name("o"), 'c'}};
  t.incoming = {{{"f2"}, name("i"), t.root.name, 'a'},
                {{"f3"}, name("i"), t.root.name, 'n', {{"a,\"b"}, {"c"}}, {{"id"}, {"org"}}}};
  t.default_rows[name("rest")] = {
      {{RangeBound{{std::string("1")}, {std::string("-3")}}, 5}, {RangeBound{{std::string("7")}, {MaxValue{}}}, 1}},
      2,
      3};
  t.default_rows[name("Rest 2")] = {};
  t.default_rows[name("values")] = {
      {{ListBound{{std::string("it's")}}, 5}, {ListBound{{std::nullopt}}, 9'000'000'000}}, 0, 0};
  t.referenced_by = {{name("w35"), name("Li \"ne")}, {name("w36"), std::nullopt}};
  t.triggers = {{"tr ig"}};
  t.publications = {{"all"}, {"P"}};
  t.foreign_shape = ForeignShape{{{{"c1"}, "(id > 0)", true}, {{"c 2"}, "(\"Te,nant\" <> 'x\n')", false}},
                                 {{{"Te,nant"}, {{"Coll \"s"}, {"C"}}}}};
  std::sort(t.foreign_shape->checks.begin(), t.foreign_shape->checks.end());
  c.schemas = {{"parts"}, {"Pa rts"}};
  c.servers = {{"archive"}, {"Click house"}};
  const std::vector<KeyType> types = {KeyType::integer, KeyType::text};
  Relation branch = child("w35", "FOR VALUES FROM (1, MINVALUE) TO ('-3', 'it''s\n')", types);
  branch.key = key(Strategy::hash, {"org"});
  branch.kind = RelationKind::partitioned_table;
  Relation leaf = child("w36", "FOR VALUES FROM (10, 'a') TO (MAXVALUE, MAXVALUE)", types);
  leaf.owner = "o'ther";
  leaf.detach_pending = true;
  leaf.persistence = Persistence::unlogged;
  leaf.tablespace = "fast";
  leaf.access_method = "zheap";
  leaf.marker = Marker{MarkerState::detaching, {}, leaf.name, t.root.name, leaf.bound_text};
  Relation foreign = child("w37", "DEFAULT", types);
  foreign.kind = RelationKind::foreign_table;
  t.children[t.root.name] = {branch, leaf, foreign};
  t.children[branch.name] = {child("w35__h0", "FOR VALUES WITH (modulus 2, remainder 0)", {KeyType::bigint}),
                             child("w35__h1", "FOR VALUES WITH (modulus 2, remainder 1)", {KeyType::bigint})};
  c.tables[t.root.name] = t;
  Table plain;
  plain.root.name = name("plain");
  plain.root.owner = "app";
  plain.root.bound_text = "FOR VALUES IN ('a', NULL)";
  plain.root.bound = checked_bound(plain.root.bound_text, {});
  c.tables[plain.root.name] = plain;
  Orphan orphan;
  orphan.relation = child("w33", "", {});
  orphan.relation.bound = DefaultBound{};
  orphan.relation.owner = "app";
  orphan.relation.kind = RelationKind::partitioned_table;
  orphan.relation.key = key(Strategy::list, {"id"});
  orphan.relation.marker = Marker{MarkerState::detached, Instant{1'791'000'000'000'000}, name("w33"), name("gone"),
                                  "FOR VALUES FROM ('1') TO ('2')"};
  orphan.columns = t.columns;
  orphan.children[name("w33")] = {child("w33_a", "FOR VALUES IN (1, NULL)", {KeyType::integer})};
  c.orphans[name("w33")] = orphan;
  c.taken = {{name("w40"), RelationKind::view}, {name("w41"), RelationKind::composite_type}};
  return c;
}

TEST(CatalogFile, RoundTrips) {
  expect_round_trip({});
  expect_round_trip(full());
}

TEST(CatalogFile, ReadsBoundsByTheTypesOfTheKey) {
  const Catalog c = full();
  const Table& t = c.tables.at(name("Ev \"W\""));
  EXPECT_TRUE(std::holds_alternative<RangeBound>(children_of(t, t.root.name)[0].bound));
  Catalog other = c;
  Table& u = other.tables.at(name("Ev \"W\""));
  u.columns[0].type = "bigint";  // whose values the server would have quoted
  Diagnostics diagnostics;
  const auto back = read(write_catalog(other), diagnostics);
  ASSERT_TRUE(back.has_value());
  const Table& v = back->tables.at(name("Ev \"W\""));
  EXPECT_TRUE(std::holds_alternative<UnreadableBound>(children_of(v, v.root.name)[0].bound));
  EXPECT_EQ(write_catalog(*back), write_catalog(other));
}

TEST(CatalogFile, OnePartitionALineBelowItsParent) {
  const std::string text = write_catalog(full());
  const auto at = [&text](std::string_view part) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    return text.find(part);
  };
  const std::size_t root = at("\n[table.partitions]\n'public.\"Ev \"\"W\"\"\"' = [\n  [\"public.w35 FOR VALUES ");
  const std::size_t branch =
      at("\n\"public.w35\" = [\n  \"public.w35__h0 FOR VALUES WITH (modulus 2, remainder 0)\",\n"
         "  \"public.w35__h1 FOR VALUES WITH (modulus 2, remainder 1)\",\n]\n");
  EXPECT_LT(root, branch);
  EXPECT_LT(at("\n  [\"public.w36 FOR VALUES "), branch);
  at("\n[orphan.partitions]\n\"public.w33\" = [\n  \"public.w33_a FOR VALUES IN (1, NULL)\",\n]\n");
  EXPECT_TRUE(text.ends_with("\n"));
}

constexpr std::string_view kHead = "format = 2\ntaken_at = \"2026-08-28T10:00:00Z\"\nserver = 150018\n";

/// The codes, the lines they point at, and no catalog.
std::string errors(const std::string& text) {
  SourceSet sources;
  const std::uint32_t file = sources.add("catalog.toml", text);
  Diagnostics diagnostics;
  const bool read_it = read_catalog(sources, file, diagnostics).has_value();
  EXPECT_EQ(read_it, !diagnostics.has_errors());
  std::string out;
  for (const Diagnostic& d : diagnostics.sorted()) {
    EXPECT_LE(d.span.end, text.size());
    EXPECT_FALSE(d.message.empty());
    out += code_text(d.code) + "@" + std::to_string(sources.position(file, d.span.begin).line) + " ";
  }
  return out;
}

std::string errors_below_head(const std::string& text) { return errors(std::string(kHead) + text); }

TEST(CatalogFile, RefusesOtherFormats) {
  EXPECT_EQ(errors(""), "PS4002@1 ");
  EXPECT_EQ(errors("\n\nformat = 1\n"), "PS4002@3 ");
  EXPECT_EQ(errors("format = \"2\"\n"), "PS4002@1 ");
  EXPECT_EQ(errors(std::string(kHead)), "");
  EXPECT_EQ(errors("format = 2\nserver = 1\n"), "PS4001@1 ");
  EXPECT_EQ(errors("format = 2\nserver = 1\ntaken_at = \"2026-08-28 10:00\"\n"), "PS4001@3 ");
  EXPECT_EQ(errors("format = 2\nformat = 2\n"), "PS4001@2 ");
}

TEST(CatalogFile, RefusesUnknownKeysAndWrongTypes) {
  EXPECT_EQ(errors_below_head("colour = 1\n"), "PS4001@4 ");
  EXPECT_EQ(errors_below_head("zone_data = 1\n"), "PS4001@4 ");
  EXPECT_EQ(errors_below_head("ledger = 1\n"), "PS4001@4 ");
  EXPECT_EQ(errors_below_head("[ledger]\npresent = 1\n"), "PS4001@5 ");
  EXPECT_EQ(errors_below_head("[ledger]\npresent = true\napplied = [1]\n"), "PS4001@6 ");
  EXPECT_EQ(errors_below_head("[table]\nname = 'a.b'\n"), "PS4001@4 ");
  EXPECT_EQ(errors_below_head("[[table]]\n"), "PS4001@4 ");
  EXPECT_EQ(errors_below_head("[[table]]\nname = 'b'\n"), "PS4001@5 ");
  EXPECT_EQ(errors_below_head("[[table]]\nname = 'A.b'\n"), "PS4001@5 ");
  EXPECT_EQ(errors_below_head("[[table]]\nname = 'a.b'\nindexes = -1\n"), "PS4001@6 ");
  EXPECT_EQ(errors_below_head("[[table]]\nname = 'a.b'\nkind = 'tree'\n"), "PS4001@6 ");
  EXPECT_EQ(errors_below_head("[[table]]\nname = 'a.b'\npartition_by = 'range'\n"), "PS4001@6 ");
  EXPECT_EQ(errors_below_head("[[table]]\nname = 'a.b'\nmarker = 'pschema: detached'\n"), "PS4001@6 ");
  EXPECT_EQ(errors_below_head("[[table]]\nname = 'a.b'\ncolumns = [\n[\"a\"]]\n"), "PS4001@7 ");
  EXPECT_EQ(errors_below_head("[[table]]\nname = 'a.b'\ncolumns = [\n[\"a\", \"int\", { nullable = true }]]\n"),
            "PS4001@7 ");
  EXPECT_EQ(errors_below_head("[[table]]\nname = 'a.b'\ncolumns = [\n[\"a\", \"int\", { identity = 'x' }]]\n"),
            "PS4001@7 ");
  EXPECT_EQ(errors_below_head("[[orphan]]\nname = 'a.b'\n"), "PS4001@4 ");
  EXPECT_EQ(errors_below_head("[taken]\nnames = [\n['a.b', 'thing']]\n"), "PS4001@6 ");
}

constexpr std::string_view kTree =  // rows begin at line 9
    "[[table]]\nname = 'a.b'\npartition_by = 'range (id)'\n[table.partitions]\n'a.b' = [\n";

TEST(CatalogFile, RefusesFactsThatContradictEachOther) {
  const std::string head =
      "format = 2\ntaken_at = \"2026-08-28T10:00:00Z\"\nserver = 150000\nzone_data = \"\"\n[facts]\n";
  for (const char* facts :
       {"cursors = [[\"t\", \"id\", { highest = \"1\" }]]",
        "cursors = [[\"public.t\", \"id\"], [\"public.t\", \"id\"]]",
        "measured = [[\"public.t\", { rows = 1, rows_at_least = 1 }]]", "measured = [[\"public.t\", { bytes = -1 }]]",
        "answers = [[\"public.t\", \"SELECT true\", \"true\"]]",
        "measured = [[\"public.t\"]]\nanswers = [[\"public.t\", \"SELECT true\", \"maybe\"]]", "other = []"}) {
    Diagnostics diagnostics;
    EXPECT_FALSE(read(head + facts, diagnostics)) << facts;
  }
}

TEST(CatalogFile, RefusesWrongTrees) {
  const auto tree = [](const std::string& rows) { return errors_below_head(std::string(kTree) + rows + "]\n"); };
  const std::string branch = "['a.c DEFAULT', { partition_by = 'hash (x)' }],\n";
  EXPECT_EQ(tree("'a.c DEFAULT',\n"), "");
  EXPECT_EQ(tree(branch + "]\n'a.c' = ['a.d DEFAULT'\n"), "");
  EXPECT_EQ(tree(""), "PS4001@8 ");
  EXPECT_EQ(tree("'DEFAULT',\n"), "PS4001@9 ");
  EXPECT_EQ(tree("'a.c',\n"), "PS4001@9 ");
  EXPECT_EQ(tree("'a.c ',\n"), "PS4001@9 ");
  EXPECT_EQ(tree("'A.c DEFAULT',\n"), "PS4001@9 ");
  EXPECT_EQ(tree("'a.\"c\" DEFAULT',\n"), "PS4001@9 ");
  EXPECT_EQ(tree("'a.c DEFAULT', 7,\n"), "PS4001@9 ");
  EXPECT_EQ(tree("['a.c DEFAULT', 'hash (x)'],\n"), "PS4001@9 ");
  EXPECT_EQ(tree("['a.c DEFAULT', { key = 'hash (x)' }],\n"), "PS4001@9 ");
  EXPECT_EQ(tree("['a.c DEFAULT', { partition_by = 'hash' }],\n"), "PS4001@9 ");
  EXPECT_EQ(tree("'a.c DEFAULT',\n'a.c DEFAULT',\n"), "PS4001@10 ");
  EXPECT_EQ(tree("'a.b DEFAULT',\n"), "PS4001@9 ");
  EXPECT_EQ(tree(branch + "]\n'a.c' = ['a.c DEFAULT'\n"), "PS4001@11 ");
  EXPECT_EQ(tree(branch + "]\n'a.c' = ['a.b DEFAULT'\n"), "PS4001@11 ");
  EXPECT_EQ(tree(branch + "]\n'a.d' = ['a.e DEFAULT'\n"), "PS4001@11 ");
  EXPECT_EQ(tree(branch + "]\n'a.\"c\"' = ['a.e DEFAULT'\n"), "PS4001@11 ");
  EXPECT_EQ(tree(branch + "]\n'a.c' = ['a.e DEFAULT']\nb = [1\n"), "PS4001@12 ");
  EXPECT_EQ(tree(branch + "]\n'a.c' = [3\n"), "PS4001@11 ");
  EXPECT_EQ(tree("'a.c DEFAULT',\n]\n'a.c' = ['a.d DEFAULT'\n"), "PS4001@11 ");
  EXPECT_EQ(errors_below_head("[[table]]\nname = 'a.b'\n[table.partitions]\n'a.b' = ['a.c DEFAULT']\n"),
            "PS4001@7 ");
  EXPECT_EQ(errors_below_head("[[table]]\nname = 'a.b'\npartitions = ['a.c DEFAULT']\n"), "PS4001@6 ");
}

TEST(CatalogFile, SurvivesAnyPrefixAndAnyByte) {
  const std::string text = write_catalog(full());
  for (std::size_t n = 0; n < text.size(); n += 7) errors(text.substr(0, n));
  for (std::size_t n = 0; n < text.size(); n += 17) {
    for (const char c : {'\0', '"', '[', ']', '\xFF', '.', '\n'}) {
      std::string broken = text;
      broken[n] = c;
      errors(broken);
    }
  }
}

TEST(CatalogFile, SurvivesDepth) {
  std::string dotted = "a";
  for (int i = 0; i < 200'000; ++i) dotted += ".a";
  EXPECT_EQ(errors("format = 2\n" + dotted + " = 1\n"), "PS4001@2 ");
  EXPECT_EQ(errors("format = 2\na = " + std::string(200'000, '[') + "\n"), "PS4001@2 ");
  Catalog deep;
  Table t;
  t.root.name = name("t");
  t.root.kind = RelationKind::partitioned_table;
  t.root.key = key(Strategy::hash, {"id"});
  QualifiedName parent = t.root.name;
  for (int i = 0; i < 5'000; ++i) {
    Relation r = child("p" + std::to_string(i), "FOR VALUES WITH (modulus 1, remainder 0)", {});
    r.key = t.root.key;
    r.kind = RelationKind::partitioned_table;
    const QualifiedName next = r.name;
    t.children[parent].push_back(std::move(r));
    parent = next;
  }
  deep.tables.emplace(t.root.name, std::move(t));
  expect_round_trip(deep);
}

TEST(CatalogFile, TellsAFewErrorsOfMany) {
  std::string rows;
  for (int i = 0; i < 1'000; ++i) rows += "1,\n";
  const std::string found = errors_below_head(std::string(kTree) + rows + "]\n");
  EXPECT_LT(std::count(found.begin(), found.end(), '@'), 50);
}

TEST(KeyText, RoundTrips) {
  PartitionKey k = key(Strategy::list, {"id", "Odd, \"name\"", "sql", "tab\tname"});
  k.parts.push_back({{}, "lower('a, ''b') || \"c\""});
  EXPECT_EQ(parse_key_text(key_text(k)), k);
  EXPECT_EQ(key_text(key(Strategy::hash, {"organization_id"})), "hash (organization_id)");
  for (const std::string_view text : {"", "hash", "hash ()", "hash (a", "hash (a,b)", "tree (a)", "hash (a, )",
                                      "hash (sql x)", "hash (sql 'a'b')", "hash (\"a)"}) {
    EXPECT_EQ(parse_key_text(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace pschema
