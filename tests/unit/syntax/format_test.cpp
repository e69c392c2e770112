// The one style of the language: what it looks like, and that it changes nothing else.
#include "syntax/format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "syntax/ast_equal.h"
#include "syntax/clauses.h"
#include "syntax/parse.h"

namespace pschema {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> try_format(const std::string& text) {
  SourceSet sources;
  Diagnostics diagnostics;
  return format_schema(sources, sources.add("test.pschema", text), diagnostics);
}

std::string formatted(const std::string& text) { return try_format(text).value_or("has errors"); }

/// Both ways: the text becomes the other, which stays as it is.
void expect_formatted(const std::string& text, const std::string& wanted) {
  EXPECT_EQ(formatted(text), wanted);
  EXPECT_EQ(formatted(wanted), wanted);
}

/// A level of months with these clauses.
std::string months(const std::string& clauses) {
  return "pschema 1;\n\ntable t {\n  partition by range (x) every month {\n" + clauses + "  }\n}\n";
}

TEST(Format, FirstLook) {
  expect_formatted(
      "PSCHEMA 1;table Public.\"Events\"{partition BY range(id)every week as UUIDv7{create current and 1 after;-- "
      "next\n"
      "keep current and 7 before; -- seven\n\n\n\ndrop 7 days after detach;\n\n\n"
      "partition by hash(org,\n\"Dept\")modulus 2;}}",
      "pschema 1;\n\n"
      "table Public.\"Events\" {\n"
      "  partition by range (id) every week as uuidv7 {\n"
      "    create current and 1 after;   -- next\n"
      "    keep   current and 7 before;  -- seven\n"
      "\n"
      "    drop   7 days after detach;\n"
      "\n"
      "    partition by hash (org, \"Dept\") modulus 2;\n"
      "  }\n"
      "}\n");
}

TEST(Format, ShortVerbsArePaddedBesideLongOnes) {
  expect_formatted(months("keep current;drop immediately;"), months("    keep current;\n    drop immediately;\n"));
  expect_formatted(months("keep current;detach blocking;named 'x{yyyy}{mm}';"),
                   months("    keep   current;\n    detach blocking;\n    named 'x{yyyy}{mm}';\n"));
}

TEST(Format, ABlockOfOneClauseStandsOnItsLine) {
  expect_formatted(
      "pschema 1; policy p { create current; } table t { leaves { unlogged; } partition by list (k) { group a in (1) "
      "{\n"
      "partition by range (x) every day {\npolicy p;\n}\n}\ndefault {\npartition by hash (k) modulus 2;\n}\n"
      "group b in (2) { partition by range (x) every day { policy p; keep current; } } } }",
      "pschema 1;\n\n"
      "policy p {\n  create current;\n}\n\n"
      "table t {\n"
      "  leaves { unlogged; }\n"
      "  partition by list (k) {\n"
      "    group a in (1) { partition by range (x) every day { policy p; } }\n"
      "    default { partition by hash (k) modulus 2; }\n"
      "    group b in (2) {\n"
      "      partition by range (x) every day {\n"
      "        policy p;\n"
      "        keep current;\n"
      "      }\n"
      "    }\n"
      "  }\n"
      "}\n");
}

TEST(Format, WordsAreKeptByteForByte) {
  expect_formatted(
      months("CREATE NEVER; keep from '2024-01-01' to \n'2024-03-01'; keep while SIZE>1_0 kb OR ( rows<=1_000 ) AND "
             "NOT SQL "
             "$q$ A  B\r\n  ; -- no $$ comment \t$q$;"),
      months(
          "    create never;\n    keep   from '2024-01-01' to '2024-03-01';\n"
          "    keep   while size > 1_0 kB or (rows <= 1_000) and not sql $q$ A  B\r\n  ; -- no $$ comment \t$q$;\n"));
  expect_formatted(
      "pschema 1; table Table,EVERY , \"a\"\"B\" { partition by list (Create) { group Each2 in(-1,- 2.50,NULL); } }",
      "pschema 1;\n\ntable Table, EVERY, \"a\"\"B\" {\n  partition by list (Create) {\n"
      "    group Each2 in (-1, -2.50, null);\n  }\n}\n");
}

TEST(Format, MarkAndLineEnds) {
  expect_formatted("\xEF\xBB\xBFpschema 1;\r\n/* two\r\n lines */\r\ntime zone 'UTC';\r\n-- end  \r\n",
                   "pschema 1;\n\n/* two\n lines */\ntime zone 'UTC';\n-- end\n");
}

TEST(Format, CommentsOfTheirOwn) {
  expect_formatted(
      "-- head\n\n\n-- more\npschema 1;\n-- about t\ntable t { -- behind\n\n\n  -- level\npartition by range (x) "
      "every month {\n"
      "/* one */ create current; /* two */\n      -- three\n\n-- four\n}\n  -- five\n}\n\n-- six",
      "-- head\n\n-- more\npschema 1;\n\n-- about t\ntable t {  -- behind\n  -- level\n"
      "  partition by range (x) every month {\n    /* one */ create current;  /* two */\n    -- three\n\n    -- "
      "four\n  }\n"
      "  -- five\n}\n\n-- six\n");
}

TEST(Format, CommentsBehindClausesAreAligned) {
  expect_formatted(
      months("create current; -- a\n-- between\nkeep current and 11 before; /* b */ -- c\ndrop never;\n\n"
             "drop never; -- own\n"),
      months("    create current;                -- a\n    -- between\n"
             "    keep   current and 11 before;  /* b */ -- c\n    drop   never;\n\n"
             "    drop   never;  -- own\n"));
}

TEST(Format, ACommentMayGoOnBelow) {
  expect_formatted(
      months("create current;     -- this one\n                    -- and no other\n keep current;\n"),
      months("    create current;  -- this one\n                     -- and no other\n    keep   current;\n"));
}

TEST(Format, CommentsWithinAClause) {
  expect_formatted(months("keep -- why\n current -- how\n -- own\n;\n"),
                   months("    keep          -- why\n        current;  -- how\n    -- own\n"));
  expect_formatted(months("keep\n -- own\n current\n -- b\n; /* e */ -- e\n"),
                   months("    keep\n        -- own\n        current;\n    -- b\n    /* e */ -- e\n"));
  expect_formatted(months("keep /* why */ current /* how */;"), months("    keep /* why */ current /* how */;\n"));
}

TEST(Format, LongListsAreBroken) {
  std::string values, wanted;
  for (int i = 10; i < 34; ++i) values += (i > 10 ? "," : "") + std::string("'region") + std::to_string(i) + "'";
  expect_formatted("pschema 1; table t { partition by list (k) { group many in (" + values + "); } }",
                   "pschema 1;\n\ntable t {\n  partition by list (k) {\n    group many in (\n"
                   "      'region10', 'region11', 'region12', 'region13', 'region14', 'region15', 'region16',\n"
                   "      'region17', 'region18', 'region19', 'region20', 'region21', 'region22', 'region23',\n"
                   "      'region24', 'region25', 'region26', 'region27', 'region28', 'region29', 'region30',\n"
                   "      'region31', 'region32', 'region33'\n"
                   "    );\n  }\n}\n");
  expect_formatted(
      "pschema 1; table t { partition by list (k) { group g in (1, -- one\n2) { partition by hash (h) modulus 2; } } "
      "}",
      "pschema 1;\n\ntable t {\n  partition by list (k) {\n    group g in (\n      1,  -- one\n      2\n    ) {\n"
      "      partition by hash (h) modulus 2;\n    }\n  }\n}\n");
}

TEST(Format, LongClausesAreBrokenBeforeTheirParts) {
  expect_formatted(
      "pschema 1; table t { partition by range (a) every month then every week from '2026-08-01' then every day "
      "starting "
      "'2026-08-31' from '2026-08-31' at time zone 'UTC' { create current; keep while rows > 1_000_000_000 and size "
      "> 100 GB "
      "or not empty and rows < 2_000_000_000_000_000_000; } }",
      "pschema 1;\n\ntable t {\n  partition by range (a) every month\n      then every week from '2026-08-01'\n"
      "      then every day starting '2026-08-31' from '2026-08-31' at time zone 'UTC' {\n    create current;\n"
      "    keep   while rows > 1_000_000_000 and size > 100 GB or not empty\n        and rows < "
      "2_000_000_000_000_000_000;\n  "
      "}\n}\n");
}

TEST(Format, SyntaxErrorsAreReportedAndNothingElse) {
  EXPECT_EQ(try_format("pschema 1; table t { keep }"), std::nullopt);
  EXPECT_EQ(try_format(""), std::nullopt);
}

TEST(Format, MeaningIsCompared) {
  const auto file = [](const std::string& text) {
    SourceSet sources;
    Diagnostics diagnostics;
    return parse(sources, sources.add("test.pschema", text), diagnostics);
  };
  const std::vector<std::string> texts{months("create current;"),
                                       months("create current and 1 after;"),
                                       months("create current and 2 after;"),
                                       months("keep for 1 day;"),
                                       months("keep for 1 week;"),
                                       months("keep while rows > 1;"),
                                       months("keep while rows > 2;"),
                                       months("keep while rows > 1 and empty;"),
                                       months("keep while rows > 1 or empty;"),
                                       months("named 'x';"),
                                       months("default;"),
                                       months("default drain;"),
                                       months("partition by hash (a) modulus 2;"),
                                       months("partition by hash (b) modulus 2;"),
                                       months("leaves { with (a = 1); }"),
                                       months("leaves { with (a = 2); }")};
  for (const std::string& a : texts) {
    for (const std::string& b : texts) EXPECT_EQ(same_meaning(file(a), file(b)), a == b) << a << b;
  }
}

// --- Every schema of the repository --------------------------------------------------------------------------------

std::vector<std::string> repository() {
  std::vector<fs::path> paths;
  for (const char* folder : {"schemas", "tests/golden", "tests/diagnostics"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(PSCHEMA_SOURCE_DIR) / folder)) {
      if (entry.path().extension() == ".pschema") paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const fs::path& path : paths) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

/// Those that parse, formatted.
std::vector<std::string> formatted_repository() {
  std::vector<std::string> texts;
  for (const std::string& text : repository()) {
    if (const auto f = try_format(text)) texts.push_back(*f);
  }
  return texts;
}

TEST(FormatRepository, TwiceIsOnce) {
  const std::vector<std::string> texts = formatted_repository();
  EXPECT_GT(texts.size(), 60U);
  for (const std::string& text : texts) EXPECT_EQ(formatted(text), text);
}

TEST(FormatRepository, LinesHaveNoSpaceAtTheirEndAndFit) {
  for (const std::string& text : formatted_repository()) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_TRUE(line.empty() || line.back() != ' ') << line;
      // What cannot be broken: words of their own, and comments.
      const bool breakable = line.find("--") == std::string::npos && line.find('\'') == std::string::npos;
      EXPECT_TRUE(!breakable || line.size() <= 100 || line.find("$$") != std::string::npos) << line;
    }
  }
}

