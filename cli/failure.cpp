#include "cli/failure.h"

#include <filesystem>

#include "base/internal_error.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "runtime/session.h"

namespace pschema {
namespace {

Exit said(int code, const std::string& what) { return {code, "pschema: " + what + "\n"}; }

}  // namespace

Exit failure_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Exit& exit) {
    return exit;
  } catch (const FileError& e) {
    return said(kExitSchema, e.what());
  } catch (const std::filesystem::filesystem_error& e) {
    return said(kExitSchema, "cannot read " + e.path1().string() + ": " + e.code().message());
  } catch (const DatabaseError& e) {
    return said(e.problem() == DatabaseProblem::server ? kExitStep : kExitConnection, e.what());
  } catch (const InternalError& e) {
    return {kExitUnexpected, std::string("pschema: a fault in pschema itself, nothing was written: ") + e.what() +
                                 "\nPlease report it with the schema and the snapshot.\n"};
  } catch (const std::exception& e) {
    return said(kExitUnexpected, e.what());
  }
}

}  // namespace pschema
