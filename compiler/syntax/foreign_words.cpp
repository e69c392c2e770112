#include "syntax/foreign_words.h"

#include <algorithm>
#include <array>

namespace pschema {
namespace {

constexpr std::string_view kKeep = "what stays is said by `keep for 90 days;` or `keep current and 11 before;`";
constexpr std::string_view kCreate = "what is made ahead is said by `create current and 4 after;`";
constexpr std::string_view kEvery = "the width of a window is said in the head: `every month`";
constexpr std::string_view kDrop =
    "what expires is detached, and dropped by `drop immediately;` or `drop 7 days after detach;`";
constexpr std::string_view kZone =
    "write `time zone 'Europe/Berlin';` above the tables, or `at time zone '…'` in a head";
constexpr std::string_view kNames = "names of partitions are said by `named '{parent}_{yyyy}_{mm}';`";
constexpr std::string_view kBelow = "a level below is a `partition by …` in the block of the one above";
constexpr std::string_view kModulus = "write `modulus 4`";
constexpr std::string_view kSchema = "a schema file says how a table is partitioned and nothing else: leave it out";
constexpr std::string_view kGroup = "the values of a list's partition are said by `group eu in ('de', 'fr');`";

constexpr std::string_view kEpoch =
    "write `as epoch seconds`, or `milliseconds`, `microseconds`, `nanoseconds`: what the column counts";
constexpr std::string_view kUuid = "write `as uuidv7`; ids of the other versions are in no order of time";
constexpr std::string_view kIds =
    "this version cannot read the time in such ids; partition by a column that holds it";
constexpr std::string_view kTypes = "types stand in the database; a column that is a time by itself takes no `as`";

constexpr std::array kWords{
    ForeignWord{"add", "", kSchema},
    ForeignWord{"alter", "", kSchema},
    ForeignWord{"always", "", kCreate},
    ForeignWord{"archive", "", "what expires is moved by `detach into schema archive;`"},
    ForeignWord{"begin", "", "a block stands between `{` and `}`"},
    ForeignWord{"buckets", "modulus", kModulus},
    ForeignWord{"check", "", kSchema},
    ForeignWord{"chunk", "", kEvery},
    ForeignWord{"chunk_time_interval", "", kEvery},
    ForeignWord{"column", "", "columns are named in the key: `partition by range (created_at)`"},
    ForeignWord{"columns", "", "a key of several columns is written `partition by range (a, b)`"},
    ForeignWord{"comment", "", kSchema},
    ForeignWord{"constraint", "", kSchema},
    ForeignWord{"control", "", "the column is named in the key: `partition by range (created_at)`"},
    ForeignWord{"create_hypertable", "", "write `table public.events { partition by range (at) every week; }`"},
    ForeignWord{"create_parent", "", "write `table public.events { partition by range (at) every week; }`"},
    ForeignWord{"cuid", "", kIds},
    ForeignWord{"daily", "", "write `every day`"},
    ForeignWord{"date", "", kTypes},
    ForeignWord{"delete", "", kDrop},
    ForeignWord{"drop_chunks", "", kDrop},
    ForeignWord{"end", "", "a block stands between `{` and `}`"},
    ForeignWord{"engine", "", kSchema},
    ForeignWord{"epoch_milliseconds", "epoch", kEpoch},
    ForeignWord{"epoch_ms", "epoch", kEpoch},
    ForeignWord{"epoch_s", "epoch", kEpoch},
    ForeignWord{"epoch_seconds", "epoch", kEpoch},
    ForeignWord{"expire", "", kKeep},
    ForeignWord{"expires", "", kKeep},
    ForeignWord{"fillfactor", "", "storage is said by `leaves { with (fillfactor = 70); }`"},
    ForeignWord{"hourly", "", "write `every hour`"},
    ForeignWord{"include", "", "give the other files to the command as well: they are read together"},
    ForeignWord{"index", "", kSchema},
    ForeignWord{"infinite_time_partitions", "", kCreate},
    ForeignWord{"int", "", kSchema},
    ForeignWord{"integer", "", kSchema},
    ForeignWord{"interval", "", kEvery},
    ForeignWord{"key", "hash", "PostgreSQL's partition by hash is meant: `partition by hash (id) modulus 4`"},
    ForeignWord{"ksuid", "", kIds},
    ForeignWord{"last", "", kKeep},
    ForeignWord{"less", "", kEvery},
    ForeignWord{"linear", "", "write `partition by hash (id) modulus 4`"},
    ForeignWord{"micros", "microseconds", "write `as epoch microseconds`"},
    ForeignWord{"microsecond", "microseconds", "write `as epoch microseconds`"},
    ForeignWord{"millis", "milliseconds", "write `as epoch milliseconds`"},
    ForeignWord{"millisecond", "milliseconds", "write `as epoch milliseconds`"},
    ForeignWord{"monthly", "", "write `every month`"},
    ForeignWord{"ms", "milliseconds", "write `as epoch milliseconds`"},
    ForeignWord{"name", "", kNames},
    ForeignWord{"naming", "", kNames},
    ForeignWord{"nanos", "nanoseconds", "write `as epoch nanoseconds`"},
    ForeignWord{"no", "", "what is not wanted is left out"},
    ForeignWord{"none", "", "what is not wanted is left out"},
    ForeignWord{"ns", "nanoseconds", "write `as epoch nanoseconds`"},
    ForeignWord{"objectid", "", kIds},
    ForeignWord{"owner", "", "a partition belongs to the owner of its parent"},
    ForeignWord{"p_interval", "", kEvery},
    ForeignWord{"p_premake", "", kCreate},
    ForeignWord{"partition_interval", "", kEvery},
    ForeignWord{"partitions", "modulus", kModulus},
    ForeignWord{"per", "", kEvery},
    ForeignWord{"precreate", "", kCreate},
    ForeignWord{"premake", "", kCreate},
    ForeignWord{"primary", "", kSchema},
    ForeignWord{"purge", "", kDrop},
    ForeignWord{"quarterly", "", "write `every quarter`"},
    ForeignWord{"remainder", "", "all remainders are made: write `modulus 4` alone"},
    ForeignWord{"remove", "", kDrop},
    ForeignWord{"retain", "keep", kKeep},
    ForeignWord{"retention", "", kKeep},
    ForeignWord{"retention_keep_table", "", "a detached partition stays by `drop never;`"},
    ForeignWord{"retention_schema", "", "what expires is moved by `detach into schema archive;`"},
    ForeignWord{"s", "seconds", "write `as epoch seconds`"},
    ForeignWord{"second", "seconds", "seconds stand in `as epoch seconds`; the shortest step is a minute"},
    ForeignWord{"select", "", kSchema},
    ForeignWord{"set", "", kSchema},
    ForeignWord{"start", "starting", "write `starting '2026-01-01'`"},
    ForeignWord{"starts", "starting", "write `starting '2026-01-01'`"},
    ForeignWord{"step", "", kEvery},
    ForeignWord{"storage", "", "storage is said by `leaves { with (fillfactor = 70); }`"},
    ForeignWord{"subpartition", "", kBelow},
    ForeignWord{"subpartitions", "", kBelow},
    ForeignWord{"suffix", "", kNames},
    ForeignWord{"template", "", kNames},
    ForeignWord{"timestamp", "", kTypes},
    ForeignWord{"timestamptz", "", kTypes},
    ForeignWord{"timezone", "", kZone},
    ForeignWord{"truncate", "", kDrop},
    ForeignWord{"ttl", "", kKeep},
    ForeignWord{"tz", "", kZone},
    ForeignWord{"unix", "epoch", kEpoch},
    ForeignWord{"unix_timestamp", "epoch", kEpoch},
    ForeignWord{"unixtime", "epoch", kEpoch},
    ForeignWord{"us", "microseconds", "write `as epoch microseconds`"},
    ForeignWord{"uuid", "uuidv7", kUuid},
    ForeignWord{"uuid_v7", "uuidv7", kUuid},
    ForeignWord{"uuidv1", "uuidv7", kUuid},
    ForeignWord{"uuidv4", "uuidv7", kUuid},
    ForeignWord{"uuidv6", "uuidv7", kUuid},
    ForeignWord{"values", "", kGroup},
    ForeignWord{"weekly", "", "write `every week`"},
    ForeignWord{"yearly", "", "write `every year`"},
};

}  // namespace

const ForeignWord* foreign_word(std::string_view written) {
  std::string word(written);
  for (char& c : word) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  const auto* found = std::lower_bound(kWords.begin(), kWords.end(), word,
                                       [](const ForeignWord& w, std::string_view x) { return w.word < x; });
  return found != kWords.end() && found->word == word ? found : nullptr;
}

}  // namespace pschema
