#include "recognise/propose.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <variant>

#include "base/overloaded.h"
#include "base/quote.h"
#include "check/check.h"
#include "compile/compile.h"
#include "recognise/level.h"
#include "recognise/write.h"
#include "syntax/format.h"
#include "syntax/parse.h"

namespace pschema {
namespace {

constexpr std::size_t kMostFindings = 12;
constexpr int kMostAttempts = 5;
constexpr const char* kHead = "pschema 1;\n";

/// What the plan of a text does and says.
struct Judgement {
  std::string refused;  // why the text does not read or fit; empty where it does
  std::size_t operations = 0;
  std::vector<Finding> warnings, notes;
  std::map<std::string, std::string> branches;  // that operations and warnings are about, as they are quoted, and why
};

/// What is true today and not of the schema.
bool passing(FindingKind kind) {
  return kind == FindingKind::default_rows || kind == FindingKind::default_unmeasured ||
         kind == FindingKind::move_is_seen || kind == FindingKind::grace_pending;
}

QualifiedName parent_of(const Operation& operation) {
  return std::visit(
      Overloaded{[](const Create& o) { return o.parent; }, [](const Attach& o) { return o.parent; },
                 [](const Detach& o) { return o.parent; }, [](const Drop& o) { return o.parent; },
                 [](const Move& o) { return std::visit([](const auto& into) { return into.parent; }, o.into); }},
      operation.is);
}

Schema read(const ProposalInput& in, const std::string& text, Diagnostics& diagnostics) {
  SourceSet sources;
  const ast::File file = parse(sources, sources.add("proposal", text), diagnostics);
  return check({file}, in.zones, diagnostics);
}

Judgement judge(const ProposalInput& in, const std::string& text) {
  Diagnostics diagnostics;
  const Schema schema = read(in, text, diagnostics);
  const auto first_error = [&] {
    for (const Diagnostic& d : diagnostics.sorted()) {
      if (d.severity == Severity::error) return d.message;
    }
    return std::string();
  };
  if (diagnostics.has_errors()) return {first_error(), 0, {}, {}, {}};
  const auto planned = plan_with_pending(schema, in.catalog, {}, in.catalog.taken_at, kDefaultMaxCreate, diagnostics);
  if (diagnostics.has_errors() || !planned) return {first_error(), 0, {}, {}, {}};
  Judgement judgement{{}, operation_count(planned->plan), {}, {}, {}};
  for (const TablePlan& table : planned->plan.tables) {
    for (const Operation& operation : table.operations) {
      judgement.branches.emplace(
          quote(parent_of(operation)),
          fmt::format("described here, {} would come to a {}", quote(target_of(operation)), verb_of(operation)));
    }
    for (const Finding& finding : table.findings) {
      const bool is_warning = finding.severity == FindingSeverity::warning;
      if (is_warning) judgement.branches.emplace(finding.subject, finding.subject + " " + finding.sentence);
      if (is_warning || !passing(finding.kind))
        (is_warning ? judgement.warnings : judgement.notes).push_back(finding);
    }
  }
  return judgement;
}

/// Of all partitions, the schema that most are in; none where it is the table's own.
std::optional<Identifier> schema_of_partitions(const Table& table) {
  std::map<Identifier, std::size_t> votes;
  for (const auto& [parent, children] : table.children) {
    for (const Relation& child : children) ++votes[child.name.schema];
  }
  const auto most =
      std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == votes.end() || most->first == table.root.name.schema) return std::nullopt;
  return most->first;
}

class TableProposal {
 public:
  TableProposal(const ProposalInput& in, const Table& table) : in_(in), table_(table) {
    for (const PartmanTable& managed : in.partman) {
      if (managed.table == table.root.name) advice_ = advice_of(managed);
    }
  }

