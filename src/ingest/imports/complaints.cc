#include "ingest/imports/complaints.h"

#include <utility>

#include "base/values/ascii.h"

namespace orgreg::ingest {
namespace {

// The reason with each number and each quoted value left open.
std::string Pattern(std::string_view reason) {
  std::string pattern;
  for (std::size_t at = 0; at < reason.size();) {
    const char c = reason[at];
    if (c == '"') {
      const std::size_t end = reason.find('"', at + 1);
      at = end == std::string_view::npos ? reason.size() : end + 1;
      pattern.append("\"\"");
    } else if (base::IsDigit(c)) {
      at += base::CountDigits(reason.substr(at));
      pattern.push_back('0');
    } else {
      pattern.push_back(c);
      ++at;
    }
  }
  return pattern;
}

}  // namespace

void Complaints::Add(std::string_view reason, std::string place, std::string example) {
  std::string pattern = Pattern(reason);
  if (const auto known = place_of_reason_.find(pattern); known != place_of_reason_.end()) {
    Complaint& complaint = complaints_[known->second];
    ++complaint.more;
    if (complaint.places.size() < kMostPlaces) complaint.places.push_back(std::move(place));
  } else if (complaints_.size() == kMostReasons) {
    ++others_;
  } else {
    place_of_reason_.emplace(std::move(pattern), complaints_.size());
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
