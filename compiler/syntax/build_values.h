// Words and values of the parse tree. Each function reports what is wrong with its value and then gives nothing.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "PschemaParser.h"
#include "base/diagnostic.h"
#include "syntax/ast.h"
#include "syntax/token_places.h"

namespace pschema {

using Grammar = pschema_grammar::PschemaParser;

struct Reading {
  const TokenPlaces& places;
  const std::set<std::size_t>& junk;  // indexes of tokens that were reported before, and have no value
  Diagnostics& diagnostics;
};

std::optional<ast::Name> read_name(const Reading& in, Grammar::NameContext* node);
std::optional<ast::Name> read_name(const Reading& in, Grammar::GroupNameContext* node);
std::optional<ast::Text> read_text(const Reading& in, Grammar::StringContext* node);
std::optional<ast::Number> read_whole(const Reading& in, Grammar::NumberContext* node);
/// A number as it may stand in a list or in `with (…)`: sign, digits, decimal point; `_` left out.
std::optional<std::string> read_number_text(const Reading& in, Grammar::NumberContext* node);
std::optional<ast::Duration> read_duration(const Reading& in, Grammar::DurationContext* node);
std::optional<ast::Duration> read_duration(const Reading& in, const std::vector<Grammar::QuantityContext*>& parts);
std::optional<std::int64_t> read_bytes(const Reading& in, Grammar::BytesContext* node);
std::optional<ast::Place> read_place(const Reading& in, Grammar::PlaceContext* node);
ast::Unit read_unit(Grammar::UnitContext* node);
ast::Unit read_unit(Grammar::AnyUnitContext* node);
/// The text between the tags of `$tag$ … $tag$`.
std::optional<std::string> read_dollar(const Reading& in, const antlr4::Token* token);

}  // namespace pschema
