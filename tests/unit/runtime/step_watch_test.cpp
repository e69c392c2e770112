#include "runtime/step_watch.h"

#include <gtest/gtest.h>

#include <atomic>

namespace pschema {
namespace {

using std::chrono::milliseconds;

constexpr WatchPolicy kFast{milliseconds(1), milliseconds(20),  milliseconds(2),  milliseconds(2),
                            milliseconds(5), milliseconds(100), milliseconds(200)};

/// What was told, by a listener that may be asked while the watch lives.
struct Told {
  std::mutex mutex;
  std::vector<std::size_t> waits;  // how many block
  ApplyListener listener() {
    return [this](const ApplyEvent& event) {
      const std::lock_guard lock(mutex);
      if (const auto* w = std::get_if<Waits>(&event)) waits.push_back(w->blockers.size());
    };
  }
  std::vector<std::size_t> get() {
    const std::lock_guard lock(mutex);
    return waits;
  }
};

void rest(int ms) { std::this_thread::sleep_for(milliseconds(ms)); }

TEST(StepWatch, AsksNobodyAboutShortStatements) {
  Told told;
  std::atomic<int> asked{0};
  {
    StepWatch watch(
        told.listener(),
        [&](const std::string&) {
          ++asked;
          return std::vector<Blocker>{};
        },
        [] {}, {milliseconds(1), std::chrono::seconds(30)});
    watch.set_backend("7");
    for (int i = 0; i < 20; ++i) {
      const StepWatch::Statement statement(watch);
      rest(1);
    }
    rest(20);
  }
  EXPECT_EQ(asked, 0);
  EXPECT_TRUE(told.get().empty());
}

TEST(StepWatch, TellsOfAWaitAndOfItsEnd) {
  Told told;
  StepWatch watch(
      told.listener(),
      [](const std::string& pid) {
        EXPECT_EQ(pid, "7");
        return std::vector<Blocker>(2);
      },
      [] {}, kFast);
  watch.set_backend("7");
  watch.step_begins();
  {
    const StepWatch::Statement statement(watch);
    for (int i = 0; i < 2000 && told.get().size() < 3; ++i) rest(1);
  }
  const std::vector<std::size_t> waits = told.get();
  ASSERT_GE(waits.size(), 4u);
  EXPECT_EQ(waits.front(), 2u);
  EXPECT_EQ(waits.back(), 0u);
  rest(20);
  EXPECT_EQ(told.get().size(), waits.size()) << "nothing is told of a statement that has ended";
}

TEST(StepWatch, AnAnswerThatComesTooLateIsNotTold) {
  Told told;
  std::atomic<bool> asked{false};
  StepWatch watch(
      told.listener(),
      [&](const std::string&) {
        asked = true;
        rest(50);
        return std::vector<Blocker>(1);
      },
      [] {}, kFast);
  watch.set_backend("7");
  {
    const StepWatch::Statement statement(watch);
    for (int i = 0; i < 2000 && !asked; ++i) rest(1);
  }
  rest(100);
  EXPECT_TRUE(told.get().empty());
}

TEST(StepWatch, WaitsForNoAnswerAtItsEnd) {
  Told told;
  std::atomic<bool> asked{false}, given_up{false};
  {
    StepWatch watch(
        told.listener(),
        [&](const std::string&) {
          asked = true;
          while (!given_up) rest(1);
          return std::vector<Blocker>(1);
        },
        [&] { given_up = true; }, kFast);
    watch.set_backend("7");
    const StepWatch::Statement statement(watch);
    for (int i = 0; i < 2000 && !asked; ++i) rest(1);
  }
  EXPECT_TRUE(given_up);
}

TEST(StepWatch, WhoCannotBeAskedHarmsNothing) {
  Told told;
  std::atomic<int> asked{0};
  StepWatch watch(
      told.listener(),
      [&](const std::string&) -> std::vector<Blocker> {
        ++asked;
        throw DatabaseError(DatabaseProblem::cannot_connect, {}, "no");
      },
      [] {}, kFast);
  watch.set_backend("7");
  const StepWatch::Statement statement(watch);
  for (int i = 0; i < 2000 && asked == 0; ++i) rest(1);
  EXPECT_GE(asked, 1);
  EXPECT_TRUE(told.get().empty());
}

}  // namespace
}  // namespace pschema
