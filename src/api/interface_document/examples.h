// SPDX-License-Identifier: EUPL-1.2

// Answers of a fixed register, which documents show as examples: lines of examples.tsv. A script
// makes the file from the register of the wire tests, and a test compares it with what the server
// answers (tests/interface/examples.py). Constants, built at first use; safe from any thread.

#pragma once

#include <string_view>

namespace orgreg::api {

struct Example {
  std::string_view operation = {};
  std::string_view type = {};    // The media type of the answer.
  std::string_view target = {};  // Path and query of the request.
  std::string_view body = {};    // As JSON; a text that is not JSON is a string.
};

// Null if there is none.
const Example* FindExample(std::string_view operation, std::string_view type);

}  // namespace orgreg::api
