#include <gtest/gtest.h>

#include "base/diagnostic.h"

namespace pschema {
namespace {

const std::vector<std::string_view> kWords = {"create", "keep", "drop", "detach", "default", "day", "month"};

TEST(Nearest, FindsASlip) {
  EXPECT_EQ(nearest("craete", kWords), "create");  // two letters swapped
  EXPECT_EQ(nearest("kep", kWords), "keep");
  EXPECT_EQ(nearest("DETACHH", kWords), "detach");
  EXPECT_EQ(nearest("defualt", kWords), "default");
}

TEST(Nearest, EmptyWhereNothingIsNear) {
  EXPECT_EQ(nearest("partition", kWords), "");
  EXPECT_EQ(nearest("x", kWords), "");
  EXPECT_EQ(nearest("", kWords), "");
  EXPECT_EQ(nearest("keep", {}), "");
  EXPECT_EQ(nearest(std::string(100'000, 'k'), kWords), "");
}

TEST(Nearest, PrefersTheCloserThenTheEarlier) {
  EXPECT_EQ(nearest("mont", {"count", "month"}), "month");
  EXPECT_EQ(nearest("das", {"day", "dam"}), "day");
}

}  // namespace
}  // namespace pschema
