#include <cstdio>
#include <exception>
#include <filesystem>

#include "base/overloaded.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/inputs.h"
#include "compile/compile.h"
#include "runtime/session.h"

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
    const int code = std::visit(Overloaded{[](const Usage* command) { return command->run(); },
                                           [](const Answered& answered) { return print(answered); }},
                                parse_arguments(commands, argc, argv));
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
      return report(kExitSchema, "standard output cannot be written");
    return code;
  } catch (const Exit& exit) {
    std::fputs(exit.message.c_str(), stderr);
    return exit.code;
  } catch (const FileError& e) {
    return report(kExitSchema, e.what());
  } catch (const std::filesystem::filesystem_error& e) {
    return report(kExitSchema, ("cannot read " + e.path1().string() + ": " + e.code().message()).c_str());
  } catch (const DatabaseError& e) {
    return report(e.problem() == DatabaseProblem::server ? kExitStep : kExitConnection, e.what());
  } catch (const InternalError& e) {
    std::fprintf(stderr,
                 "pschema: a fault in pschema itself, nothing was written: %s\n"
                 "Please report it with the schema and the snapshot.\n",
                 e.what());
    return kExitUnexpected;
  } catch (const std::exception& e) {
    return report(kExitUnexpected, e.what());
  }
}
