#include "syntax/build.h"

#include <fmt/format.h>

#include "syntax/words.h"

namespace pschema {
namespace {

using P = Grammar;

ast::Block build_block(const Reading& in, P::LevelBlockContext* node);

// --- Heads of levels
// --------------------------------------------------------------------------------------------------

std::optional<ast::Grid> build_grid(const Reading& in, P::StepContext* step, P::StartingContext* starting,
                                    P::PlaceContext* from, Span span) {
  ast::Grid grid;
  grid.span = span;
  if (step == nullptr) {
    grid.step = ast::EveryValue{};
    grid.step_span = span;
  } else if (step->unit() != nullptr) {
    grid.step_span = in.places.of(step);
    grid.step = ast::EveryUnit{{1, read_unit(step->unit()), grid.step_span}};
  } else if (step->quantity().size() == 1 && step->quantity(0)->anyUnit() == nullptr) {
    grid.step_span = in.places.of(step);
    const auto count = read_whole(in, step->quantity(0)->number());
    if (!count) return std::nullopt;
    grid.step = ast::EveryCount{count->value};
  } else {
    grid.step_span = in.places.of(step);
    const auto width = read_duration(in, step->quantity());
    if (!width) return std::nullopt;
    grid.step = ast::EveryUnit{*width};
  }
  if (starting != nullptr) {
    grid.starting = read_place(in, starting->place());
    if (!grid.starting) return std::nullopt;
  }
  if (from != nullptr) {
    grid.from = read_place(in, from);
    if (!grid.from) return std::nullopt;
  }
  return grid;
}

/// The words up to what an encoding is told about itself.
std::string words_of(P::EncodingNameContext* node) {
  std::string words;
  for (antlr4::tree::ParseTree* child : node->children) {
    auto* word = dynamic_cast<antlr4::tree::TerminalNode*>(child);
    if (word == nullptr) break;
    words += (words.empty() ? "" : " ") + keyword_text(word->getSymbol()->getType());
  }
  return words;
}

std::optional<ast::Encoding> build_encoding(const Reading& in, P::EncodingContext* node) {
  P::EncodingNameContext* name = node->encodingName();
  ast::Encoding encoding;
  encoding.name = words_of(name);
  encoding.span = in.places.of(node);
  if (name->string() != nullptr) encoding.epoch = read_text(in, name->string());
  if (name->number() != nullptr) {
    encoding.shift = read_whole(in, name->number());
    if (!encoding.shift) return std::nullopt;
  }
  return encoding;
}

/// Fills the head's parts in; false where one of them is wrong.
bool build_head(const Reading& in, P::LevelHeadContext* head, ast::Level& level) {
  bool good = true;
  level.strategy = head->RANGE() != nullptr  ? ast::Strategy::range
                   : head->LIST() != nullptr ? ast::Strategy::list
                                             : ast::Strategy::hash;
  for (P::NameContext* node : head->key()->name()) {
    const auto name = read_name(in, node);
    good = good && name;
    if (name) level.key.push_back(*name);
  }
  if (P::EveryContext* every = head->every()) {
    level.every = build_grid(in, every->step(), every->starting(), nullptr, in.places.of(every));
    good = good && level.every;
  }
  for (P::ThenEveryContext* then : head->thenEvery()) {
    const auto grid = build_grid(in, then->step(), then->starting(), then->place(), in.places.of(then));
    good = good && grid;
    if (grid) level.then.push_back(*grid);
  }
  if (head->encoding() != nullptr) {
    level.encoding = build_encoding(in, head->encoding());
    good = good && level.encoding;
  }
  if (head->levelZone() != nullptr) level.zone = read_text(in, head->levelZone()->string());
  if (head->modulus() != nullptr) {
    level.modulus = read_whole(in, head->modulus()->number());
    good = good && level.modulus;
  }
  return good;
}

std::optional<ast::Level> build_level(const Reading& in, P::LevelContext* node) {
  ast::Level level;
  bool good = !broken(node) && !broken(node->levelHead()) && build_head(in, node->levelHead(), level);
  // The block is read in any case, for its own mistakes.
  if (node->levelBlock() != nullptr) level.block = build_block(in, node->levelBlock());
  if (!good) return std::nullopt;
  const Span head = in.places.of(node->levelHead());
  level.span = {head.file, in.places.of(node).begin, head.end};
  return level;
}

// --- Other clauses with blocks
// ----------------------------------------------------------------------------------------

std::optional<ast::Default> build_default(const Reading& in, P::DefaultPartitionContext* node) {
  ast::Default result;
  if (node->levelBlock() != nullptr) result.block = build_block(in, node->levelBlock());
  if (broken(node) || broken(node->defaultHead())) return std::nullopt;
  P::DefaultHeadContext* head = node->defaultHead();
  result.span = in.places.of(node->DEFAULT()->getSymbol());
  if (head->string() != nullptr) result.named = read_text(in, head->string());
  if (head->DRAIN() != nullptr) {
    result.drain = head->ALL() != nullptr ? ast::Drain::all : ast::Drain::wanted;
    result.drain_span = in.places.of(head->DRAIN()->getSymbol());
    if (head->ALL() != nullptr) result.drain_span.end = in.places.of(head->ALL()->getSymbol()).end;
  }
  return result;
}

std::optional<ast::Value> build_value(const Reading& in, P::ValueContext* node) {
  const Span span = in.places.of(node);
  if (node->string() != nullptr) return ast::Value{ast::ValueKind::string, read_text(in, node->string()).value, span};
  if (node->NULL_() != nullptr) return ast::Value{ast::ValueKind::null, {}, span};
  if (node->TRUE() != nullptr) return ast::Value{ast::ValueKind::boolean, "true", span};
  if (node->FALSE() != nullptr) return ast::Value{ast::ValueKind::boolean, "false", span};
  const auto number = read_number_text(in, node->number());
  if (!number) return std::nullopt;
  return ast::Value{ast::ValueKind::number, *number, span};
}

std::optional<ast::Group> build_group(const Reading& in, P::GroupContext* node) {
  ast::Group group;
  bool good = !broken(node) && !broken(node->groupHead());
  if (node->levelBlock() != nullptr) group.block = build_block(in, node->levelBlock());
  if (!good) return std::nullopt;
  P::GroupHeadContext* head = node->groupHead();
  group.span = {in.places.file(), in.places.of(node).begin, in.places.of(head).end};
  if (head->groupName() != nullptr) {
    group.name = read_name(in, head->groupName());
    good = group.name.has_value();
  }
  for (P::ValueContext* value : head->value()) {
    const auto read = build_value(in, value);
    good = good && read;
    if (read) group.values.push_back(*read);
  }
  return good ? std::optional(group) : std::nullopt;
}

// --- Blocks
// -----------------------------------------------------------------------------------------------------------

template <class T>
void put(ast::Block& block, std::optional<T> clause) {
  if (clause) block.clauses.push_back(ast::Clause{std::move(*clause)});
}

void build_clause(const Reading& in, P::LevelClauseContext* node, ast::Block& block) {
  if (node->create() != nullptr) put(block, build_create(in, node->create()));
  if (node->keep() != nullptr) put(block, build_keep(in, node->keep()));
  if (node->detach() != nullptr) put(block, build_detach(in, node->detach()));
  if (node->drop() != nullptr) put(block, build_drop(in, node->drop()));
  if (node->defaultPartition() != nullptr) put(block, build_default(in, node->defaultPartition()));
  if (node->group() != nullptr) put(block, build_group(in, node->group()));
  if (node->leaves() != nullptr) put(block, build_leaves(in, node->leaves()));
  if (node->level() != nullptr) put(block, build_level(in, node->level()));
  if (!broken(node->usePolicy())) {
    const auto name = read_name(in, node->usePolicy()->name());
    if (name) put(block, std::optional(ast::UsePolicy{*name, clause_span(in, node->usePolicy())}));
  }
  if (!broken(node->named())) {
    put(block, std::optional(ast::Named{read_text(in, node->named()->string()), clause_span(in, node->named())}));
  }
}

ast::Block build_block(const Reading& in, P::LevelBlockContext* node) {
  ast::Block block;
  block.written = true;
  block.span = in.places.of(node);
  for (P::LevelClauseContext* clause : node->levelClause()) build_clause(in, clause, block);
  return block;
}

// --- Tables
// -----------------------------------------------------------------------------------------------------------

std::optional<ast::RelationName> build_relation(const Reading& in, P::RelationContext* node) {
  std::vector<ast::Name> parts;
  for (P::NameContext* part : node->name()) {
    const auto name = read_name(in, part);
    if (!name) return std::nullopt;
    parts.push_back(*name);
  }
  const Span span = in.places.of(node);
  if (parts.size() > 2) {
    in.diagnostics.error(Code::too_many_name_parts, span,
                         fmt::format("a table's name has {} parts, and `schema.table` has two", parts.size()),
                         "the database is chosen by the connection");
    return std::nullopt;
  }
  if (parts.size() == 1) return ast::RelationName{std::nullopt, parts[0], span};
  return ast::RelationName{parts[0], parts[1], span};
}

void build_table_clause(const Reading& in, P::TableClauseContext* node, ast::Table& table) {
  if (node->level() != nullptr) {
    if (auto level = build_level(in, node->level())) table.clauses.emplace_back(std::move(*level));
  }
  if (node->leaves() != nullptr) {
    if (auto leaves = build_leaves(in, node->leaves())) table.clauses.emplace_back(std::move(*leaves));
  }
  if (P::InSchemaContext* clause = node->inSchema(); !broken(clause)) {
    if (const auto name = read_name(in, clause->name())) {
      table.clauses.emplace_back(ast::InSchema{*name, clause_span(in, clause)});
    }
  }
  if (P::ConvertContext* clause = node->convert(); !broken(clause)) {
    table.clauses.emplace_back(ast::Convert{clause->DEFAULT() != nullptr, clause_span(in, clause)});
  }
  if (P::HistoryContext* clause = node->history(); !broken(clause)) {
    table.clauses.emplace_back(ast::History{clause->RESHAPE() != nullptr, clause_span(in, clause)});
  }
}

std::optional<ast::Table> build_table(const Reading& in, P::TableContext* node) {
  ast::Table table;
  bool good = !broken(node) && !broken(node->tableHead());
  if (node->tableBlock() != nullptr) {
    for (P::TableClauseContext* clause : node->tableBlock()->tableClause()) build_table_clause(in, clause, table);
  }
  if (!good) return std::nullopt;
  table.span = {in.places.file(), in.places.of(node).begin, in.places.of(node->tableHead()).end};
  for (P::RelationContext* relation : node->tableHead()->relation()) {
    const auto name = build_relation(in, relation);
    good = good && name;
    if (name) table.names.push_back(*name);
  }
  return good ? std::optional(table) : std::nullopt;
}

std::optional<ast::Policy> build_policy(const Reading& in, P::PolicyContext* node) {
  ast::Policy policy;
  if (node->levelBlock() != nullptr) policy.block = build_block(in, node->levelBlock());
  if (broken(node) || broken(node->policyHead())) return std::nullopt;
  const auto name = read_name(in, node->policyHead()->name());
  if (!name) return std::nullopt;
  policy.name = *name;
  policy.span = {in.places.file(), in.places.of(node).begin, in.places.of(node->policyHead()).end};
  return policy;
}

// --- File
// -------------------------------------------------------------------------------------------------------------

void check_version(const Reading& in, P::VersionContext* node) {
  if (broken(node)) return;
  const Span span = in.places.of(node->number());
  if (in.places.text(span) == "1") return;
  in.diagnostics.error(Code::unsupported_version, span,
                       fmt::format("version {} of the language is unknown to this pschema", in.places.text(span)),
                       "it reads version 1");
}

/// `pschema 1;` stands first, and once.
void check_versions(const Reading& in, P::FileContext* node) {
  const auto statements = node->statement();
  if (statements.empty()) {
    // Where the whole file is one mistake, that has been said.
    if (node->getStart() == nullptr || node->getStart()->getType() == antlr4::Token::EOF) {
      in.diagnostics.error(Code::missing_version, Span{in.places.file(), 0, 0}, "the file is empty",
                           "a file begins with `pschema 1;`");
    }
    return;
  }
  const bool first = statements.front()->version() != nullptr;
  const bool skipped = node->getStart() != statements.front()->getStart();
  if (!first && !skipped) {
    in.diagnostics.error(Code::missing_version, in.places.of(statements.front()->getStart()),
                         "the file does not begin with its language version", "write `pschema 1;` as the first line");
  }
  bool seen = false;
  for (P::StatementContext* statement : statements) {
    if (statement->version() == nullptr) continue;
    if (seen) {
      in.diagnostics.error(Code::duplicate_clause, clause_span(in, statement->version()),
                           "the language version stands twice in this file", "leave the first one");
    } else {
      check_version(in, statement->version());
    }
    seen = true;
  }
}

}  // namespace

Span clause_span(const Reading& in, antlr4::ParserRuleContext* clause) {
  const Span first = in.places.of(clause->getStart());
  Span span = first;
  for (antlr4::tree::ParseTree* child : clause->children) {
    if (auto* leaf = dynamic_cast<antlr4::tree::TerminalNode*>(child)) {
      const antlr4::Token* token = leaf->getSymbol();
      if (token->getType() == P::SEMI || token->getTokenIndex() == INVALID_INDEX) continue;
      span.end = std::max(span.end, in.places.of(token).end);
    } else if (auto* rule = dynamic_cast<antlr4::ParserRuleContext*>(child)) {
      if (rule->children.empty()) continue;
      span.end = std::max(span.end, in.places.of(rule).end);
    }
  }
  return span;
}

ast::File build_file(const Reading& in, P::FileContext* node) {
  ast::File file;
  file.file = in.places.file();
  check_versions(in, node);
  std::optional<Span> zone;
  for (P::StatementContext* statement : node->statement()) {
    if (P::TimeZoneContext* clause = statement->timeZone(); !broken(clause)) {
      const Span span = clause_span(in, clause);
      if (zone) {
        in.diagnostics.error(Code::duplicate_clause, span, "the file's time zone stands twice",
                             "a level takes another with `at time zone '…'`");
        continue;
      }
      zone = span;
      file.statements.emplace_back(ast::TimeZone{read_text(in, clause->string()), span});
    }
    if (statement->policy() != nullptr) {
      if (auto policy = build_policy(in, statement->policy())) file.statements.emplace_back(std::move(*policy));
    }
    if (statement->table() != nullptr) {
      if (auto table = build_table(in, statement->table())) file.statements.emplace_back(std::move(*table));
    }
  }
  return file;
}

}  // namespace pschema
