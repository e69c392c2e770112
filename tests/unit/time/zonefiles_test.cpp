#include "zonefiles/zonefiles.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <algorithm>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace pschema {
namespace {

TEST(ZoneFiles, LoadsByExactName) {
  ASSERT_TRUE(load_zone("Asia/Bangkok").has_value());
  EXPECT_EQ(load_zone("Asia/Bangkok")->name(), "Asia/Bangkok");
  EXPECT_EQ(load_zone("Asia/Bangkok")->offset_seconds({0}), 7 * 3600);
  EXPECT_TRUE(load_zone("UTC")->is_utc());
  for (const char* name : {"asia/bangkok", "Asia/Atlantis", "America/Argentina", "Asia", "localtime",
                           "../zoneinfo/Asia/Bangkok", "right/Asia/Bangkok", "Fixed/UTC+05:30:00", ""}) {
    EXPECT_FALSE(load_zone(name).has_value()) << name;
  }
}

TEST(ZoneFiles, VersionOfTheData) { EXPECT_FALSE(zone_data_version().empty()); }

TEST(ZoneFiles, KnownNamesAreZonesAndLinks) {
  const std::vector<std::string> names = known_zone_names();
  for (const char* name : {"Asia/Bangkok", "Europe/Berlin", "Asia/Phnom_Penh"})
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
}

class OtherFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    ASSERT_EQ(setenv("TZDIR", folder_.c_str(), 1), 0);
  }
  void TearDown() override {
    unsetenv("TZDIR");
    std::filesystem::remove_all(folder_);
  }
  void write(const char* name, const char* text) { std::ofstream(folder_ / name) << text; }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("pschema-zones-" + std::to_string(::getpid()));
};

TEST_F(OtherFolder, VersionComesFromTzdir) {
  EXPECT_EQ(zone_data_version(), "");
  write("+VERSION", "2031a\n");
  EXPECT_EQ(zone_data_version(), "2031a");
  write("tzdata.zi", "# version 2032b\nR d 1916\n");
  EXPECT_EQ(zone_data_version(), "2032b");
  EXPECT_TRUE(known_zone_names().empty());
  write("tzdata.zi", "something else\n");
  EXPECT_EQ(zone_data_version(), "2031a");
  write("+VERSION", "evil\" # \n");
  EXPECT_EQ(zone_data_version(), "");
}

TEST_F(OtherFolder, ZonesComeFromTzdir) { EXPECT_FALSE(load_zone("Europe/Vaduz").has_value()); }

}  // namespace
}  // namespace pschema
