// SPDX-License-Identifier: EUPL-1.2

// The filings of an organisation as the index keeps them: the texts that are served, so that
// nothing is parsed when an answer is made. First how many filings there are; then for each the
// accounting year, and for each field, in the order of StatementFields, one more than the length of
// its text and the text; zero if it is absent. Each number has seven bits in a byte, the lowest
// first; the highest bit says that more follow.
//
// Pure functions; safe from any thread.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/statements/served.h"

namespace orgreg::model {

void AppendKeptFilings(const Filings& filings, std::string* out);

// The filings in order of id; their texts are views of `kept`. False if it has another form.
bool ReadKeptFilings(std::string_view kept, std::vector<ServedStatement>* filings);

}  // namespace orgreg::model
