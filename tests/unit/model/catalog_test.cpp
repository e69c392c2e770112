#include "model/catalog.h"

#include <gtest/gtest.h>

namespace pschema {
namespace {

QualifiedName name(std::string text) { return {{"public"}, {std::move(text)}}; }

Relation relation(std::string text) {
  Relation r;
  r.name = name(std::move(text));
  return r;
}

Catalog example() {
  Table events;
  events.root = relation("events");
  events.children[name("events")] = {relation("events__a"), relation("events__b")};
  events.children[name("events__a")] = {relation("events__a__h0")};
  Catalog catalog;
  catalog.tables[name("events")] = events;
  return catalog;
}

TEST(Catalog, ChildrenOfARelation) {
  const Catalog catalog = example();
  const Table& events = catalog.tables.at(name("events"));
  EXPECT_EQ(children_of(events, name("events")).size(), 2U);
  EXPECT_EQ(children_of(events, name("events__a")).size(), 1U);
  EXPECT_TRUE(children_of(events, name("events__b")).empty());
}

TEST(Catalog, KindsInWords) {
  EXPECT_EQ(relation_kind_text(RelationKind::foreign_table), "foreign table");
  EXPECT_EQ(relation_kind_text(RelationKind::composite_type), "composite type");
}

}  // namespace
}  // namespace pschema
