#include "syntax/parse.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pschema {
namespace {

struct Parsed {
  SourceSet sources;
  Diagnostics diagnostics;
  ast::File file;
};

Parsed parse_text(const std::string& text) {
  Parsed p;
  const std::uint32_t id = p.sources.add("test.pschema", text);
  p.file = parse(p.sources, id, p.diagnostics);
  return p;
}

std::string rendered(const Parsed& p) { return render_text(p.diagnostics.sorted(), p.sources); }

std::vector<std::string> codes(const Parsed& p) {
  std::vector<std::string> result;
  for (const Diagnostic& d : p.diagnostics.sorted()) result.push_back(code_text(d.code));
  return result;
}

const ast::Table& table_of(const Parsed& p, std::size_t statement = 0) {
  return std::get<ast::Table>(p.file.statements.at(statement));
}
const ast::Level& root_of(const ast::Table& table) { return std::get<ast::Level>(table.clauses.at(0)); }

/// The lifecycle and other clauses of a level of months.
ast::Block block_of(const std::string& clauses) {
  const Parsed p = parse_text("pschema 1; table t { partition by range (x) every month { " + clauses + " } }");
  EXPECT_TRUE(p.diagnostics.empty()) << rendered(p);
  return root_of(table_of(p)).block;
}
template <class T>
T clause_of(const std::string& text) {
  return std::get<T>(block_of(text).clauses.at(0).is);
}

std::string text_at(const Parsed& p, Span span) {
  return p.sources.file(span.file).text.substr(span.begin, span.end - span.begin);
}

TEST(Parse, FirstLook) {
  const Parsed p = parse_text(R"(pschema 1;

table public.issue_events {
  partition by range (id) every week as uuidv7 {
    create current and 1 after;        -- this week's partition and the next one
    keep   current and 7 before;
    drop   7 days after detach;

    partition by hash (organization_id) modulus 2;
  }
}
)");
  ASSERT_TRUE(p.diagnostics.empty()) << rendered(p);
  const ast::Table& table = table_of(p);
  ASSERT_EQ(table.names.size(), 1U);
  EXPECT_EQ(table.names[0].schema->value.text, "public");
  EXPECT_EQ(table.names[0].name.value.text, "issue_events");
  EXPECT_EQ(text_at(p, table.span), "table public.issue_events");

  const ast::Level& root = root_of(table);
  EXPECT_EQ(text_at(p, root.span), "partition by range (id) every week as uuidv7");
  EXPECT_EQ(root.strategy, ast::Strategy::range);
  EXPECT_EQ(std::get<ast::EveryUnit>(root.every->step).width.unit, ast::Unit::week);
  EXPECT_EQ(root.encoding->name, "uuidv7");
  ASSERT_EQ(root.block.clauses.size(), 4U);

  const auto& create = std::get<ast::CreateClause>(root.block.clauses[0].is);
  EXPECT_EQ(std::get<ast::Current>(create.is).count->value, 1);
  EXPECT_EQ(text_at(p, create.span), "create current and 1 after");
  const auto& drop = std::get<ast::DropClause>(root.block.clauses[2].is);
  EXPECT_EQ(std::get<ast::AfterDetach>(drop.is).grace.count, 7);
  const auto& hash = std::get<ast::Level>(root.block.clauses[3].is);
  EXPECT_EQ(hash.modulus->value, 2);
  EXPECT_FALSE(hash.block.written);
}

TEST(Parse, EveryKeywordIsAName) {
  // Each as a table, a key column, a schema, a policy and a group. `group each` is the form for single values, so
  // that name is quoted there.
  const std::vector<std::string> keywords{
      "pschema",  "time",     "zone",        "policy",       "table",        "partition",    "by",
      "in",       "schema",   "leaves",      "convert",      "into",         "default",      "history",
      "keep",     "reshape",  "range",       "list",         "hash",         "every",        "starting",
      "then",     "from",     "as",          "at",           "modulus",      "value",        "uuidv7",
      "ulid",     "epoch",    "seconds",     "milliseconds", "microseconds", "nanoseconds",  "snowflake",
      "shift",    "yyyymmdd", "yyyymm",      "yyyymmddhh",   "group",        "each",         "null",
      "true",     "false",    "named",       "drain",        "all",          "create",       "current",
      "and",      "after",    "ahead",       "to",           "until",        "next",         "when",
      "size",     "rows",     "referenced",  "empty",        "sql",          "never",        "before",
      "for",      "behind",   "while",       "forever",      "detach",       "concurrently", "blocking",
      "most",     "drop",     "immediately", "not",          "or",           "tablespace",   "with",
      "grants",   "parent",   "row",         "security",     "replica",      "identity",     "unlogged",
      "foreign",  "server",   "options",     "minute",       "minutes",      "hour",         "hours",
      "day",      "days",     "week",        "weeks",        "month",        "months",       "quarter",
      "quarters", "year",     "years",       "kb",           "mb",           "gb",           "tb"};
  for (const std::string& k : keywords) {
    const std::string group = k == "each" ? "\"each\"" : k;
    const Parsed p = parse_text("pschema 1; policy " + k + " { create never; } table " + k + "." + k + ", " + k +
                                " { in schema " + k + "; partition by list (" + k + ") { group " + group +
                                " in (1); partition by range (" + k + ", " + k + ") every day { policy " + k +
                                "; detach into schema " + k + "; } } leaves { tablespace " + k + "; with (" + k +
                                " = " + k + "); foreign server " + k + " options (" + k + " 'x'); } }");
    EXPECT_TRUE(p.diagnostics.empty()) << k << "\n" << rendered(p);
  }
}

TEST(Parse, KeywordsInAnyCase) {
  const Parsed p =
      parse_text("PSCHEMA 1; Table T { PARTITION by Range (X) Every MONTH { CREATE Current AND 1 After; } }");
  ASSERT_TRUE(p.diagnostics.empty()) << rendered(p);
  EXPECT_EQ(table_of(p).names[0].name.value.text, "t");
  EXPECT_EQ(root_of(table_of(p)).key[0].value.text, "x");
}

TEST(Parse, Names) {
  const Parsed p =
      parse_text("pschema 1; table \"Quoted \"\"n\"\"\".\"SCHÖN\", SCHÖN, a$1 { partition by hash (x) modulus 2; }");
  ASSERT_TRUE(p.diagnostics.empty()) << rendered(p);
  const auto& names = table_of(p).names;
  EXPECT_EQ(names[0].schema->value.text, "Quoted \"n\"");
  EXPECT_EQ(names[0].name.value.text, "SCHÖN");
  EXPECT_EQ(names[1].name.value.text, "schÖn");  // only A to Z fold
  EXPECT_FALSE(names[1].schema);
  EXPECT_EQ(names[2].name.value.text, "a$1");
}

TEST(Parse, SpansAreBytesBehindOtherCharactersAndTheMark) {
  const std::string text =
      "\xEF\xBB\xBFpschema 1; -- grüße 日本\ntable \"日本\" { partition by hash (größe) modulus 2; }";
  const Parsed p = parse_text(text);
  ASSERT_TRUE(p.diagnostics.empty()) << rendered(p);
  EXPECT_EQ(text_at(p, table_of(p).names[0].span), "\"日本\"");
  EXPECT_EQ(text_at(p, root_of(table_of(p)).key[0].span), "größe");
  EXPECT_EQ(text_at(p, root_of(table_of(p)).modulus->span), "2");
}

TEST(Parse, StepsAndGrids) {
  const Parsed p = parse_text(
      "pschema 1; table t { partition by range (x) every 6 months starting '2026-04-01' then every week from "
      "'2027-04-01' as snowflake '2010-11-04T01:42:54.657Z' shift 23 at time zone 'Asia/Bangkok'; } "
      "table u { partition by range (x) every 10_000 starting -5; } table v { partition by list (x) every value "
      "starting 100; }");
  ASSERT_TRUE(p.diagnostics.empty()) << rendered(p);
  const ast::Level& t = root_of(table_of(p));
  EXPECT_EQ(std::get<ast::EveryUnit>(t.every->step).width.count, 6);
  EXPECT_EQ(std::get<std::string>(t.every->starting->value), "2026-04-01");
  ASSERT_EQ(t.then.size(), 1U);
  EXPECT_EQ(std::get<std::string>(t.then[0].from->value), "2027-04-01");
  EXPECT_EQ(t.encoding->epoch->value, "2010-11-04T01:42:54.657Z");
  EXPECT_EQ(t.encoding->shift->value, 23);
  EXPECT_EQ(t.zone->value, "Asia/Bangkok");
  const ast::Level& u = root_of(table_of(p, 1));
  EXPECT_EQ(std::get<ast::EveryCount>(u.every->step).count, 10'000);
  EXPECT_EQ(std::get<std::int64_t>(u.every->starting->value), -5);
  EXPECT_TRUE(std::holds_alternative<ast::EveryValue>(root_of(table_of(p, 2)).every->step));
}

TEST(Parse, CreateClauses) {
  const auto unit = std::get<ast::Current>(clause_of<ast::CreateClause>("create current year and 1 after;").is);
  EXPECT_EQ(unit.unit->value, ast::Unit::year);
  EXPECT_EQ(unit.direction.value, ast::Direction::after);
  EXPECT_FALSE(std::get<ast::Current>(clause_of<ast::CreateClause>("create current;").is).count);
  const auto from = std::get<ast::From>(clause_of<ast::CreateClause>("create from '2026-01-01' to '2026-03-01';").is);
  EXPECT_EQ(std::get<std::string>(from.to->value), "2026-03-01");
  EXPECT_EQ(std::get<ast::Ahead>(clause_of<ast::CreateClause>("create ahead 14 days;").is).ahead.count, 14);
  EXPECT_EQ(std::get<std::int64_t>(
                std::get<ast::Until>(clause_of<ast::CreateClause>("create until 1_000;").is).until.value),
            1000);
  EXPECT_TRUE(std::holds_alternative<ast::Never>(clause_of<ast::CreateClause>("create never;").is));
}

TEST(Parse, KeepClauses) {
  const auto keep = clause_of<ast::KeepClause>("keep for 90 days while size <= 100 GB;");
  EXPECT_EQ(std::get<ast::For>(keep.is).age.unit, ast::Unit::day);
  const auto& size = std::get<ast::Size>(keep.only_while->is);
  EXPECT_EQ(size.compare, ast::Comparison::less_equal);
  EXPECT_EQ(size.bytes, std::int64_t{100} << 30);
  EXPECT_TRUE(std::holds_alternative<ast::OnlyWhile>(clause_of<ast::KeepClause>("keep while empty;").is));
  EXPECT_TRUE(std::holds_alternative<ast::Forever>(clause_of<ast::KeepClause>("keep forever;").is));
  EXPECT_EQ(std::get<ast::Behind>(clause_of<ast::KeepClause>("keep behind 100_000;").is).distance.value, 100'000);
}

TEST(Parse, DetachAndDropClauses) {
  const auto how =
      std::get<ast::DetachHow>(clause_of<ast::DetachClause>("detach concurrently into schema archive;").is);
  EXPECT_EQ(how.word, ast::DetachWord::concurrently);
  EXPECT_EQ(how.into_schema->value.text, "archive");
  EXPECT_EQ(std::get<ast::DetachHow>(clause_of<ast::DetachClause>("detach;").is).word, ast::DetachWord::plain);
  EXPECT_EQ(std::get<ast::DetachAtMost>(clause_of<ast::DetachClause>("detach at most 5;").is).limit.value, 5);
  const auto drop = clause_of<ast::DropClause>("drop immediately when not referenced;");
  EXPECT_TRUE(std::holds_alternative<ast::Immediately>(drop.is));
  EXPECT_TRUE(std::holds_alternative<ast::Not>(drop.when->is));
}

TEST(Parse, ConditionsBindNotThenAndThenOr) {
  const auto keep = clause_of<ast::KeepClause>("keep while not empty and referenced or rows > 1_000_000;");
  const auto& either = std::get<ast::Or>(keep.only_while->is).operands;
  ASSERT_EQ(either.size(), 2U);
  const auto& both = std::get<ast::And>(either[0].is).operands;
  ASSERT_EQ(both.size(), 2U);
  EXPECT_TRUE(std::holds_alternative<ast::Empty>(std::get<ast::Not>(both[0].is).operand.at(0).is));
  EXPECT_EQ(std::get<ast::Rows>(either[1].is).rows, 1'000'000);
  const auto grouped = clause_of<ast::KeepClause>("keep while not (empty or referenced);");
  EXPECT_TRUE(std::holds_alternative<ast::Or>(std::get<ast::Not>(grouped.only_while->is).operand.at(0).is));
}

TEST(Parse, ManyNotsDoNotNest) {
  std::string nots;
  for (int i = 0; i < 100'001; ++i) nots += "not ";
  const auto keep = clause_of<ast::KeepClause>("keep while " + nots + "empty;");
  EXPECT_TRUE(std::holds_alternative<ast::Empty>(std::get<ast::Not>(keep.only_while->is).operand.at(0).is));
}

TEST(Parse, DollarQuotes) {
  const auto sql = [](const std::string& text) {
    return std::get<ast::Sql>(clause_of<ast::KeepClause>("keep while sql " + text + ";").only_while->is).sql;
  };
  EXPECT_EQ(sql("$$ SELECT 1; -- }\n$$"), " SELECT 1; -- }\n");
  EXPECT_EQ(sql("$a$ x $b$ $$ $aa$ $a$"), " x $b$ $$ $aa$ ");
  EXPECT_EQ(sql("$größe$ä$größ$ $größe$"), "ä$größ$ ");
  EXPECT_EQ(sql("$$$$"), "");
}

TEST(Parse, GroupsAndDefault) {
  const ast::Block block = block_of(
      "group eu in ('de', null, -1.50, true); group each in (1) { } default named '{parent}_rest' drain all { }");
  const auto& eu = std::get<ast::Group>(block.clauses[0].is);
  EXPECT_EQ(eu.name->value.text, "eu");
  ASSERT_EQ(eu.values.size(), 4U);
  EXPECT_EQ(eu.values[1].kind, ast::ValueKind::null);
  EXPECT_EQ(eu.values[2].text, "-1.50");
  EXPECT_EQ(eu.values[3].kind, ast::ValueKind::boolean);
  EXPECT_FALSE(eu.block.written);
  const auto& each = std::get<ast::Group>(block.clauses[1].is);
  EXPECT_FALSE(each.name);
  EXPECT_TRUE(each.block.written);
  const auto& rest = std::get<ast::Default>(block.clauses[2].is);
  EXPECT_EQ(rest.named->value, "{parent}_rest");
  EXPECT_EQ(rest.drain, ast::Drain::all);
  EXPECT_TRUE(rest.block.written);
}

TEST(Parse, LeavesItems) {
  const auto leaves = clause_of<ast::Leaves>(
      "leaves { with (fillfactor = 70, toast.autovacuum_enabled = false, buffering = auto); foreign server ch "
      "options (a "
      "'x''y'); unlogged; }");
  ASSERT_EQ(leaves.items.size(), 3U);
  const auto& storage = std::get<ast::Storage>(leaves.items[0].is);
  EXPECT_EQ(storage.parameters[1].name, "toast.autovacuum_enabled");
  EXPECT_EQ(storage.parameters[1].value, "false");
  EXPECT_EQ(storage.parameters[2].value, "auto");
  EXPECT_EQ(std::get<ast::ForeignServer>(leaves.items[1].is).options[0].second.value, "x'y");
}

TEST(Parse, CommentsNestToAHundred) {
  const auto nested = [](int depth) {
    std::string text = "pschema 1; ";
    for (int i = 0; i < depth; ++i) text += "/*";
    for (int i = 0; i < depth; ++i) text += "*/";
    return parse_text(text);
  };
  EXPECT_TRUE(nested(100).diagnostics.empty());
  EXPECT_EQ(codes(nested(101)), std::vector<std::string>{"PS1004"});
  EXPECT_EQ(codes(parse_text("pschema 1; /* a /* b */")), std::vector<std::string>{"PS1006"});
  EXPECT_TRUE(parse_text("pschema 1; /*/ still open */ -- */ /* and this is a line").diagnostics.empty());
}

TEST(Parse, BlocksNestToAHundred) {
  const auto nested = [](std::size_t levels) {
    std::string text = "pschema 1; table t { ";
    for (std::size_t i = 0; i < levels; ++i) text += "partition by hash (x) modulus 2 { ";
    return parse_text(text + std::string(levels + 1, '}'));
  };
  EXPECT_TRUE(nested(99).diagnostics.empty()) << rendered(nested(99));
  EXPECT_EQ(codes(nested(100)), std::vector<std::string>{"PS1004"});
  EXPECT_EQ(codes(nested(50'000)), std::vector<std::string>{"PS1004"});
}

TEST(Parse, SizeLimit) {
  std::string text = "pschema 1;\n";
  const std::size_t limit = std::size_t{16} * 1024 * 1024;
  text.resize(limit, ' ');
  EXPECT_TRUE(parse_text(text).diagnostics.empty());
  text += ' ';
  EXPECT_EQ(codes(parse_text(text)), std::vector<std::string>{"PS1001"});
}

TEST(Parse, LineEnds) {
  EXPECT_TRUE(parse_text("pschema 1;\r\n-- x\r\ntime zone 'UTC';\r\n").diagnostics.empty());
  EXPECT_EQ(codes(parse_text("pschema 1;\rtime zone 'UTC';")), std::vector<std::string>{"PS1003"});
  EXPECT_EQ(codes(parse_text(std::string("pschema 1;\0", 11))), std::vector<std::string>{"PS1003"});
}

TEST(Parse, Utf16) {
  for (const char* mark : {"\xFF\xFE", "\xFE\xFF"}) {
    const auto parsed = parse_text(mark + std::string("p\0s\0", 4));
    EXPECT_EQ(codes(parsed), std::vector<std::string>{"PS1002"});
  }
}

TEST(Parse, InvalidUtf8) {
  for (const char* bad :
       {"\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF", "\xE2\x82", "\x80"}) {
    EXPECT_EQ(codes(parse_text(std::string("pschema 1; -- ") + bad)), std::vector<std::string>{"PS1002"});
  }
  // A binary file does not flood the terminal.
  std::string binary;
  for (int i = 0; i < 10'000; ++i) binary += "\xFF ";
  EXPECT_LE(parse_text(binary).diagnostics.sorted().size(), 20U);
}

TEST(Parse, HintsShowTheRightSpelling) {
  const auto hint = [](const std::string& clause) {
    const Parsed p = parse_text("pschema 1; table t { partition by range (x) every month { " + clause + " } }");
    const auto all = p.diagnostics.sorted();
    return all.size() == 1 ? all[0].hint : "(" + std::to_string(all.size()) + " diagnostics)";
  };
  EXPECT_EQ(hint("create next when size > 10GB;"), "write `10 GB`");
  EXPECT_EQ(hint("create next when size > 1.5 GB;"), "write `1536 MB`");
  EXPECT_EQ(hint("create next when size > 1.5GB;"), "write `1536 MB`");
  EXPECT_EQ(hint("create next when rows > 1e6;"), "write `1_000_000`");
  EXPECT_EQ(hint("create next when rows > 2.5e3;"), "write `2_500`");
  EXPECT_EQ(hint("keep for 7days;"), "write `7 days`");
  EXPECT_EQ(hint("keep for 1day;"), "write `1 day`");
  EXPECT_EQ(hint("keep for 1.5y;"), "write `18 months`");
  EXPECT_EQ(hint("keep for 1.5 days;"), "write `36 hours`");
  EXPECT_EQ(hint("keep for 0.5 quarters;"), "use a smaller unit");
  EXPECT_EQ(hint("keep for 1 year 6 months;"), "write `18 months`");
  EXPECT_EQ(hint("keep for 1 hour 30 minutes;"), "write `90 minutes`");
  EXPECT_EQ(hint("keep 10;"), "write `keep for 10 days` or `keep current and 10 before`");
  EXPECT_EQ(hint("keep for 10 dys;"), "did you mean `days`?");
  EXPECT_EQ(hint("kep current;"), "did you mean `keep`?");
}

TEST(Parse, MistakesDoNotHideOneAnother) {
  const Parsed p = parse_text(R"(pschema 1;
table a { partition by rnge (x) every month { crate current; keep for 7; } histroy keep; }
table b { partition by hash (x) modulus 2 }
)");
  EXPECT_EQ(codes(p), (std::vector<std::string>{"PS1011", "PS1011", "PS2016", "PS1011", "PS1012"})) << rendered(p);
}

TEST(Parse, NeverSaysWhatTheGeneratorSays) {
  for (const char* text :
       {"", "{", "}", ";", "pschema", "pschema 1", "pschema 1; table", "pschema 1; table t {",
        "pschema 1; table t { partition", "pschema 1; table t { partition by list (x) { group g in (",
        "pschema 1; policy p", "'", "$$", "/*", "\"", "pschema 1; table t { leaves { with ("}) {
    const Parsed p = parse_text(text);
    EXPECT_TRUE(p.diagnostics.has_errors()) << text;
    for (const Diagnostic& d : p.diagnostics.sorted()) {
      for (const char* foreign : {"mismatched", "viable", "extraneous", "recognition", "<EOF>", "SEMI", "LBRACE"}) {
        EXPECT_EQ((d.message + d.hint + d.label).find(foreign), std::string::npos) << d.message;
      }
    }
  }
}

}  // namespace
}  // namespace pschema
