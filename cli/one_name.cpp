#include "cli/one_name.h"

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "base/quote.h"
#include "cli/exit_codes.h"
#include "cli/inputs.h"
#include "explain/names.h"

namespace pschema {
namespace {

std::string nearest_name(const std::string& text, const std::vector<QualifiedName>& names) {
  std::vector<std::string> words;
  for (const QualifiedName& name : names) {
    words.push_back(quote(name));
    words.push_back(quote(name.name));
  }
  return std::string(nearest(text, {words.begin(), words.end()}));
}

}  // namespace

QualifiedName one_name(const std::string& text, const std::vector<QualifiedName>& names, const std::string& what) {
  const std::vector<QualifiedName> meant = meant_by(text, names);
  if (meant.size() == 1) return meant.front();
  if (meant.empty()) {
    const std::string near = nearest_name(text, names);
    throw Exit{kExitUsage,
               fmt::format("pschema: no {} `{}` is known{}\n", what, printable(text),
                           near.empty() ? std::string() : fmt::format("; did you mean `{}`?", printable(near)))};
  }
  std::string all;
  for (const QualifiedName& name : meant) all += (all.empty() ? "" : ", ") + printable(quote(name));
  throw Exit{kExitUsage, fmt::format("pschema: `{}` may be {}; say which\n", printable(text), all)};
}

}  // namespace pschema
