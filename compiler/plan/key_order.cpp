#include "plan/key_order.h"

#include <algorithm>
#include <map>
#include <set>

namespace pschema {
namespace {

using Children = std::map<QualifiedName, std::vector<Relation>>;
using Names = std::set<QualifiedName>;

/// Both ends of every key.
Names key_ends(const Catalog& catalog) {
  Names names;
  for (const auto& [name, table] : catalog.tables) {
    for (const auto* keys : {&table.outgoing, &table.incoming}) {
      for (const ForeignKey& key : *keys) names.insert({key.from, key.to});
    }
  }
  return names;
}

template <class Found>
void each_below(const Children& children, const Names& names, Found found) {
  for (const auto& [parent, list] : children) {
    for (const Relation& child : list) {
      if (names.count(child.name) > 0) found(child.name);
    }
  }
}

/// The table to whose tree a relation belongs, or belonged before it was detached: for those of `names` alone, since
/// trees are big and keys are few.
std::map<QualifiedName, QualifiedName> roots_of(const Catalog& catalog, Names names) {
  std::map<QualifiedName, QualifiedName> parents, roots;
  for (const auto& [name, orphan] : catalog.orphans) {
    const auto came_from = [&, &parent = orphan.relation.marker->parent](const QualifiedName& relation) {
      parents.emplace(relation, parent);
    };
    if (names.count(name) > 0) came_from(name);
    each_below(orphan.children, names, came_from);
  }
  for (const auto& [relation, parent] : parents) names.insert(parent);
  for (const auto& [name, table] : catalog.tables) {
    const auto belongs = [&, &root = name](const QualifiedName& relation) { roots.emplace(relation, root); };
    each_below(table.children, names, belongs);
  }
  for (const auto& [name, table] : catalog.tables) roots.insert_or_assign(name, name);
  for (const auto& [relation, parent] : parents) {
    if (const auto root = roots.find(parent); root != roots.end()) roots.emplace(relation, root->second);
  }
  return roots;
}

/// By the place of each node in a list: the places of those that it has an edge to, ascending.
using Graph = std::vector<std::set<std::size_t>>;

/// What can be reached from `start` and was not seen before, each node behind all that were reached through it. With
/// a stack of its own: a chain of keys may be long.
void visit(const Graph& graph, std::size_t start, std::vector<bool>& seen, std::vector<std::size_t>& out) {
  if (seen[start]) return;
  seen[start] = true;
  std::vector<std::pair<std::size_t, std::set<std::size_t>::const_iterator>> open{{start, graph[start].begin()}};
  while (!open.empty()) {
    auto& [node, edge] = open.back();
    if (edge == graph[node].end()) {
      out.push_back(node);
      open.pop_back();
      continue;
    }
    const std::size_t next = *edge++;
    if (seen[next]) continue;
    seen[next] = true;
    open.emplace_back(next, graph[next].begin());
  }
}

Graph reversed(const Graph& graph) {
  Graph out(graph.size());
  for (std::size_t from = 0; from < graph.size(); ++from) {
    for (const std::size_t to : graph[from]) out[to].insert(from);
  }
  return out;
}

/// Each node behind those that it has an edge to; the nodes of a circle together, ascending. Circles are the sets in
/// which each reaches each (Kosaraju's algorithm).
std::vector<std::size_t> behind_targets(const Graph& graph) {
  std::vector<std::size_t> finished;
  std::vector<bool> seen(graph.size());
  for (std::size_t node = 0; node < graph.size(); ++node) visit(graph, node, seen, finished);

  const Graph backward = reversed(graph);
  std::vector<std::vector<std::size_t>> circles;  // what references comes first
  seen.assign(graph.size(), false);
  for (auto node = finished.rbegin(); node != finished.rend(); ++node) {
    std::vector<std::size_t> circle;
    visit(backward, *node, seen, circle);
    std::sort(circle.begin(), circle.end());
    if (!circle.empty()) circles.push_back(std::move(circle));
  }
  std::vector<std::size_t> order;
  for (auto circle = circles.rbegin(); circle != circles.rend(); ++circle)
    order.insert(order.end(), circle->begin(), circle->end());
  return order;
}

}  // namespace

std::vector<QualifiedName> along_foreign_keys(const Catalog& catalog) {
  const auto roots = roots_of(catalog, key_ends(catalog));
  std::vector<QualifiedName> tables;
  std::map<QualifiedName, std::size_t> places;
  for (const auto& [name, table] : catalog.tables) {
    places.emplace(name, tables.size());
    tables.push_back(name);
  }
  Graph graph(tables.size());
  for (const auto& [name, table] : catalog.tables) {
    for (const auto* keys : {&table.outgoing, &table.incoming}) {
      for (const ForeignKey& key : *keys) {
        const auto from = roots.find(key.from);
        const auto to = roots.find(key.to);
        if (from == roots.end() || to == roots.end() || from->second == to->second) continue;
        graph[places.at(from->second)].insert(places.at(to->second));
      }
    }
  }
  std::vector<QualifiedName> order;
  for (const std::size_t place : behind_targets(graph)) order.push_back(tables[place]);
  return order;
}

}  // namespace pschema
