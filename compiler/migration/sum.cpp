#include "migration/sum.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/quote.h"

namespace pschema {
namespace {

constexpr std::string_view kHeader =
    "# pschema.sum, format 1. Each migration file: its SHA-256, a running hash over the list so far, its name.\n"
    "# Written by `pschema compile` and `pschema sum`; do not edit, and do not merge by hand: run `pschema sum`.\n";
constexpr std::size_t kHashSize = 64;

struct SumLine {
  std::string hash;
  std::string running;
  std::string file;
};

std::string running_hash(std::string_view before, std::string_view hash, std::string_view file) {
  return sha256_hex(fmt::format("{} {} {}\n", before, hash, file));
}

/// A name as the list and messages show it: one line, whatever bytes it has.
std::string listed(const MigrationFile& file) { return printable(file.name) + ".sql"; }

bool is_hash(std::string_view text) {
  return text.size() == kHashSize && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

/// HASH, a blank, HASH, a blank, NAME.
std::optional<SumLine> parse_line(std::string_view line) {
  constexpr std::size_t kNameAt = 2 * kHashSize + 2;
  if (line.size() <= kNameAt || line[kHashSize] != ' ' || line[kNameAt - 1] != ' ') return std::nullopt;
  const std::string_view hash = line.substr(0, kHashSize);
  const std::string_view running = line.substr(kHashSize + 1, kHashSize);
  if (!is_hash(hash) || !is_hash(running)) return std::nullopt;
  return SumLine{std::string(hash), std::string(running), std::string(line.substr(kNameAt))};
}

SumProblem bad_sum(std::string message) {
  return {Code::bad_sum_file, std::string(kSumFileName), std::move(message)};
}

/// The lines that can be read; the first thing that is wrong with the list itself goes to `problems`.
std::vector<SumLine> parse_sum(std::string_view text, std::vector<SumProblem>& problems) {
  std::vector<SumLine> lines;
  std::string running;
  std::string first_problem;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    std::optional<SumLine> parsed = parse_line(line);
    std::string problem;
    if (!parsed) {
      problem = fmt::format("line {} cannot be read", number);
    } else if (!lines.empty() && lines.back().file >= parsed->file) {
      problem = fmt::format("line {} stands out of order: the list was merged or edited", number);
    } else if (running_hash(running, parsed->hash, parsed->file) != parsed->running) {
      problem = fmt::format("line {} does not follow from the lines above it: the list was merged or edited", number);
    }
    if (first_problem.empty()) first_problem = std::move(problem);
    if (!parsed) continue;
    running = parsed->running;
    lines.push_back(std::move(*parsed));
  }
  if (!first_problem.empty()) problems.push_back(bad_sum(std::move(first_problem)));
  return lines;
}

std::map<std::string, std::string> by_file(std::vector<SumLine> lines) {
  std::map<std::string, std::string> hashes;
  for (SumLine& line : lines) hashes.emplace(std::move(line.file), std::move(line.hash));
  return hashes;
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, 32> digest{};
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1 ||
      size != digest.size()) {
    throw std::runtime_error("OpenSSL has no SHA-256");
  }
  std::string out;
  for (const unsigned char byte : digest) out += fmt::format("{:02x}", static_cast<unsigned>(byte));
  return out;
}

std::string write_sum(const Folder& folder) {
  std::map<std::string, std::string> hashes;  // by listed name
  for (const MigrationFile& file : folder.files) hashes.emplace(listed(file), sha256_hex(file.text));
  std::string out(kHeader);
  std::string running;
  for (const auto& [file, hash] : hashes) {
    running = running_hash(running, hash, file);
    out += fmt::format("{} {} {}\n", hash, running, file);
  }
  return out;
}

std::vector<SumProblem> check_sum(const Folder& folder) {
  std::vector<SumProblem> problems;
  std::map<std::string, std::string> hashes = by_file(parse_sum(folder.sum_text.value_or(std::string()), problems));
  std::vector<SumProblem> of_files;
  for (const MigrationFile& file : folder.files) {
    const std::string name = listed(file);
    const auto line = hashes.find(name);
    if (line == hashes.end()) {
      of_files.push_back({Code::file_unlisted, name, fmt::format("`{}` is not in {}", name, kSumFileName)});
      continue;
    }
    if (line->second != sha256_hex(file.text)) {
      of_files.push_back(
          {Code::file_edited, name, fmt::format("`{}` is not what it was when {} was written", name, kSumFileName)});
    }
    hashes.erase(line);
  }
  for (const auto& [name, hash] : hashes) {
    of_files.push_back(
        {Code::file_missing, name, fmt::format("`{}` is in {}, but not in the folder", name, kSumFileName)});
  }
  std::stable_sort(of_files.begin(), of_files.end(),
                   [](const SumProblem& a, const SumProblem& b) { return a.file < b.file; });
  problems.insert(problems.end(), of_files.begin(), of_files.end());
  return problems;
}

std::map<std::string, std::string> listed_hashes(std::string_view sum_text) {
  std::vector<SumProblem> ignored;
  return by_file(parse_sum(sum_text, ignored));
}

}  // namespace pschema
