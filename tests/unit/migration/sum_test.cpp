#include "migration/sum.h"

#include <gtest/gtest.h>

namespace pschema {
namespace {

Folder three() {
  Folder f;
  f.files = {{"a", "SELECT 1;\n"}, {"b", "SELECT 2;\n"}, {"c\nd", ""}};
  f.sum_text = write_sum(f);
  return f;
}

std::vector<std::string> problems(const Folder& folder) {
  std::vector<std::string> result;
  for (const SumProblem& p : check_sum(folder)) {
    EXPECT_FALSE(p.message.empty());
    result.push_back(code_name(p.code) + " " + p.file);
  }
  return result;
}

using Texts = std::vector<std::string>;

TEST(Sha256, KnownAnswers) {  // FIPS 180-2, appendix B
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sum, FitsWhatItWasWrittenFor) {
  EXPECT_EQ(problems(three()), Texts{});
  EXPECT_EQ(problems({}), Texts{});
  Folder with_carriage_returns = three();
  std::string text;
  for (const char c : *with_carriage_returns.sum_text) text += c == '\n' ? "\r\n" : std::string(1, c);
  with_carriage_returns.sum_text = text;
  EXPECT_EQ(problems(with_carriage_returns), Texts{});
}

TEST(Sum, SeesEditedMissingAndUnlisted) {
  Folder f = three();
  f.files[0].text += " ";
  f.files[1].name = "bb";
  EXPECT_EQ(problems(f), (Texts{"file_edited a.sql", "file_missing b.sql", "file_unlisted bb.sql"}));
  f = three();
  f.sum_text.reset();
  EXPECT_EQ(problems(f).size(), 3U);
}

TEST(Sum, SeesAMergedList) {
  Folder ours = three();
  Folder theirs = three();
  ours.files = {{"a", "1"}, {"m", "2"}};
  theirs.files = {{"a", "1"}, {"k", "3"}};
  const std::string line_of_theirs =
      write_sum(theirs).substr(write_sum(theirs).rfind('\n', write_sum(theirs).size() - 2) + 1);
  std::string merged = write_sum(ours);
  merged.insert(merged.rfind('\n', merged.size() - 2) + 1, line_of_theirs);
  ours.files = {{"a", "1"}, {"k", "3"}, {"m", "2"}};
  ours.sum_text = merged;
  EXPECT_EQ(problems(ours), Texts{"bad_sum_file pschema.sum"});
  ours.sum_text = write_sum(ours);
  EXPECT_EQ(problems(ours), Texts{});
}

TEST(Sum, SeesADamagedList) {
  Folder f = three();
  f.sum_text = "rubbish\n" + *f.sum_text;
  EXPECT_EQ(problems(f), Texts{"bad_sum_file pschema.sum"});
  f.sum_text = "";
  EXPECT_EQ(problems(f).size(), 3U);
}

}  // namespace
}  // namespace pschema
