// What the bulk files of financial statements are made of: parts, each a half or a whole
// statement as it was filed, with a head and amounts by account code (statement_fields.h has
// the codes). One table says what each element of a head is called and means; elements that
// it lacks mean nothing to us. Constants and pure functions; safe from any thread.

#pragma once

#include <span>
#include <string_view>

#include "model/statements/statements.h"

namespace orgreg::model {

// A head on its way into a statement. The id is given later.
struct StatementHead {
  Statement statement = {};
  // By which rules the accounts were made, for the company and for the group.
  bool is_ifrs[2] = {};             // By StatementType.
  bool is_simplified_ifrs[2] = {};  // The same.
};

struct HeadElement {
  std::string_view name = {};
  // Takes the text, which has no white space around it and is not empty. Says why it cannot
  // be taken; empty where it was.
  std::string_view (*take)(std::string_view text, StatementHead* head) = nullptr;
  bool is_required = false;
};
std::span<const HeadElement> HeadElements();

// Once all elements are taken: what follows from several of them.
void FinishHead(StatementHead* head);

struct BulkNames {
  std::string_view root = {};
  std::string_view part = {};
  std::string_view head = {};
  std::string_view account = {};  // Of which a part has many,
  std::string_view code = {};     // each with a code
  std::string_view sum = {};      // and an amount.
};
extern const BulkNames kBulkNames;

}  // namespace orgreg::model
