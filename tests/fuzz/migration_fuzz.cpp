// Any bytes as a migration file: read as a psql script, statement by statement, and replayed as a pending file on a
// catalog with partitions and orphans. No exception leaves, and what counts as a statement of ours writes back to
// itself.
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>

#include "base/overloaded.h"
#include "ddl/statement.h"
#include "fuzz.h"
#include "migration/script.h"
#include "model/catalog_file.h"
#include "plan/pending.h"

namespace {

using namespace pschema;

const Catalog& catalog() {
  static const Catalog read = [] {
    std::ifstream in(PSCHEMA_FUZZ_CATALOG, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    SourceSet sources;
    Diagnostics diagnostics;
    return read_catalog(sources, sources.add("catalog.toml", text.str()), diagnostics).value();
  }();
  return read;
}

void writes_back(const Statement& statement) {
  const bool unreadable =
      std::visit(Overloaded{[](const AttachPartition& a) { return std::holds_alternative<UnreadableBound>(a.bound); },
                            [](const CommentOnTable&) { return true; },  // its text is a variable's name
                            [](const auto&) { return false; }},
                 statement);
  if (unreadable) return;
  const ReadStatement again = read_statement(sql(statement));
  const auto* same = std::get_if<Statement>(&again);
  must(same != nullptr && *same == statement, "a statement that does not write back to itself");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto read = read_script(text);
  if (const auto* script = std::get_if<Script>(&read)) {
    split_steps(*script);
    const Variables variables{{"todo", "t"}, {"marker", "pschema: it's"}, {"owner", "app"}};
    for (const ScriptItem& item : script->items) {
      std::visit(Overloaded{[&](const SqlItem& i) {
                              interpolate(i.text, variables);
                              leading_words(i.text, 3);
                              const ReadStatement statement = read_statement(i.text);
                              if (const auto* ours = std::get_if<Statement>(&statement)) writes_back(*ours);
                            },
                            [&](const SetItem& i) { meta_arguments(i.value, variables); },
                            [&](const IfItem& i) { meta_arguments(i.condition, variables); },
                            [&](const EchoItem& i) { meta_arguments(i.argument, variables); },
                            [&](const WarnItem& i) { meta_arguments(i.argument, variables); }, [](const ElseItem&) {},
                            [](const EndifItem&) {}, [](const QuitItem&) {}, [](const EncodingItem&) {}},
                 item.is);
    }
  }
  for (const char* phase : {"create", "drop"}) {
    with_pending(catalog(), Folder{{{std::string("20990101000000_0001_public.issue_events_") + phase, text}}, {}});
  }
  return 0;
}
