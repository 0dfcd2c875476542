// Reads financial statements from JSON: one as it is served, which is also how our own
// inventories have them, and all filings of an organisation as they are stored
// (render/statements/json.h). Members stand in any order; those that are not known are dropped
// and named. Amounts are taken digit by digit, as numbers or as texts. A member that is null
// or an empty text is absent; flags that are absent are false, texts empty.
//
// Messages name the member by its path ("regnskap[2].tilDato") and the rule.
//
// A reader owns the parser's buffers: one per thread.

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
  // Reads the one object that `text` holds; JsonReader::kPadding readable bytes follow the
  // text. False, with every problem there is, where it cannot be taken. The accounting year
  // may stand next to the served members; where it does not, it is that of the last day.
  bool ReadStatement(std::string_view text, model::Statement* statement, Problems* problems,
                     std::vector<std::string>* unknown) {
    *statement = {};
    return reader_.Read(model::StatementSchema(), {}, text, statement,
                        {.problems = problems, .unknown = unknown});
  }

  // The same of all filings of an organisation. They come out in order of id.
  bool ReadFilings(std::string_view text, model::Filings* filings, Problems* problems,
                   std::vector<std::string>* unknown) {
    *filings = {};
    return reader_.Read(model::FilingsSchema(), {.form = model::Form::kStored}, text, filings,
                        {.problems = problems, .unknown = unknown});
  }

 private:
  JsonReader reader_;
};

}  // namespace orgreg::records
