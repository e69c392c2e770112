// Runs a fuzz target without libFuzzer: each file of the corpus as it stands, then mutations of them for some
// seconds. An input that ends the process is left in the file `crash-input` of the working folder.
//
//   TARGET [--seconds N] [--seed N] FILE-OR-FOLDER ... [--suffix .sql]
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "fuzz.h"

namespace {

namespace fs = std::filesystem;

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> corpus_of(const std::vector<fs::path>& places, const std::string& suffix) {
  std::vector<fs::path> files;
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place)) files.push_back(place);
    if (!fs::is_directory(place)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(place)) {
      if (entry.is_regular_file() && entry.path().filename().string().ends_with(suffix))
        files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> corpus;
  for (const fs::path& file : files) corpus.push_back(slurp(file));
  return corpus;
}

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t n) { return n == 0 ? 0 : random() % n; }

/// One small change: a byte, a cut, a piece moved here from anywhere, a piece doubled.
void mutate(std::string& text, const std::vector<std::string>& corpus, Random& random) {
  const std::size_t at = below(random, text.size() + 1);
  const std::size_t length = 1 + below(random, 40);
  switch (below(random, 5)) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(random());
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2: {
      const std::string& other = corpus[below(random, corpus.size())];
      text.insert(at, other, below(random, other.size() + 1), length);
      break;
    }
    case 3:
      text.insert(at, text.substr(at, length));
      break;
    default:
      text.insert(at, 1, "0';\"$\\(){}\n-/*:,"[below(random, 16)]);
      break;
  }
}

void run(const std::string& text, bool keep) {
  if (keep) std::ofstream("crash-input", std::ios::binary) << text;
  LLVMFuzzerTestOneInput(reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<fs::path> places;
  std::string suffix;
  long seconds = 3;
  unsigned long long seed = std::random_device()();
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const std::string value = i + 1 < argc ? argv[i + 1] : "";
    if (word == "--seconds")
      seconds = std::stol(value), ++i;
    else if (word == "--seed")
      seed = std::stoull(value), ++i;
    else if (word == "--suffix")
      suffix = value, ++i;
    else
      places.emplace_back(word);
  }
  const std::vector<std::string> corpus = corpus_of(places, suffix);
  if (corpus.empty()) {
    std::cerr << "no corpus\n";
    return 1;
  }
  std::cout << "seed " << seed << ", " << corpus.size() << " files" << std::endl;
  for (const std::string& text : corpus) run(text, true);
  Random random(seed);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  std::size_t runs = 0;
  for (; std::chrono::steady_clock::now() < end; ++runs) {
    std::string text = corpus[below(random, corpus.size())];
    for (std::size_t n = 1 + below(random, 6); n > 0; --n) mutate(text, corpus, random);
    run(text, true);
  }
  fs::remove("crash-input");
  std::cout << runs << " mutations" << std::endl;
  return 0;
}