  /// The text of the table, or a comment in its place.
  std::string text(std::vector<std::string>& left_out) {
    Caution caution;
    caution.retention = true;
    if (!advice_.keep.empty() && attempt(caution)) return chosen();
    if (attempt({})) return chosen();
    if (!last_shape_) return comment(why_, left_out);
    caution.retention = false;
    for (const auto& [branch, why] : first_.branches) caution.never.insert(branch);
    const std::set<std::string> never = caution.never;
    if (attempt(caution)) return chosen();
    caution.detach_never = true;
    if (attempt(caution)) return chosen();
    caution = {};
    caution.left_out = first_.branches;
    for (int i = 0; i < kMostAttempts; ++i) {
      if (attempt(caution)) return chosen();
      const std::size_t before = caution.left_out.size();
      caution.left_out.insert(last_judgement_.branches.begin(), last_judgement_.branches.end());
      if (caution.left_out.size() == before) break;
    }
    for (const auto& [parent, children] : table_.children)
      caution.left_out.emplace(quote(parent), "described here, something would be done or warned of");
    caution.never = never;
    caution.detach_never = true;
    if (attempt(caution)) return chosen();
    return best_ ? chosen() : comment(why_, left_out);
  }

  /// The first text that is tried, without a look at what its plan would do.
  std::optional<std::string> draft() const {
    const auto shape = recognise({});
    const auto* described = std::get_if<TableShape>(&shape);
    if (!described) return std::nullopt;
    return kHead + table_text(in_.catalog, *described, wording({}));
  }

 private:
  struct Tried {
    std::string text;
    Judgement judgement;
  };

  std::string chosen() const { return findings_text(best_->judgement) + best_->text; }

  /// True where there is nothing left to improve: the plan does nothing and warns of nothing.
  bool attempt(const Caution& caution) {
    const auto shape = recognise(caution);
    last_shape_ = std::holds_alternative<TableShape>(shape);
    if (!last_shape_) {
      why_ = std::get<NotRecognised>(shape).why;
      return false;
    }
    const std::string written = table_text(in_.catalog, std::get<TableShape>(shape), wording(caution));
    Judgement judgement = judge(in_, kHead + written);
    last_judgement_ = judgement;
    if (last_text_.empty() && !caution.retention) {
      last_text_ = written;
      first_ = judgement;
      why_ = why_not(judgement);
    }
    if (!judgement.refused.empty() || judgement.operations > 0) return false;
    const bool clean = judgement.warnings.empty();
    if (!best_ || judgement.warnings.size() < best_->judgement.warnings.size())
      best_ = Tried{written, std::move(judgement)};
    return clean;
  }

  std::variant<TableShape, NotRecognised> recognise(const Caution& caution) const {
    const RecogniseInput input{in_.catalog, table_, in_.candidates, advice_.hint, caution};
    auto level = recognise_level(input, {&table_.root});
    if (auto* no = std::get_if<NotRecognised>(&level)) return *no;
    TableShape shape{table_.root.name, schema_of_partitions(table_), std::get<LevelShape>(level), advice_.notes};
    take_premake(shape);
    return shape;
  }

  /// pg_partman makes so many ahead; where fewer are there now, so few are asked for, and it is said.
  void take_premake(TableShape& shape) const {
    if (!advice_.premake || !shape.root.after) return;
    if (*shape.root.after < *advice_.premake) {
      shape.notes.push_back(
          fmt::format("{} are there after the current one now: say `create current and {} after;` to "
                      "have as many as pg_partman makes",
                      *shape.root.after, *advice_.premake));
    }
    shape.root.after = std::min(*shape.root.after, *advice_.premake);
  }

  Wording wording(const Caution& caution) const {
    Wording words;
    words.detach_never = caution.detach_never;
    if (caution.retention) {
      words.keep = advice_.keep;
      words.drop = advice_.drop;
    }
    return words;
  }

  static std::string why_not(const Judgement& judgement) {
    if (!judgement.refused.empty()) return judgement.refused;
    return fmt::format("its plan would do {} thing{}, however cautious the schema", judgement.operations,
                       judgement.operations == 1 ? "" : "s");
  }

