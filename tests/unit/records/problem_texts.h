// SPDX-License-Identifier: EUPL-1.2

// Problems as a person reads them, for comparing.

#pragma once

#include <string>
#include <vector>

#include "records/readers/problem.h"

namespace orgreg::records {

inline std::vector<std::string> TextsOf(const Problems& problems) {
  std::vector<std::string> texts;
  for (const Problem& problem : problems) texts.push_back(problem.Text());
  return texts;
}

}  // namespace orgreg::records
