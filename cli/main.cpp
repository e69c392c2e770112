#include <cstdio>
#include <exception>

#include "base/overloaded.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/failure.h"
#include "cli/settle.h"

namespace {

int report(int code, const char* what) {
  std::fprintf(stderr, "pschema: %s\n", what);
  return code;
}

int print(const pschema::Answered& answered) {
  std::fputs(answered.text.c_str(), answered.exit_code == 0 ? stdout : stderr);
  return answered.exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace pschema;
  try {
    const std::vector<Usage> commands = all_commands();
    const int code = std::visit(Overloaded{[](const Parsed& parsed) {
                                             settle(*parsed.command, parsed.given);
                                             return parsed.command->run();
                                           },
                                           [](const Answered& answered) { return print(answered); }},
                                parse_arguments(commands, argc, argv));
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
      return report(kExitSchema, "standard output cannot be written");
    return code;
  } catch (...) {
    const Exit failure = failure_of(std::current_exception());
    std::fputs(failure.message.c_str(), stderr);
    return failure.code;
  }
}
