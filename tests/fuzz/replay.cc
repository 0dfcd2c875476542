// SPDX-License-Identifier: EUPL-1.2

// Runs a fuzz target without a fuzzer: every seed of a folder, then seeds with a few bytes changed,
// always the same ones. Finds old faults again, with all checks of the build; new faults are for
// the fuzzer to find.
//
// replay FOLDER COUNT: exit status 0 if all ran, 1 if there is no seed.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::vector<std::string> ReadSeeds(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  std::vector<std::string> seeds;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return seeds;
}

// One change: a bit flipped, a byte set, a piece cut out, doubled, or taken from another seed.
void Change(const std::vector<std::string>& seeds, std::mt19937_64* random, std::string* input) {
  const auto below = [random](std::size_t bound) {
    return static_cast<std::size_t>((*random)() % std::max<std::size_t>(bound, 1));
  };
  const std::size_t at = below(input->size());
  const std::size_t length = below(std::min<std::size_t>(input->size() - at, 16) + 1);
  switch (below(5)) {
    case 0:
      if (!input->empty()) (*input)[at] = static_cast<char>((*input)[at] ^ (1 << below(8)));
      break;
    case 1:
      if (!input->empty()) (*input)[at] = static_cast<char>(below(256));
      break;
    case 2:
      input->erase(at, length);
      break;
    case 3:
      input->insert(at, input->substr(at, length));
      break;
    default: {
      const std::string& other = seeds[below(seeds.size())];
      input->insert(at, other.substr(below(other.size()), 16));
    }
  }
}

void Run(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::vector<std::string> seeds = ReadSeeds(argv[1]);
  if (seeds.empty()) {
    std::fprintf(stderr, "%s: has no seeds\n", argv[1]);
    return 1;
  }
  for (const std::string& seed : seeds) Run(seed);
  std::mt19937_64 random{1};
  const long count = std::atol(argv[2]);
  for (long i = 0; i < count; ++i) {
    std::string input = seeds[static_cast<std::size_t>(random()) % seeds.size()];
    for (std::size_t changes = 1 + random() % 4; changes > 0; --changes) {
      Change(seeds, &random, &input);
    }
    Run(input);
  }
  std::printf("%zu seeds and %ld changed ones\n", seeds.size(), count);
  return 0;
}
