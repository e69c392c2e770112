#include "runtime/child.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <cerrno>
#include <chrono>

namespace pschema {
namespace {

using How = ChildEnd::How;
using std::chrono::milliseconds;

struct Ran {
  ChildEnd end;
  std::vector<std::string> lines;
};

Ran run(Child child, int stop_after_looks = -1) {
  if (child.timeout == milliseconds(0)) child.timeout = std::chrono::seconds(60);
  child.patience = milliseconds(200);
  Ran ran;
  int looks = 0;
  ran.end = run_child(
      child, [&](std::string_view line) { ran.lines.emplace_back(line); },
      [&] { return stop_after_looks >= 0 && ++looks > stop_after_looks; });
  return ran;
}

Child shell(const std::string& text) {
  Child child;
  child.words = {"sh", "-c", text};
  return child;
}

TEST(Child, GetsInputEnvironmentAndArguments) {
  Child child = shell("cat; echo \"$PSCHEMA_X\" >&2; echo \"$0$1\"; printf end");
  child.words.insert(child.words.end(), {"a b", "'\n"});
  child.environment = {{"PSCHEMA_X", "x y"}};
  child.input = "one\ntwo\n";
  const Ran ran = run(child);
  EXPECT_EQ(ran.end.how, How::exited);
  EXPECT_EQ(ran.end.value, 0);
  EXPECT_EQ(ran.lines, (std::vector<std::string>{"one", "two", "x y", "a b'", "end"}));
}

TEST(Child, NeedNotReadItsInput) {
  Child child = shell("exit 3");
  child.input = std::string(1 << 20, 'x');
  const Ran ran = run(child);
  EXPECT_EQ(ran.end.how, How::exited);
  EXPECT_EQ(ran.end.value, 3);
}

TEST(Child, MaySayMuch) {
  const Ran ran =
      run(shell("i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567890123456789; i=$((i+1)); done"));
  EXPECT_EQ(ran.end.value, 0);
  EXPECT_EQ(ran.lines.size(), 3000u);
}

TEST(Child, IsKilledByASignal) {
  const Ran ran = run(shell("kill -9 $$"));
  EXPECT_EQ(ran.end.how, How::killed);
  EXPECT_EQ(ran.end.value, SIGKILL);
}

TEST(Child, ThatIsNotThereIsNotStarted) {
  Child child;
  child.words = {"/nowhere/at/all"};
  const Ran ran = run(child);
  EXPECT_EQ(ran.end.how, How::not_started);
  EXPECT_EQ(ran.end.value, ENOENT);
}

TEST(Child, IsStoppedWithItsGroupWhenItsTimeIsOver) {
  Child child = shell("trap '' TERM; sleep 600 & echo $!; wait; sleep 600");
  child.timeout = milliseconds(300);
  const Ran ran = run(child);
  EXPECT_EQ(ran.end.how, How::timed_out);
  ASSERT_EQ(ran.lines.size(), 1u);
  const pid_t below = std::stoi(ran.lines.front());
  // It may stay as a zombie until whoever adopts it looks; it does not run.
  for (int i = 0; i < 100 && kill(below, 0) == 0; ++i) {
    const std::string stat = "/proc/" + ran.lines.front() + "/stat";
    FILE* file = fopen(stat.c_str(), "r");
    if (file == nullptr) break;
    char state = '?';
    const bool read = fscanf(file, "%*d %*s %c", &state) == 1;
    fclose(file);
    if (read && state == 'Z') break;
    ASSERT_LT(i, 99);
    usleep(10000);
  }
}

TEST(Child, IsStoppedWithTheRun) {
  const Ran ran = run(shell("exec sleep 600"), 2);
  EXPECT_EQ(ran.end.how, How::stopped);
}

TEST(Child, WhomItLeavesBehindHoldsNobodyUp) {
  const auto began = std::chrono::steady_clock::now();
  const Ran ran = run(shell("sleep 20 & echo done"));
  EXPECT_EQ(ran.end.how, How::exited);
  EXPECT_EQ(ran.lines, std::vector<std::string>{"done"});
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10));
}

TEST(Child, EndsAreToldInWords) {
  const milliseconds timeout = std::chrono::minutes(10);
  EXPECT_EQ(child_end_text({How::exited, 3}, timeout), "left with 3");
  EXPECT_EQ(child_end_text({How::killed, 9}, timeout), "was killed by signal 9");
  EXPECT_EQ(child_end_text({How::timed_out, 0}, timeout), "was stopped after 10 min 0 s");
}

}  // namespace
}  // namespace pschema
