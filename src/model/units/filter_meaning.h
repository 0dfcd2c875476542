// What a search parameter asks for, as a sentence in two languages: derived from how it compares
// and from the fields that it compares with. Pure.

#pragma once

#include <string>

#include "model/units/parameters.h"

namespace orgreg::model {

struct FilterMeaning {
  std::string english = {};
  std::string norwegian = {};
};

// `is_upper`: of the upper end of a range.
FilterMeaning MeaningOf(const Parameter& parameter, bool is_upper);

}  // namespace orgreg::model