/// The same words and comments in another layout: other spaces, other line ends, keywords in capitals here and there.
class Shaken {
 public:
  Shaken(const std::string& text, std::uint64_t seed) : in_(text), random_(seed) {}

  std::string text() {
    while (at_ < in_.size()) step();
    return out_;
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  bool here(std::string_view what) const { return in_.compare(at_, what.size(), what) == 0; }
  void copy_to(std::size_t end) {
    out_ += in_.substr(at_, end - at_);
    at_ = std::min(end, in_.size());
  }
  void step() {
    const char c = in_[at_];
    if (here("--")) {
      copy_to(std::min(in_.find('\n', at_), in_.size()));
      comment_ = true;
      out_ += std::string(below(3), ' ');
    } else if (here("/*")) {
      block_comment();
      comment_ = true;
    } else if (c == '$') {
      const std::string tag = in_.substr(at_, in_.find('$', at_ + 1) - at_ + 1);
      copy_to(in_.find(tag, at_ + tag.size()) + tag.size());
      comment_ = false;
    } else if (c == '\'' || c == '"') {
      copy_to(in_.find(c, at_ + 1) + 1);
      comment_ = false;
    } else if (c == ' ' || c == '\n') {
      space();
    } else {
      word();
    }
  }
  void block_comment() {
    int depth = 0;
    do {
      if (here("/*"))
        ++depth, copy_to(at_ + 2);
      else if (here("*/"))
        --depth, copy_to(at_ + 2);
      else
        copy_to(at_ + 1);
    } while (depth > 0);
  }
  /// A comment's place (on its own line, behind a word, below another) and empty lines have a meaning; all else has
  /// none.
  void space() {
    const std::size_t end = std::min(in_.find_first_not_of(" \n", at_), in_.size());
    const std::string gap = in_.substr(at_, end - at_);
    const auto feeds = static_cast<std::size_t>(std::count(gap.begin(), gap.end(), '\n'));
    at_ = end;
    const bool at_comment = comment_ || here("--") || here("/*");
    if (feeds == 0 && at_comment) {
      out_ += gap;
    } else if (feeds == 0) {
      out_ += below(4) == 0 ? "\n\t " : std::string(1 + below(3), ' ');
    } else if (feeds == 1 && !at_comment) {
      out_ += below(2) == 0 ? " " : "\r\n" + std::string(below(9), ' ');
    } else if (here("--") || here("/*")) {
      out_ += gap;
    } else {
      out_ += std::string(feeds == 1 ? 1 : 2 + below(3), '\n') + std::string(below(9), ' ');
    }
  }
  void word() {
    comment_ = false;
    const std::size_t end = in_.find_first_of(" \n,;(){}'\"", at_ + 1);
    std::string w = in_.substr(at_, end - at_);
    // What begins a clause is no name.
    const std::size_t before = out_.find_last_not_of(" \t\r\n");
    const bool begins =
        before == std::string::npos || std::string_view(";{}").find(out_[before]) != std::string_view::npos;
    if (begins && below(3) == 0) {
      for (char& c : w) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    out_ += w;
    at_ += end == std::string::npos ? in_.size() - at_ : end - at_;
  }
  std::string in_;
  std::string out_;
  std::mt19937_64 random_;
  std::size_t at_ = 0;
  bool comment_ = false;  // the last thing that was copied
};

TEST(FormatRepository, LayoutAloneChangesNothing) {
  std::uint64_t seed = 20'260'828;
  for (const std::string& text : formatted_repository()) {
    for (int i = 0; i < 2; ++i) {
      const std::string shaken = Shaken(text, ++seed).text();
      ASSERT_EQ(formatted(shaken), text) << "seed " << seed << "\n" << shaken;
    }
  }
}

/// Comments at every place between two words.
TEST(FormatRepository, CommentsAnywhereStayAndFormatOnce) {
  std::mt19937_64 random(4711);
  const std::vector<std::string> comments{" -- a\n",          "\n-- b\n",          " /* c */ ",
                                          "\n/* d\n  d */\n", " /* e */ -- e\n\n", "\n\n  -- f\n  -- f\n"};
  for (const std::string& text : formatted_repository()) {
    if (text.find('$') != std::string::npos) continue;
    for (int i = 0; i < 2; ++i) {
      std::string with;
      bool quoted = false;
      for (const char c : text) {
        with += c;
        quoted = c == '\'' || c == '"' ? !quoted : quoted;
        if (!quoted && (c == ' ' || c == ';' || c == '(') && random() % 12 == 0)
          with += comments[random() % comments.size()];
      }
      SCOPED_TRACE(with);
      const auto once = try_format(with);
      if (!once) continue;  // within a comment that was there: it ended too early
      EXPECT_EQ(formatted(*once), *once) << with;
      EXPECT_EQ(words_and_comments(with).comments, words_and_comments(*once).comments);
    }
  }
}

}  // namespace
}  // namespace pschema
