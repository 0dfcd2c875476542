// SPDX-License-Identifier: EUPL-1.2

// The content of the bulk files of financial statements: parts, each a half or a whole statement as
// it was filed, with a head and amounts by account code (fields.h has the codes). One table gives
// the name and meaning of each element of a head; elements that it lacks are ignored. Constants and
// pure functions; safe from any thread.

#pragma once

#include <span>
#include <string_view>

#include "model/statements/statements.h"

namespace orgreg::model {

// The head of a part, while it becomes a statement. The id is given later.
struct StatementHead {
  Statement statement = {};
  // The rules by which the accounts were made, for the company and for the group.
  bool is_ifrs[2] = {};             // By StatementType.
  bool is_simplified_ifrs[2] = {};  // The same.
};

struct HeadElement {
  std::string_view name = {};
  // Stores the text, which is not empty and has no white space around it. Returns why it is
  // rejected; empty if it was stored.
  std::string_view (*take)(std::string_view text, StatementHead* head) = nullptr;
  bool is_required = false;
};
std::span<const HeadElement> HeadElements();

// Computes what follows from several elements, after all of them are read.
void FinishHead(StatementHead* head);

struct BulkNames {
  std::string_view root = {};
  std::string_view part = {};
  std::string_view head = {};
  std::string_view account = {};  // A part has many of these,
  std::string_view code = {};     // each with a code
  std::string_view sum = {};      // and an amount.
};
extern const BulkNames kBulkNames;

}  // namespace orgreg::model
