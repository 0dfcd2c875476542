// SPDX-License-Identifier: EUPL-1.2

// The results of the readers of supplements for a text.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "records/readers/supplement.h"
#include "unit/records/in_store.h"
#include "unit/records/problem_texts.h"

namespace orgreg::records {

struct ReadResult {
  bool is_taken = false;
  Supplement read = {};
  std::vector<std::string> problems = {};
  std::vector<std::string> unknown = {};
};

inline ReadResult ReadAs(model::Kind kind, std::string_view text) {
  std::string padded;
  padded.reserve(text.size() + RecordReader::kPadding);
  ReadResult result;
  Problems problems;
  result.is_taken = SupplementReader(NumberSealing())
                        .Read(kind, padded.assign(text), &result.read, &problems, &result.unknown);
  result.problems = TextsOf(problems);
  return result;
}

inline base::Status IndexAs(model::Kind kind, std::string_view text, base::OrgNumber number,
                            IndexedSupplement* indexed) {
  return SupplementIndexer(NothingRemoved).Index(kind, {.number = number, .body = text}, indexed);
}

}  // namespace orgreg::records
