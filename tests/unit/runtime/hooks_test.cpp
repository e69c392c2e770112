#include "runtime/hooks.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace pschema {
namespace {

/// The item of a script whose text begins so.
std::size_t item(const Script& script, std::string_view begin, std::size_t nth = 0) {
  for (std::size_t i = 0; i < script.items.size(); ++i) {
    const auto* sql = std::get_if<SqlItem>(&script.items[i].is);
    if (sql && sql->text.starts_with(begin) && nth-- == 0) return i;
  }
  throw std::out_of_range(std::string(begin));
}

struct Read {
  Script script;
  std::vector<ScriptStep> steps;
  FileOperations operations;
  explicit Read(std::string_view text)
      : script(std::get<Script>(read_script(text))), steps(split_steps(script).steps), operations(script, steps) {}

  /// `create public.t public.p, …`; `-` behind one that goes on.
  std::string at(std::size_t step, std::string_view begin, std::size_t nth = 0) {
    std::string told;
    for (const StepOperation& o : operations.from(step, item(script, begin, nth))) {
      told += (told.empty() ? "" : ", ") + std::string(operation_kind_word(o.kind)) + " " +
              (o.table ? o.table->name.text : "?") + " " + o.partition.name.text + (o.ends ? "" : " -");
    }
    return told;
  }
};

constexpr std::string_view kAttach =
    "ALTER TABLE public.t ATTACH PARTITION public.p\n  FOR VALUES FROM ('1') TO ('2');\n";

TEST(StepOperations, OfACreation) {
  Read r(
      "\\echo '1/1 x'\nSELECT true AS todo \\gset\n\\if :todo\nBEGIN;\nCREATE TABLE public.p (LIKE public.t "
      "INCLUDING ALL EXCLUDING IDENTITY);\n" +
      std::string(kAttach) + "COMMIT;\n\\endif\nRESET ROLE;\n");
  EXPECT_EQ(r.at(0, "CREATE"), "create t p");
  const auto operations = r.operations.from(0, item(r.script, "CREATE"));
  EXPECT_EQ(operations.front().bounds, "FOR VALUES FROM ('1') TO ('2')");
  EXPECT_FALSE(r.operations.begins_to_act(0, item(r.script, "SELECT")));
  EXPECT_FALSE(r.operations.begins_to_act(0, item(r.script, "BEGIN")));
  EXPECT_TRUE(r.operations.begins_to_act(0, item(r.script, "CREATE")));
}

TEST(StepOperations, OfAnAttachByTheBranchThatIsTaken) {
  Read r("\\echo '1/1 x'\nSELECT true AS ours \\gset\n\\if :ours\nCOMMENT ON TABLE public.p IS :'comment';\n" +
         std::string(kAttach) + "\\else\nCREATE TABLE public.p (LIKE public.t INCLUDING ALL EXCLUDING IDENTITY);\n" +
         std::string(kAttach) + "\\endif\nRESET ROLE;\n");
  EXPECT_EQ(r.at(0, "COMMENT"), "attach t p");
  EXPECT_EQ(r.at(0, "CREATE"), "create t p");
}

TEST(StepOperations, OfADetachAndADrop) {
  Read r(
      "\\echo '1/2 x'\nCOMMENT ON TABLE public.p IS :'marker';\n\\if :pending\nALTER TABLE public.t DETACH PARTITION "
      "public.p FINALIZE;\n\\else\nALTER TABLE public.t DETACH PARTITION public.p CONCURRENTLY;\n\\endif\n"
      "COMMENT ON TABLE public.p IS :'marker';\n"
      "\\echo '2/2 x'\nBEGIN;\nLOCK TABLE public.p IN ACCESS EXCLUSIVE MODE;\nDROP TABLE public.p;\nCOMMIT;\nRESET "
      "ROLE;\n");
  EXPECT_EQ(r.at(0, "COMMENT"), "detach t p");
  EXPECT_EQ(r.at(0, "COMMENT", 1), "detach t p");  // what an interrupted run has left to do
  EXPECT_EQ(r.at(1, "LOCK"), "drop ? p");
  EXPECT_TRUE(r.operations.begins_to_act(1, item(r.script, "LOCK")));
  EXPECT_FALSE(r.operations.acts(1, item(r.script, "LOCK")));
  EXPECT_TRUE(r.operations.acts(1, item(r.script, "DROP")));
}

TEST(StepOperations, OfADetachAndDropInOne) {
  Read r(
      "\\echo '1/1 x'\nBEGIN;\nLOCK TABLE ONLY public.t IN ACCESS EXCLUSIVE MODE;\nALTER TABLE public.t DETACH "
      "PARTITION public.p;\nDROP TABLE public.p;\nCOMMIT;\nRESET ROLE;\n");
  EXPECT_EQ(r.at(0, "LOCK"), "detach t p, drop t p");
}

TEST(StepOperations, OfAForeignTableThatIsLockedByNothing) {
  Read r("\\echo '1/1 x'\nALTER TABLE public.p SET SCHEMA public;\nDROP FOREIGN TABLE public.p;\nRESET ROLE;\n");
  EXPECT_EQ(r.at(0, "ALTER"), "drop ? p");
  EXPECT_FALSE(r.operations.acts(0, item(r.script, "ALTER")));
}

TEST(StepOperations, OfAMoveOnlyWhereRowsMove) {
  const std::string create = "CREATE TABLE public.p (LIKE public.t INCLUDING ALL EXCLUDING IDENTITY);\n";
  Read r("\\echo '1/1 x'\nBEGIN;\nLOCK TABLE ONLY public.t IN ACCESS EXCLUSIVE MODE;\n\\if :moves\n" + create +
         "CREATE UNLOGGED TABLE public.p__rows AS SELECT a\n  FROM public.rest\n  WHERE a >= '1' AND a < '2';\n"
         "DELETE FROM public.rest\n  WHERE a >= '1' AND a < '2';\n" +
         std::string(kAttach) +
         "INSERT INTO public.p (a) OVERRIDING SYSTEM VALUE\n  SELECT a FROM public.p__rows;\nDROP TABLE "
         "public.p__rows;\n\\else\n" +
         create + std::string(kAttach) + "\\endif\nCOMMIT;\nRESET ROLE;\n");
  ASSERT_EQ(r.operations.opaque(0), "");
  EXPECT_FALSE(r.operations.begins_to_act(0, item(r.script, "LOCK")));
  EXPECT_EQ(r.at(0, "CREATE TABLE"), "create t p, move t p");
  EXPECT_EQ(r.at(0, "CREATE TABLE", 1), "create t p");
  EXPECT_EQ(r.operations.from(0, item(r.script, "CREATE TABLE")).back().from->name.text, "rest");
}

TEST(StepOperations, OfABuildOfSeveralSteps) {
  Read r(
      "\\echo '1/3 x'\nCREATE TABLE public.p (LIKE public.t INCLUDING ALL EXCLUDING IDENTITY)\n  PARTITION BY HASH "
      "(a);\nCOMMENT ON TABLE public.p IS :'marker';\n"
      "\\echo '2/3 x'\nCREATE TABLE public.p0 (LIKE public.t INCLUDING ALL EXCLUDING IDENTITY);\nALTER TABLE "
      "public.p "
      "ATTACH PARTITION public.p0\n  FOR VALUES WITH (MODULUS 1, REMAINDER 0);\n"
      "\\echo '3/3 x'\nCOMMENT ON TABLE public.p IS :'comment';\n" +
      std::string(kAttach) + "RESET ROLE;\n");
  EXPECT_EQ(r.at(0, "CREATE"), "create t p -");
  EXPECT_EQ(r.at(1, "CREATE", 1), "create t p -");
  EXPECT_EQ(r.at(2, "COMMENT", 1), "create t p");
}

TEST(StepOperations, KnowWhatTheyDoNotUnderstand) {
  Read r(
      "\\echo 'x'\nALTER TABLE public.p ADD COLUMN a int;\n\\echo 'y'\nCOMMENT ON TABLE public.p IS "
      ":'marker';\nRESET "
      "ROLE;\n");
  EXPECT_NE(r.operations.opaque(0), "");
  EXPECT_EQ(r.operations.opaque(1), "");
  EXPECT_EQ(r.at(1, "COMMENT"), "");  // a marker alone
}

TEST(Hooks, AreKnownByName) {
  EXPECT_EQ(hook_names().size(), 10u);
  EXPECT_EQ(hooks_fault({{"before_drop", {"x"}}, {"after_move", {"x", "y"}}}), "");
  EXPECT_EQ(hooks_fault({{"befor_drop", {"x"}}}), "`befor_drop` is no hook; did you mean `before_drop`?");
  EXPECT_EQ(hooks_fault({{"before_drop", {}}}), "the hook before_drop has no command");
}

TEST(Hooks, FindTheReason) {
  StepOperation o{OperationKind::detach, {}, {{"public"}, {"p"}}, {}, {}, true};
  EXPECT_EQ(reason_in("-- DETACH public.p (retention_expired): 1 to 2\n", o), "retention_expired");
  EXPECT_EQ(reason_in("-- DETACH public.p2 (x): 1 to 2\n", o), "");
  o.partition.name.text = "a (no_reason): b";
  EXPECT_EQ(reason_in("-- DETACH public.\"a (no_reason): b\" (grace_elapsed): 1 to 2\n", o), "grace_elapsed");
}

}  // namespace
}  // namespace pschema
