// SPDX-License-Identifier: EUPL-1.2

// Reads financial statements from JSON: one as it is served, which is also its form in our own
// inventories, and all filings of an organisation as they are stored (render/statements/json.h).
// Members come in any order; unknown ones are dropped and reported. Amounts are read digit by
// digit, as numbers or as texts. A member that is null or an empty text is absent; absent flags are
// false, absent texts empty.
//
// Messages have the member's path ("regnskap[2].tilDato") and the rule.
//
// A reader owns the parser's buffers: use one per thread.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/statements/fields.h"
#include "model/statements/statements.h"
#include "records/readers/json_reader.h"
#include "records/readers/problem.h"

namespace orgreg::records {

class StatementReader {
 public:
  // Reads the one object in `text`, which JsonReader::kPadding readable bytes follow. False, with
  // every problem, if it is rejected. The accounting year may be next to the served members; if it
  // is missing, it is the year of the last day.
  bool ReadStatement(std::string_view text, model::Statement* statement, Problems* problems,
                     std::vector<std::string>* unknown) {
    *statement = {};
    return reader_.Read(model::StatementSchema(), {}, text, statement,
                        {.problems = problems, .unknown = unknown});
  }

  // The same for all filings of an organisation. They are returned in order of id.
  bool ReadFilings(std::string_view text, model::Filings* filings, Problems* problems,
                   std::vector<std::string>* unknown) {
    *filings = {};
    return reader_.Read(model::FilingsSchema(), {.form = model::Form::kStored}, text, filings,
                        {.problems = problems, .unknown = unknown});
  }

  // Reads only the ids of stored filings, in a fraction of the time.
  bool ReadFilingIds(std::string_view text, model::Filings* filings, Problems* problems) {
    return reader_.Read(model::FilingIdsSchema(), {.form = model::Form::kStored, .skims = true},
                        text, filings, {.problems = problems});
  }

 private:
  JsonReader reader_;
};

}  // namespace orgreg::records
