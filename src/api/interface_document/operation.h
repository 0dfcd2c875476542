// SPDX-License-Identifier: EUPL-1.2

// What follows from the row of an operation for every list of operations: its statuses, its
// parameters, the media types of its errors, and its sentences. Pure.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "api/interface/route.h"
#include "search/request/parameter.h"

namespace orgreg::api {

// Whether answers of the operation have an entity tag.
bool IsTagged(const RouteRow& row);

// The statuses that the operation answers with in addition to those of its row.
std::vector<std::uint16_t> UsualStatuses(const RouteRow& row);

// The parameters of the operation: its own rows, then those that are derived.
std::vector<search::ParameterRow> AllParameters(const RouteRow& row);

// What documents say of an operation: a line of operation_words.tsv.
struct OperationWords {
  std::string_view operation = {};
  std::string_view group = {};  // The operations that a document lists together.
  std::string_view english = {};
  std::string_view norwegian = {};
};

// In the order of the file.
std::span<const OperationWords> AllOperationWords();

// Null if the operation has no line.
const OperationWords* FindOperationWords(std::string_view operation);

}  // namespace orgreg::api
