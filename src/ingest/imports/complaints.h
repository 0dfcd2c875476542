// SPDX-License-Identifier: EUPL-1.2

// The problems of an import's records, gathered so that a complaint is made once for all its
// records: with the first of these as an example, the number of the others, and the places of some
// of them. Complaints whose problems differ only in numbers or values are one. One thread.

#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/schema/problem.h"

namespace orgreg::ingest {

class Complaints {
 public:
  static constexpr std::size_t kMostReasons = 100;  // Further ones are counted together.
  static constexpr std::size_t kMostPlaces = 10;    // Of the records after the first.

  // `place` is "line 3, record 2" or a file's name; `example` is the whole complaint about it.
  void Add(const model::Problems& problems, std::string place, std::string example);

  // In order of their first records, each on one or two lines.
  std::vector<std::string> Lines() const;

 private:
  struct Complaint {
    std::string example = {};
    std::uint64_t more = 0;
    std::vector<std::string> places = {};
  };

  std::unordered_map<std::string, std::size_t> by_problems_;
  std::vector<Complaint> complaints_;
  std::uint64_t others_ = 0;
};

}  // namespace orgreg::ingest
