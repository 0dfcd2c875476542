// SPDX-License-Identifier: EUPL-1.2

// Running text of records: what a unit does, what its articles say, and remarks of the register. It
// is broken into lines of at most kTextLineCharacters, as registers keep it; sometimes with
// quotation marks, or a line break within a line. Pure; safe from any thread.

#pragma once

#include <string_view>

#include "model/unit.h"
#include "tools/values/lists.h"

namespace orgreg::tools {

inline constexpr std::size_t kTextLineCharacters = 70;

// What a text may use of its unit.
struct TextSource {
  Trade trade = Trade::kCompany;
  bool is_party = false;
  bool nynorsk = false;
  bool break_line = false;         // A line break is required, not left to chance.
  std::string_view industry = {};  // Empty if it is not stated.
  std::string_view city = {};
};

model::Lines MakeActivity(const TextSource& source, Random* random);
model::Lines MakePurpose(const TextSource& source, Random* random);

// One or two, the first entered on `day`.
std::vector<model::Notice> MakeNotices(base::Date day, Random* random);

}  // namespace orgreg::tools
