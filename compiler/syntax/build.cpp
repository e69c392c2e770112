#include "syntax/build.h"

#include <fmt/format.h>

#include <algorithm>

#include "syntax/gaps.h"
#include "syntax/words.h"

namespace pschema {
namespace {

using P = Grammar;

ast::Block build_block(const Reading& in, P::LevelBlockContext* node);

// --- Levels
// -----------------------------------------------------------------------------------------------------------

/// Is `partition` all that could be read?
bool reads_nothing(P::LevelContext* node) {
  P::LevelHeadContext* head = node->levelHead();
  return broken(node) && node->levelBlock() == nullptr && (head == nullptr || head->children.size() <= 1);
}

/// nullopt where nothing of it could be read.
std::optional<ast::Level> build_level(const Reading& in, P::LevelContext* node) {
  if (reads_nothing(node)) return std::nullopt;
  ast::Level level;
  level.damaged = broken(node) || !skipped_in(node).empty();
  build_head(in, node, level);
  if (node->levelBlock() != nullptr) level.block = build_block(in, node->levelBlock());
  if (broken(node)) level.block.gaps = ast::kAnyGap;
  const Span head = node->levelHead() == nullptr ? in.places.of(node) : in.places.of(node->levelHead());
  level.span = {head.file, in.places.of(node).begin, head.end};
  return level;
}

// --- Other clauses with blocks
// ----------------------------------------------------------------------------------------

ast::Default build_default(const Reading& in, P::DefaultPartitionContext* node) {
  ast::Default result;
  result.damaged = broken(node) || broken(node->defaultHead()) || !skipped_in(node).empty();
  if (node->levelBlock() != nullptr) result.block = build_block(in, node->levelBlock());
  if (broken(node)) result.block.gaps = ast::kAnyGap;
  result.span = in.places.of(node->DEFAULT()->getSymbol());
  P::DefaultHeadContext* head = node->defaultHead();
  if (head == nullptr) return result;
  if (P::StringContext* named = head->string(); !broken(named)) {
    result.named = read_text(in, named);
    result.damaged = result.damaged || !result.named;
  }
  if (head->DRAIN() != nullptr) {
    result.drain = head->ALL() != nullptr ? ast::Drain::all : ast::Drain::wanted;
    result.drain_span = in.places.of(head->DRAIN()->getSymbol());
    if (head->ALL() != nullptr) result.drain_span.end = in.places.of(head->ALL()->getSymbol()).end;
  }
  return result;
}

std::optional<ast::Value> build_value(const Reading& in, P::ValueContext* node) {
  const Span span = in.places.of(node);
  if (node->string() != nullptr) {
    const auto text = read_text(in, node->string());
    return text ? std::optional(ast::Value{ast::ValueKind::string, text->value, span}) : std::nullopt;
  }
  if (node->NULL_() != nullptr) return ast::Value{ast::ValueKind::null, {}, span};
  if (node->TRUE() != nullptr) return ast::Value{ast::ValueKind::boolean, "true", span};
  if (node->FALSE() != nullptr) return ast::Value{ast::ValueKind::boolean, "false", span};
  const auto number = read_number_text(in, node->number());
  if (!number) return std::nullopt;
  return ast::Value{ast::ValueKind::number, *number, span};
}

ast::Group build_group(const Reading& in, P::GroupContext* node) {
  ast::Group group;
  group.damaged = broken(node) || broken(node->groupHead()) || !skipped_in(node).empty();
  if (node->levelBlock() != nullptr) group.block = build_block(in, node->levelBlock());
  if (broken(node)) group.block.gaps = ast::kAnyGap;
  group.span = in.places.of(node->GROUP()->getSymbol());
  P::GroupHeadContext* head = node->groupHead();
  if (head == nullptr) return group;
  group.span.end = std::max(group.span.end, in.places.of(head).end);
  if (P::GroupNameContext* name = head->groupName(); !broken(name)) {
    group.name = read_name(in, name);
    group.damaged = group.damaged || !group.name;
  }
  for (P::ValueContext* value : head->value()) {
    const auto read = broken(value) ? std::nullopt : build_value(in, value);
    group.damaged = group.damaged || !read;
    if (read) group.values.push_back(*read);
  }
  return group;
}

// --- Blocks
// -----------------------------------------------------------------------------------------------------------

template <class T>
void put(ast::Block& block, std::optional<T> clause, ast::Gaps otherwise) {
  if (clause) {
    block.clauses.push_back(ast::Clause{std::move(*clause)});
  } else {
    block.gaps |= otherwise;
  }
}

std::optional<ast::UsePolicy> build_use(const Reading& in, P::UsePolicyContext* node) {
  if (broken(node)) return std::nullopt;
  const auto name = read_name(in, node->name());
  return name ? std::optional(ast::UsePolicy{*name, clause_span(in, node)}) : std::nullopt;
}

std::optional<ast::Named> build_named(const Reading& in, P::NamedContext* node) {
  if (broken(node)) return std::nullopt;
  const auto text = read_text(in, node->string());
  return text ? std::optional(ast::Named{*text, clause_span(in, node)}) : std::nullopt;
}

void build_clause(const Reading& in, P::LevelClauseContext* node, ast::Block& block) {
  if (node->create() != nullptr) put(block, build_create(in, node->create()), gaps_behind(P::CREATE));
  if (node->keep() != nullptr) put(block, build_keep(in, node->keep()), gaps_behind(P::KEEP));
  if (node->detach() != nullptr) put(block, build_detach(in, node->detach()), {});
  if (node->drop() != nullptr) put(block, build_drop(in, node->drop()), {});
  if (node->usePolicy() != nullptr) put(block, build_use(in, node->usePolicy()), gaps_behind(P::POLICY));
  if (node->named() != nullptr) put(block, build_named(in, node->named()), gaps_behind(P::NAMED));
  if (node->leaves() != nullptr) put(block, build_leaves(in, node->leaves()), {});
  if (node->defaultPartition() != nullptr) {
    block.clauses.push_back(ast::Clause{build_default(in, node->defaultPartition())});
  }
  if (node->group() != nullptr) block.clauses.push_back(ast::Clause{build_group(in, node->group())});
  if (node->level() != nullptr) {
    if (auto level = build_level(in, node->level())) block.clauses.push_back(ast::Clause{std::move(*level)});
    if (reads_nothing(node->level())) block.gaps |= gaps_behind(P::PARTITION);
  }
}

ast::Block build_block(const Reading& in, P::LevelBlockContext* node) {
  ast::Block block;
  block.written = true;
  block.span = in.places.of(node);
  block.gaps = broken(node) || unclosed(node->RBRACE()) ? ast::kAnyGap : gaps_in(node);
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
    if (reads_nothing(node->level())) table.gaps |= ast::kAnyGap;
  }
  if (node->leaves() != nullptr) {
    if (auto leaves = build_leaves(in, node->leaves())) table.clauses.emplace_back(std::move(*leaves));
  }
  if (P::InSchemaContext* clause = node->inSchema(); clause != nullptr) {
    const auto name = broken(clause) ? std::nullopt : read_name(in, clause->name());
    if (name) table.clauses.emplace_back(ast::InSchema{*name, clause_span(in, clause)});
    if (!name) table.gaps |= gaps_behind(P::IN);
  }
  if (P::ConvertContext* clause = node->convert(); !broken(clause)) {
    table.clauses.emplace_back(ast::Convert{clause->DEFAULT() != nullptr, clause_span(in, clause)});
  }
  if (P::HistoryContext* clause = node->history(); !broken(clause)) {
    table.clauses.emplace_back(ast::History{clause->RESHAPE() != nullptr, clause_span(in, clause)});
  }
}

/// What stands in the table's block and belongs into its level's: nothing is missing there without it.
void share_gaps(ast::Table& table) {
  for (ast::TableClause& clause : table.clauses) {
    if (auto* level = std::get_if<ast::Level>(&clause)) level->block.gaps |= table.gaps;
  }
}

ast::Table build_table(const Reading& in, P::TableContext* node) {
  ast::Table table;
  P::TableBlockContext* block = node->tableBlock();
  table.gaps = broken(node) || broken(block) || unclosed(block->RBRACE()) ? ast::kAnyGap : gaps_in(block);
  if (block != nullptr) {
    for (antlr4::tree::ParseTree* child : block->children) {
      if (auto* clause = dynamic_cast<P::TableClauseContext*>(child)) build_table_clause(in, clause, table);
      // Behind a level that was ended too early.
      auto* of_level = dynamic_cast<P::LevelClauseContext*>(child);
      auto* level = table.clauses.empty() ? nullptr : std::get_if<ast::Level>(&table.clauses.back());
      if (of_level != nullptr && level != nullptr) build_clause(in, of_level, level->block);
    }
  }
  table.span = in.places.of(node->TABLE()->getSymbol());
  if (node->tableHead() == nullptr) return table;
  table.span.end = std::max(table.span.end, in.places.of(node->tableHead()).end);
  for (P::RelationContext* relation : node->tableHead()->relation()) {
    const auto name = broken(relation) ? std::nullopt : build_relation(in, relation);
    if (name) table.names.push_back(*name);
  }
  return table;
}

ast::Policy build_policy(const Reading& in, P::PolicyContext* node) {
  ast::Policy policy;
  if (node->levelBlock() != nullptr) policy.block = build_block(in, node->levelBlock());
  if (broken(node)) policy.block.gaps = ast::kAnyGap;
  policy.span = in.places.of(node->POLICY()->getSymbol());
  P::PolicyHeadContext* head = node->policyHead();
  if (broken(head) || broken(head->name())) return policy;
  policy.name = read_name(in, head->name());
  policy.span.end = std::max(policy.span.end, in.places.of(head).end);
  return policy;
}

// --- File
// -------------------------------------------------------------------------------------------------------------

void check_version(const Reading& in, P::VersionContext* node) {
  if (broken(node) || in.junk.count(node->number()->getStart()->getTokenIndex()) > 0) return;
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
  P::VersionContext* seen = nullptr;
  for (P::StatementContext* statement : statements) {
    P::VersionContext* version = statement->version();
    if (version == nullptr) continue;
    if (seen == nullptr) {
      check_version(in, version);
      seen = version;
      continue;
    }
    Diagnostic d;
    d.code = Code::duplicate_clause;
    d.message = "the language version stands twice in this file";
    d.span = clause_span(in, version);
    d.others.push_back({clause_span(in, seen), "it stands here already"});
    d.hint = "leave the first one";
    in.diagnostics.add(std::move(d));
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

namespace {

void build_zone(const Reading& in, P::TimeZoneContext* node, std::optional<Span>& seen, ast::File& file) {
  const auto name = broken(node) ? std::nullopt : read_text(in, node->string());
  if (!name) {
    file.zone_damaged = true;
    return;
  }
  const Span span = clause_span(in, node);
  if (seen) {
    Diagnostic d;
    d.code = Code::duplicate_clause;
    d.message = "the file's time zone stands twice";
    d.span = span;
    d.others.push_back({*seen, "it stands here already"});
    d.hint = "a level takes another with `at time zone '…'`";
    in.diagnostics.add(std::move(d));
    return;
  }
  seen = span;
  file.statements.emplace_back(ast::TimeZone{*name, span});
}

/// The table or policy that ends before a token: what lies behind it may belong into its block.
ast::Gaps* gaps_before(std::uint32_t begin, ast::File& file) {
  ast::Gaps* gaps = nullptr;
  for (ast::Statement& statement : file.statements) {
    if (auto* table = std::get_if<ast::Table>(&statement); table != nullptr && table->span.begin < begin) {
      gaps = &table->gaps;
    }
    if (auto* policy = std::get_if<ast::Policy>(&statement); policy != nullptr && policy->span.begin < begin) {
      gaps = &policy->block.gaps;
    }
  }
  return gaps;
}

/// What stands between the statements: another statement that is misspelt, or the rest of a block that was closed too
/// early.
void mark_left_over(const Reading& in, P::FileContext* node, ast::File& file) {
  for (const SkippedClause& clause : skipped_clauses(node)) {
    const std::size_t type = clause.first->getType();
    const bool closed_early = type == P::RBRACE;
    const ast::Gaps gaps = closed_early ? ast::kAnyGap : gaps_behind(type);
    // A policy has a block, a time zone has none.
    const bool unknown = gaps.shape && gaps.create;
    file.damaged = file.damaged || (unknown && clause.has_block);
    file.zone_damaged = file.zone_damaged || (unknown && !clause.has_block);
    ast::Gaps* before = gaps_before(in.places.of(clause.first).begin, file);
    if (before != nullptr && is_keyword(type)) *before |= gaps;
    if (before != nullptr && closed_early) *before |= gaps;
  }
}

}  // namespace

ast::File build_file(const Reading& in, P::FileContext* node) {
  ast::File file;
  file.file = in.places.file();
  check_versions(in, node);
  std::optional<Span> zone;
  for (P::StatementContext* statement : node->statement()) {
    if (P::TimeZoneContext* clause = statement->timeZone()) build_zone(in, clause, zone, file);
    if (statement->policy() != nullptr) file.statements.emplace_back(build_policy(in, statement->policy()));
    if (statement->table() != nullptr) file.statements.emplace_back(build_table(in, statement->table()));
  }
  mark_left_over(in, node, file);
  for (ast::Statement& statement : file.statements) {
    if (auto* table = std::get_if<ast::Table>(&statement)) share_gaps(*table);
  }
  return file;
}

}  // namespace pschema
