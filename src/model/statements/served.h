// SPDX-License-Identifier: EUPL-1.2

// Financial statements as they are served: the filings of an organisation as texts, and the
// selection among them. All forms of an answer are made from these texts (render/statements/).
//
// All texts are views of the memory that the filings were read from (kept.h). Pure functions; safe
// from any thread.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/statements/statements.h"

namespace orgreg::model {

inline constexpr std::size_t kStatementFieldCount = 46;

// A statement, or a filing that may be a part of one.
struct ServedStatement {
  std::int32_t year = 0;  // The accounting year; selection uses it. Never shown.
  // The text of each field, in the order of StatementFields (fields.h). An absent amount is null.
  std::array<std::string_view, kStatementFieldCount> texts = {};

  // Amounts are the last fields, in the order of their values.
  static constexpr std::size_t PlaceOf(StatementAmount amount) {
    return kStatementFieldCount - kStatementAmounts + static_cast<std::size_t>(amount);
  }
  std::string_view& At(StatementAmount amount) { return texts[PlaceOf(amount)]; }
  std::string_view At(StatementAmount amount) const { return texts[PlaceOf(amount)]; }
  bool Has(std::size_t place) const { return texts[place].data() != nullptr; }
  bool Has(StatementAmount amount) const { return Has(PlaceOf(amount)); }
};

struct StatementFilter {
  std::optional<std::int32_t> year = {};
  std::optional<StatementType> type = {};
};

// The statements of an organisation that are served.
struct Selection {
  std::vector<ServedStatement> statements = {};
  // The plans because of which statements are not served; each once, in order.
  std::vector<std::string> plans_not_served = {};
};

// All filings of one organisation, in order of id.
using ServedFilings = std::span<const ServedStatement>;

// For each type and year the filing with the highest id, among the three accounting years that end
// with the newest of all; then the filter applies. In order of type, then year.
Selection SelectStatements(ServedFilings filings, const StatementFilter& filter);

// The selection for clients without credentials, where they are shown anything: the newest year of
// the company's own statements, reduced.
Selection SelectReduced(ServedFilings filings);

// The filing with the id, of any year and type.
Selection FindStatement(ServedFilings filings, std::int32_t id);

// Removes the amounts that only clients with credentials are shown.
void Reduce(ServedStatement* statement);

}  // namespace orgreg::model
