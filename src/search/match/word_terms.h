// SPDX-License-Identifier: EUPL-1.2

// The terms of one segment's names that a word of a query means: those that equal the word, or
// begin with it if the word may go on; and those whose loosened forms do (name_words.h). A query is
// tried in many ways of writing it, most of whose words are the same, so each word is looked up
// once, when it is first asked for.
//
// One thread. The index outlives it, and the spans live as long as it.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "search/columns/doc_set.h"
#include "search/segment/name_index.h"

namespace orgreg::search {

class WordTerms {
 public:
  // If the word is open, it may be the beginning of a longer one.
  WordTerms(const NameIndex& names, std::string word, bool is_open);

  const std::string& word() const { return word_; }
  bool is_open() const { return is_open_; }

  bool HasExact() { return Exact().first != Exact().last; }
  bool HasLoose() { return !Loose().empty(); }

  // The documents of the terms as written.
  std::span<const Postings> ExactParts();
  // The documents of the terms by their loosened forms, those as written among them.
  std::span<const Postings> LooseParts();
  // Of these, only the terms that are written otherwise.
  std::span<const Postings> OtherParts();

  // The same for one document, whose name is read.
  bool IsExactIn(Doc doc) const;
  bool IsLooseIn(Doc doc) const;

 private:
  Range Exact();
  const std::vector<std::uint32_t>& Loose();
  std::vector<Postings> Collect(std::span<const std::uint32_t> terms) const;

  const NameIndex& names_;
  std::string word_;
  bool is_open_;
  std::string loose_word_;
  bool is_loose_open_;
  std::optional<Range> exact_;
  std::optional<std::vector<std::uint32_t>> loose_;  // In order of their loosened forms.
  std::optional<std::vector<Postings>> exact_parts_;
  std::optional<std::vector<Postings>> loose_parts_;
  std::optional<std::vector<Postings>> other_parts_;
};

}  // namespace orgreg::search
