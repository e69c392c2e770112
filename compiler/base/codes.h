// Every diagnostic code in one list. A code never changes its meaning and is never used again.
#pragma once

#include <string>

namespace pschema {

// PSCHEMA_CODE(number, name): 1xxx text and syntax, 2xxx meaning of the schema, 3xxx schema against the catalog,
// 4xxx snapshot files, 5xxx migration folders, 6xxx pschema.toml.
#define PSCHEMA_CODES(PSCHEMA_CODE)             \
  /* text and syntax */                         \
  PSCHEMA_CODE(1001, file_too_large)            \
  PSCHEMA_CODE(1002, invalid_utf8)              \
  PSCHEMA_CODE(1003, control_character)         \
  PSCHEMA_CODE(1004, nested_too_deep)           \
  PSCHEMA_CODE(1005, unterminated_string)       \
  PSCHEMA_CODE(1006, unterminated_comment)      \
  PSCHEMA_CODE(1007, unterminated_dollar)       \
  PSCHEMA_CODE(1008, bad_number)                \
  PSCHEMA_CODE(1009, unexpected_character)      \
  PSCHEMA_CODE(1010, unexpected_token)          \
  PSCHEMA_CODE(1011, unknown_word)              \
  PSCHEMA_CODE(1012, missing_semicolon)         \
  PSCHEMA_CODE(1013, missing_version)           \
  PSCHEMA_CODE(1014, unsupported_version)       \
  PSCHEMA_CODE(1015, bad_name)                  \
  PSCHEMA_CODE(1016, name_too_long)             \
  PSCHEMA_CODE(1017, too_many_name_parts)       \
  PSCHEMA_CODE(1018, expression_key)            \
  PSCHEMA_CODE(1019, bad_unit)                  \
  PSCHEMA_CODE(1020, number_out_of_range)       \
  /* meaning */                                 \
  PSCHEMA_CODE(2001, duplicate_clause)          \
  PSCHEMA_CODE(2002, duplicate_table)           \
  PSCHEMA_CODE(2003, duplicate_policy)          \
  PSCHEMA_CODE(2004, unknown_policy)            \
  PSCHEMA_CODE(2005, missing_level)             \
  PSCHEMA_CODE(2006, unknown_time_zone)         \
  PSCHEMA_CODE(2007, bad_step)                  \
  PSCHEMA_CODE(2008, bad_anchor)                \
  PSCHEMA_CODE(2009, zone_on_short_step)        \
  PSCHEMA_CODE(2010, bad_encoding)              \
  PSCHEMA_CODE(2011, bad_instant)               \
  PSCHEMA_CODE(2012, instant_missing_in_zone)   \
  PSCHEMA_CODE(2013, grid_change_off_boundary)  \
  PSCHEMA_CODE(2014, bad_modulus)               \
  PSCHEMA_CODE(2015, clause_not_here)           \
  PSCHEMA_CODE(2016, missing_unit)              \
  PSCHEMA_CODE(2017, bad_duration)              \
  PSCHEMA_CODE(2018, wrong_direction)           \
  PSCHEMA_CODE(2019, keep_shorter_than_step)    \
  PSCHEMA_CODE(2020, contradicting_clauses)     \
  PSCHEMA_CODE(2021, keep_outlasted)            \
  PSCHEMA_CODE(2022, key_used_twice)            \
  PSCHEMA_CODE(2023, duplicate_list_value)      \
  PSCHEMA_CODE(2024, duplicate_group)           \
  PSCHEMA_CODE(2025, bad_template)              \
  PSCHEMA_CODE(2026, names_collide)             \
  PSCHEMA_CODE(2027, partition_name_too_long)   \
  PSCHEMA_CODE(2028, nothing_created)           \
  PSCHEMA_CODE(2029, drop_without_keep)         \
  PSCHEMA_CODE(2030, bad_sql_condition)         \
  PSCHEMA_CODE(2031, create_never_rests)        \
  PSCHEMA_CODE(2032, not_supported_yet)         \
  PSCHEMA_CODE(2033, bad_key)                   \
  PSCHEMA_CODE(2034, missing_group)             \
  PSCHEMA_CODE(2035, too_many_members)          \
  /* schema against catalog */                  \
  PSCHEMA_CODE(3001, table_missing)             \
  PSCHEMA_CODE(3002, not_partitioned)           \
  PSCHEMA_CODE(3003, wrong_strategy)            \
  PSCHEMA_CODE(3004, wrong_key)                 \
  PSCHEMA_CODE(3005, column_missing)            \
  PSCHEMA_CODE(3006, key_type_unfit)            \
  PSCHEMA_CODE(3007, unique_lacks_key)          \
  PSCHEMA_CODE(3008, instant_offset_unfit)      \
  PSCHEMA_CODE(3009, key_range_exceeded)        \
  PSCHEMA_CODE(3010, foreign_leaf_under_unique) \
  PSCHEMA_CODE(3011, too_many_creations)        \
  PSCHEMA_CODE(3012, partition_described)       \
  PSCHEMA_CODE(3013, fact_missing)              \
  PSCHEMA_CODE(3015, list_value_unfit)          \
  PSCHEMA_CODE(3016, schema_missing)            \
  PSCHEMA_CODE(3017, leaves_unfit)              \
  PSCHEMA_CODE(3018, nothing_references)        \
  /* snapshot files */                          \
  PSCHEMA_CODE(4001, bad_snapshot)              \
  PSCHEMA_CODE(4002, snapshot_version)          \
  /* migration folders */                       \
  PSCHEMA_CODE(5001, file_edited)               \
  PSCHEMA_CODE(5002, file_missing)              \
  PSCHEMA_CODE(5003, file_unlisted)             \
  PSCHEMA_CODE(5004, bad_sum_file)              \
  PSCHEMA_CODE(5005, bad_migration_file)        \
  /* pschema.toml */                            \
  PSCHEMA_CODE(6001, bad_configuration)         \
  PSCHEMA_CODE(6002, unknown_setting)           \
  PSCHEMA_CODE(6003, secret_in_configuration)

enum class Code {
#define PSCHEMA_CODE(number, name) name = number,
  PSCHEMA_CODES(PSCHEMA_CODE)
#undef PSCHEMA_CODE
};

/// `PS1010`.
std::string code_text(Code code);
/// `unexpected_token`.
std::string code_name(Code code);

}  // namespace pschema
