// SPDX-License-Identifier: EUPL-1.2

// Reads back a body that this program stored, by its schema. Safe from any thread if each has its
// own reader.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/schema/schema.h"
#include "records/readers/json_reader.h"

namespace orgreg::records {

// JsonReader::kPadding readable bytes follow `text`. kCorrupt if it cannot be read.
template <typename T>
base::Result<T> ReadStored(JsonReader* reader, const model::SchemaOf<T>& schema,
                           std::string_view text) {
  T body;
  Problems problems;
  std::vector<std::string> unknown;
  if (reader->Read(schema, {.form = model::Form::kStored}, text, &body,
                   {.problems = &problems, .unknown = &unknown})) {
    return body;
  }
  return base::Error{base::Code::kCorrupt, body.number.ToString() + ": " + problems.front().Text()};
}

}  // namespace orgreg::records
