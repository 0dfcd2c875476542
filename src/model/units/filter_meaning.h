// SPDX-License-Identifier: EUPL-1.2

// The meaning of a search parameter, as a sentence in two languages: derived from its comparison
// and its fields. Pure.

#pragma once

#include <string>

#include "model/units/parameters.h"

namespace orgreg::model {

struct FilterMeaning {
  std::string english = {};
  std::string norwegian = {};
};

// `is_upper` selects the upper end of a range.
FilterMeaning MeaningOf(const Parameter& parameter, bool is_upper);

}  // namespace orgreg::model