  static std::string findings_text(const Judgement& judgement) {
    std::string text;
    std::size_t told = 0;
    for (const auto* findings : {&judgement.warnings, &judgement.notes}) {
      for (const Finding& finding : *findings) {
        if (++told > kMostFindings) continue;
        text += comment_text("", fmt::format("{}{}: {} {}", findings == &judgement.warnings ? "warning, " : "",
                                             finding_name(finding.kind), finding.subject, finding.sentence));
      }
    }
    if (told > kMostFindings)
      text += comment_text("", fmt::format("and {} more; see `pschema plan`", told - kMostFindings));
    return text;
  }

  std::string comment(const std::string& why, std::vector<std::string>& left_out) const {
    const std::string name = quote(table_.root.name);
    left_out.push_back(name + ": " + why);
    std::string text = comment_text("", fmt::format("{} is left out: {}", name, why));
    for (const std::string& note : advice_.notes) text += comment_text("", note);
    return text + commented(last_text_.empty() ? outline() : last_text_);
  }

  /// A frame to fill in.
  std::string outline() const {
    std::string key;
    for (const KeyPart& part : table_.root.key->parts)
      key += (key.empty() ? "" : ", ") +
             (part.expression.empty() ? quote(part.column) : "(" + printable(part.expression) + ")");
    const std::string_view strategy = strategy_word(table_.root.key->strategy);
    return fmt::format("table {} {{\n  partition by {} ({}){};\n}}\n", quote(table_.root.name), strategy, key,
                       table_.root.key->strategy == Strategy::range  ? " every …"
                       : table_.root.key->strategy == Strategy::hash ? " modulus …"
                                                                     : " { group … in (…); }");
  }

  const ProposalInput& in_;
  const Table& table_;
  PartmanAdvice advice_;
  std::optional<Tried> best_;
  bool last_shape_ = false;
  Judgement first_, last_judgement_;
  std::string last_text_, why_;
};

/// As `pschema fmt` would leave it.
std::string in_one_style(const std::string& text) {
  SourceSet sources;
  Diagnostics diagnostics;
  return format_schema(sources, sources.add("proposal", text), diagnostics).value();
}

/// Is it a partitioned table, and itself no partition?
bool is_root(const Table& table) { return table.root.key && table.root.bound_text.empty(); }

TableSchema named_only(const QualifiedName& name) {
  TableSchema table;
  table.name = name;
  table.root.by = HashBuckets{};
  return table;
}

}  // namespace

Schema schema_of_names(const std::vector<QualifiedName>& names) {
  Schema schema;
  for (const QualifiedName& name : names) schema.tables.push_back(named_only(name));
  return schema;
}

Schema draft_schema(const ProposalInput& in) {
  Schema schema;
  for (const auto& [name, table] : in.catalog.tables) {
    const auto text = is_root(table) ? TableProposal(in, table).draft() : std::nullopt;
    Diagnostics diagnostics;
    Schema draft = text ? read(in, *text, diagnostics) : Schema();
    const bool whole = !diagnostics.has_errors() && draft.tables.size() == 1;
    schema.tables.push_back(whole ? std::move(draft.tables.front()) : named_only(name));
  }
  return schema;
}

Proposal propose(const ProposalInput& in) {
  Proposal proposal;
  proposal.text = fmt::format(
      "{}\n{}", kHead,
      comment_text(
          "",
          fmt::format("From the partitions that were there at {}, by `pschema init`. Compiled against that, it does "
                      "nothing: what shall come and go is for a person to say.",
                      format_utc({in.catalog.taken_at.us / kMicrosPerSecond * kMicrosPerSecond}))));
  for (const auto& [name, table] : in.catalog.tables) {
    if (!is_root(table)) continue;
    proposal.text += "\n" + TableProposal(in, table).text(proposal.left_out);
  }
  const Judgement whole = judge(in, proposal.text);
  if (!whole.refused.empty() || whole.operations > 0)
    throw InternalError("what is proposed for each table does not hold for all together: " + whole.refused);
  proposal.text = in_one_style(proposal.text);
  return proposal;
}

}  // namespace pschema
