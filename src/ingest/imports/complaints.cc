// SPDX-License-Identifier: EUPL-1.2

#include "ingest/imports/complaints.h"

#include <string_view>
#include <utility>

#include "base/values/ascii.h"

namespace orgreg::ingest {
namespace {

// Each number becomes a placeholder.
void AppendPattern(std::string_view text, std::string* pattern) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t digits = base::CountDigits(text.substr(at));
    pattern->push_back(digits == 0 ? text[at] : '0');
    at += digits == 0 ? 1 : digits;
  }
}

std::string PatternOf(const model::Problems& problems) {
  std::string pattern;
  for (const model::Problem& problem : problems) {
    AppendPattern(problem.path, &pattern);
    pattern.push_back(':');
    AppendPattern(problem.reason, &pattern);
    pattern.push_back(';');
  }
  return pattern;
}

}  // namespace

void Complaints::Add(const model::Problems& problems, std::string place, std::string example) {
  std::string pattern = PatternOf(problems);
  if (const auto known = by_problems_.find(pattern); known != by_problems_.end()) {
    Complaint& complaint = complaints_[known->second];
    ++complaint.more;
    if (complaint.places.size() < kMostPlaces) complaint.places.push_back(std::move(place));
  } else if (complaints_.size() == kMostReasons) {
    ++others_;
  } else {
    by_problems_.emplace(std::move(pattern), complaints_.size());
    complaints_.push_back({.example = std::move(example)});
  }
}

std::vector<std::string> Complaints::Lines() const {
  std::vector<std::string> lines;
  for (const Complaint& complaint : complaints_) {
    lines.push_back(complaint.example);
    if (complaint.more == 0) continue;
    std::string& line =
        lines.emplace_back("… and " + std::to_string(complaint.more) + " more like it: ");
    for (const std::string& place : complaint.places) {
      if (&place != complaint.places.data()) line.append("; ");
      line.append(place);
    }
    if (complaint.more > complaint.places.size()) line.append("; …");
  }
  if (others_ != 0) {
    lines.push_back("… and " + std::to_string(others_) + " bad ones for other reasons");
  }
  return lines;
}

}  // namespace orgreg::ingest
