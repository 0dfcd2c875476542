// SPDX-License-Identifier: EUPL-1.2

// A Query is the query part of a target, split into its parameters. It keeps the raw text of
// each next to the decoded one, since links and messages repeat the raw one.
//
// Reuse one object for many queries (one per thread): its storage keeps its capacity. Its views
// point into the raw query and into the object, until the next Parse.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orgreg::http {

struct QueryPair {
  std::string_view raw_name = {};
  std::string_view raw_value = {};
  // Decoded: '+' and %20 are spaces. Each is empty where it does not decode.
  std::string_view name = {};
  std::string_view value = {};
  bool has_value = false;  // distinguishes "a=" from "a"
  // False where an escape is broken or the decoded text is not UTF-8. Such a pair is
  // listed with the others, so that an answer can name every bad one.
  bool well_formed = true;
};

class Query {
 public:
  // Cuts `raw` (without the '?') at each '&' and each pair at its first '='. Empty pairs
  // ("a=1&&b=2") are skipped. `raw` must outlive what pairs() gives.
  void Parse(std::string_view raw);

  // The pairs in the order of the query.
  std::span<const QueryPair> pairs() const { return pairs_; }

 private:
  void AddPair(std::string_view raw);
  bool Decode(std::string_view raw, std::string_view* decoded);

  std::vector<QueryPair> pairs_;
  // Decoded text of pairs that hold escapes. Reserved before the first view into it is
  // made, and decoding never lengthens, so it does not move.
  std::string text_;
};

}  // namespace orgreg::http
