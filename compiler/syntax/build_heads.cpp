// The heads of levels.
#include "syntax/build.h"
#include "syntax/gaps.h"
#include "syntax/words.h"

namespace pschema {
namespace {

using P = Grammar;

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

/// The part of a head, which may stand too late: then it is a child of the level.
template <class Part>
Part* part_of(Part* in_head, P::LevelContext* level) {
  if (in_head != nullptr) return in_head;
  for (antlr4::tree::ParseTree* child : level->children) {
    if (auto* part = dynamic_cast<Part*>(child)) return part;
  }
  return nullptr;
}

void build_step(const Reading& in, P::LevelContext* node, ast::Level& level) {
  P::LevelHeadContext* head = node->levelHead();
  if (P::EveryContext* every = part_of(head->every(), node); !broken(every)) {
    P::StartingContext* starting = part_of(every->starting(), node);
    level.every = build_grid(in, every->step(), broken(starting) ? nullptr : starting, nullptr, in.places.of(every));
    level.damaged = level.damaged || !level.every;
  }
  std::vector<P::ThenEveryContext*> all = head->thenEvery();
  for (P::ThenEveryContext* late : node->getRuleContexts<P::ThenEveryContext>()) all.push_back(late);
  for (P::ThenEveryContext* then : all) {
    if (broken(then)) continue;
    const auto grid = build_grid(in, then->step(), then->starting(), then->place(), in.places.of(then));
    level.damaged = level.damaged || !grid;
    if (grid) level.then.push_back(*grid);
  }
}

void build_key(const Reading& in, P::KeyContext* key, ast::Level& level) {
  if (key == nullptr) return;
  for (P::NameContext* node : key->name()) {
    const auto name = broken(node) ? std::nullopt : read_name(in, node);
    level.damaged = level.damaged || !name;
    if (name) level.key.push_back(*name);
  }
}

}  // namespace

void build_head(const Reading& in, P::LevelContext* node, ast::Level& level) {
  P::LevelHeadContext* head = node->levelHead();
  level.damaged = level.damaged || broken(head) || broken(head->key()) || went_over_words(head);
  if (head == nullptr) return;
  if (head->RANGE() != nullptr) level.strategy = ast::Strategy::range;
  if (head->LIST() != nullptr) level.strategy = ast::Strategy::list;
  if (head->HASH() != nullptr) level.strategy = ast::Strategy::hash;
  level.damaged = level.damaged || !level.strategy;
  build_key(in, head->key(), level);
  build_step(in, node, level);
  if (P::EncodingContext* encoding = part_of(head->encoding(), node);
      !broken(encoding) && !broken(encoding->encodingName())) {
    level.encoding = build_encoding(in, encoding);
    level.damaged = level.damaged || !level.encoding;
  }
  if (P::LevelZoneContext* zone = part_of(head->levelZone(), node); !broken(zone) && !broken(zone->string())) {
    level.zone = read_text(in, zone->string());
    level.damaged = level.damaged || !level.zone;
  }
  if (P::ModulusContext* modulus = part_of(head->modulus(), node); !broken(modulus) && !broken(modulus->number())) {
    level.modulus = read_whole(in, modulus->number());
    level.damaged = level.damaged || !level.modulus;
  }
}

}  // namespace pschema
