// Planning alone, in memory: `bench_planning FOLDER [flags of Google Benchmark]`. FOLDER holds NAME.pschema and
// NAME.toml for each of the situations below; see figures/planning.py, which makes them.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "base/diagnostic.h"
#include "base/source.h"
#include "check/check.h"
#include "compile/compile.h"
#include "model/catalog_file.h"
#include "plan/fit.h"
#include "plan/plan.h"
#include "plan/validate.h"
#include "syntax/parse.h"

namespace {

using namespace pschema;

constexpr const char* kSituations[] = {"nothing", "bucket", "expired"};

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    std::exit(1);
  }
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

struct World {
  Schema schema;
  Catalog catalog;
};

/// Times are UTC in these schemas, so that no zone data is needed.
World load(const std::string& folder, const std::string& name) {
  SourceSet sources;
  Diagnostics diagnostics;
  const auto schema_file = sources.add(name, read_file(folder + "/" + name + ".pschema"));
  const auto catalog_file = sources.add(name, read_file(folder + "/" + name + ".toml"));
  const ast::File file = parse(sources, schema_file, diagnostics);
  Schema schema = check({file}, ZoneDatabase(), diagnostics);
  auto catalog = read_catalog(sources, catalog_file, diagnostics);
  if (!catalog || diagnostics.has_errors()) {
    std::fprintf(stderr, "%s does not check\n", name.c_str());
    std::exit(1);
  }
  return {std::move(schema), *std::move(catalog)};
}

void set_counters(benchmark::State& state, const Plan& plan) {
  std::size_t operations = 0;
  for (const TablePlan& table : plan.tables) operations += table.operations.size();
  state.counters["operations"] = static_cast<double>(operations);
}

/// What the peer's planner does: schema and catalog in, plan out. With `proof` also the proof of the plan, which no
/// peer has.
void planning(benchmark::State& state, const World& world, bool proof) {
  Plan last;
  for (auto _ : state) {
    Diagnostics diagnostics;
    const Fitted fitted = fit(world.schema, world.catalog, world.catalog.taken_at, kDefaultMaxCreate, diagnostics);
    last = plan(fitted.schema, world.catalog, world.catalog.taken_at);
    benchmark::DoNotOptimize(last);
    if (proof && disprove(fitted.schema, world.catalog, last)) state.SkipWithError("the plan does not prove");
  }
  set_counters(state, last);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: bench_planning FOLDER [--benchmark_…]\n");
    return 1;
  }
  const std::string folder = argv[1];
  argv[1] = argv[0];
  int rest = argc - 1;
  benchmark::Initialize(&rest, argv + 1);
  std::vector<World> worlds;
  worlds.reserve(std::size(kSituations));
  for (const char* name : kSituations) {
    const World& world = worlds.emplace_back(load(folder, name));
    benchmark::RegisterBenchmark((std::string("plan/") + name).c_str(),
                                 [&world](benchmark::State& state) { planning(state, world, false); });
    benchmark::RegisterBenchmark((std::string("prove/") + name).c_str(),
                                 [&world](benchmark::State& state) { planning(state, world, true); });
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
