#include <gtest/gtest.h>

#include "ddl/statement.h"

namespace pschema {
namespace {

QualifiedName q(const char* schema, const char* name) { return {{schema}, {name}}; }

/// Every statement, with names and values that try to break out.
std::vector<Statement> statements() {
  const QualifiedName plain = q("public", "events");
  const QualifiedName hostile = q("A.b", "Weird \"; drop table x; --\n'$$\\ü");
  const PartitionKey hash{Strategy::hash, {{{"organization_id"}, ""}, {{"Key \"x\""}, ""}}};
  return {
      CreateTableLike{hostile, plain, hash, "heap", "Fast Disk", false, {}},
      CreateTableLike{plain, hostile, std::nullopt, "", "", false, {}},
      AttachPartition{
          plain, hostile,
          RangeBound{{std::string("2026-01-01 00:00:00+00"), MinValue{}}, {std::string("x'y"), MaxValue{}}}},
      AttachPartition{
          hostile, plain,
          ListBound{{std::string("O'Brien"), std::nullopt, std::string("{NULL}"), std::string("a:'b\\")}}},
      AttachPartition{plain, hostile, HashBound{4, 0}},
      AttachPartition{plain, hostile, DefaultBound{}},
      DetachPartition{plain, hostile, DetachForm::blocking},
      DetachPartition{plain, hostile, DetachForm::concurrently},
      DetachPartition{plain, hostile, DetachForm::finalize},
      DropTable{hostile},
      CommentOnTable{hostile, {"marker"}},
      SetTableSchema{hostile, {"Archive 1"}},
      AttachPartition{plain, hostile, ListBound{{std::string()}}},
      SetRowsAside{hostile,
                   plain,
                   {{"id"}, {"Na\"me, x"}},
                   {{"Key \"x\""}, RangeBound{{std::string("a'b")}, {std::string("c\\:'d'")}}}},
      SetRowsAside{
          plain, hostile, {{"id"}}, {{"k"}, ListBound{{std::string("O'Brien"), std::string(""), std::nullopt}}}},
      DeleteRows{hostile, {{"k"}, RangeBound{{std::string("1")}, {std::string("2")}}}},
      DeleteRows{hostile, {{"k"}, ListBound{{std::string("x")}}}},
      DeleteRows{plain, {{"k"}, ListBound{{std::nullopt}}}},
      PutRowsBack{hostile, plain, {{"id"}, {"Na\"me, x"}}},
      CreateTableLike{plain,
                      hostile,
                      std::nullopt,
                      "heap",
                      "fast",
                      true,
                      {{"fillfactor", "70"}, {"toast.autovacuum_enabled", "fal'se"}}},
      SetStatisticsTarget{hostile, {"Na\"me, x"}, 500},
      SetStatisticsTarget{plain, {"a"}, 0},
      SetColumnOptions{hostile, {"b"}, {{"n_distinct", "-0.5"}, {"n_distinct_inherited", "7"}}},
      SetReplicaIdentity{hostile, true},
      SetReplicaIdentity{plain, false},
      SetRowSecurity{hostile, false},
      SetRowSecurity{plain, true},
      CreatePolicy{hostile, {{"P \"1\""}, true, "ALL", {""}, "(tenant = (CURRENT_USER)::text)", ""}},
      CreatePolicy{plain,
                   {{"p2"}, false, "UPDATE", {"app", "Read \"er"}, "(a > 1)", "(b <> ')\n  WITH CHECK ('::text)"}},
      CreatePolicy{plain, {{"p3"}, true, "INSERT", {"app"}, "", "true"}},
      GrantOnTable{hostile, {{"SELECT", {}}, {"UPDATE", {{"a"}, {"B \"c"}}}}, "Read \"er", true},
      GrantOnTable{plain, {{"MAINTAIN", {}}}, "", false},
      DropTable{hostile, true},
      CommentOnTable{hostile, {"marker"}, true},
      CreateForeignTable{plain, {{{"id"}, "bigint", {}, false, ""}}, {}, {"clickhouse"}, {}},
      CreateForeignTable{hostile,
                         {{{"at"}, "timestamp(3) with time zone", {}, true, ""},
                          {{"Na\"me,\n  x"}, "character varying(10)", q("pg_catalog", "C"), false, ""},
                          {{"list"}, "numeric(12,3)[]", {}, true, ""},
                          {{"ü"}, "\"My schema\".\"ty, NOT NULL\"", q("A.b", "co\"ll"), true, ""},
                          {{"twice"}, "integer", {}, true, "((1 + 1))"},
                          {{"g"}, "text", {}, false, "(lower('a) STORED,\\'::text))"}},
                         {{{"c 1"}, "((n > 0) OR (\"Na\"\"me\" <> ') CHECK ('::text))"}, {{"d"}, "true"}},
                         {"Click \"house"},
                         {{"Table Name", "it's {\\} :'x'"}, {"empty", ""}, {"where", "a\nb"}}},
  };
}

TEST(Ddl, ReadsBackWhatItWrites) {
  for (const Statement& s : statements()) {
    const ReadStatement read = read_statement(sql(s));
    const auto* statement = std::get_if<Statement>(&read);
    ASSERT_TRUE(statement) << sql(s)
                           << (std::holds_alternative<UnknownDdl>(read) ? std::get<UnknownDdl>(read).why : "");
    EXPECT_EQ(*statement, s) << sql(s);
  }
}

TEST(Ddl, NoNameBreaksALine) {
  for (const Statement& s : statements()) {
    const std::string text = sql(s);
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
      EXPECT_EQ(text.substr(at + 1, 2), "  ") << text;
    }
  }
}

TEST(Ddl, WhatIsNotOursIsUnknown) {
  for (const char* text :
       {"DROP TABLE public.x CASCADE",
        "ALTER TABLE public.x ADD COLUMN y int",
        "CREATE TABLE public.x (a int)",
        "TRUNCATE public.x",
        "DELETE FROM public.x",
        "DELETE FROM public.x WHERE true",
        "DELETE FROM public.x WHERE a >= '1' OR a < '2'",
        "DELETE FROM public.x WHERE a >= '1' AND b < '2'",
        "DELETE FROM public.x WHERE a IN ('1') OR b IS NULL",
        "DELETE FROM public.x USING public.y WHERE a IN ('1')",
        "CREATE TABLE public.x AS SELECT a FROM public.y WHERE a IN ('1')",
        "CREATE UNLOGGED TABLE public.x AS SELECT a FROM public.y",
        "CREATE UNLOGGED TABLE public.x AS SELECT a FROM public.y WHERE a IN ('1') LIMIT 1",
        "INSERT INTO public.x (a) SELECT a FROM public.y",
        "INSERT INTO public.x (a) OVERRIDING SYSTEM VALUE SELECT b FROM public.y",
        "INSERT INTO public.x (a) OVERRIDING SYSTEM VALUE SELECT a FROM public.y ON CONFLICT DO NOTHING",
        "DO $$ BEGIN END $$",
        "DO $$BEGIN RAISE EXCEPTION 'x'; DROP TABLE a.b; RAISE EXCEPTION 'y'; END$$",
        "foo bar",
        "DROP TABLE a, b",
        "DROP VIEW public.x",
        "COMMENT ON VIEW public.x IS 'y'",
        "CREATE FOREIGN TABLE public.x (a int) SERVER s",
        "CREATE FOREIGN TABLE public.x (\n  a integer DEFAULT 1\n  ) SERVER s",
        "CREATE FOREIGN TABLE public.x (\n  a integer OPTIONS (b 'c')\n  ) SERVER s",
        "CREATE FOREIGN TABLE x (\n  a integer\n  ) SERVER s",
        "CREATE FOREIGN TABLE public.x (\n  a integer,\n  LIKE public.y\n  ) SERVER s",
        "CREATE FOREIGN TABLE public.x PARTITION OF public.y DEFAULT SERVER s",
        "CREATE TABLE p PARTITION OF q DEFAULT",
        "INSERT INTO public.x VALUES (1)",
        "SELECT 1; DROP TABLE public.x"}) {
    EXPECT_TRUE(std::holds_alternative<UnknownDdl>(read_statement(text))) << text;
  }
}

TEST(Ddl, TestsAndSettingsChangeNoTree) {
  for (const char* text :
       {"SELECT 1 AS todo", "SET lock_timeout = 0", "BEGIN", "COMMIT", "RESET ALL", "SET ROLE :\"owner\"",
        "INSERT INTO pschema.migration (name) VALUES (:'file')", "LOCK TABLE public.x IN ACCESS EXCLUSIVE MODE",
        "DO $$BEGIN RAISE EXCEPTION 'STOP: it''s late'; END$$"}) {
    EXPECT_TRUE(std::holds_alternative<NotDdl>(read_statement(text))) << text;
  }
}

}  // namespace
}  // namespace pschema
