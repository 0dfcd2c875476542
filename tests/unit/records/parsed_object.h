// A JSON object parsed for readers that take one (records/readers/voluntary_record.h and its like).

#pragma once

#include <gtest/gtest.h>
#include <simdjson.h>

#include <string>
#include <string_view>
#include <vector>

#include "records/readers/record_reader.h"
#include "records/readers/supplement.h"
#include "unit/records/problem_texts.h"

namespace orgreg::records {

class ParsedObject {
 public:
  explicit ParsedObject(std::string_view text) {
    const auto error = parser_.parse(text.data(), text.size()).get(object_);
    EXPECT_EQ(error, simdjson::SUCCESS) << text;
  }
  simdjson::dom::object object() const { return object_; }

 private:
  simdjson::dom::parser parser_;
  simdjson::dom::object object_;
};

// What a reader made of a text.
struct ReadResult {
  bool is_taken = false;
  Supplement read = {};
  std::vector<std::string> problems = {};
  std::vector<std::string> unknown = {};
};

template <typename Reader>
ReadResult ReadWith(Reader reader, std::string_view text) {
  const ParsedObject parsed(text);
  ReadResult result;
  Problems problems;
  result.is_taken = reader(parsed.object(), &result.read, &problems, &result.unknown);
  result.problems = TextsOf(problems);
  return result;
}

}  // namespace orgreg::records
