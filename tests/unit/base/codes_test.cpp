#include "base/codes.h"

#include <gtest/gtest.h>

#include <set>

namespace pschema {
namespace {

TEST(Codes, TextAndName) {
  EXPECT_EQ(code_text(Code::unexpected_token), "PS1010");
  EXPECT_EQ(code_name(Code::unexpected_token), "unexpected_token");
  EXPECT_EQ(code_text(Code::bad_migration_file), "PS5005");
}

TEST(Codes, NoNumberTwice) {
  std::set<int> seen;
  std::size_t count = 0;
#define PSCHEMA_CODE(number, name) \
  seen.insert(number);             \
  ++count;
  PSCHEMA_CODES(PSCHEMA_CODE)
#undef PSCHEMA_CODE
  EXPECT_EQ(seen.size(), count);
}

}  // namespace
}  // namespace pschema
