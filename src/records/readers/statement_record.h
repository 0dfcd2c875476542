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

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/statements/statements.h"
#include "records/readers/problem.h"

namespace orgreg::records {

class StatementReader {
 public:
  StatementReader();
  ~StatementReader();
  StatementReader(StatementReader&&) noexcept;
  StatementReader& operator=(StatementReader&&) noexcept;

  // Reads the one object that `text` holds; RecordReader::kPadding readable bytes follow the
  // text. False, with every problem there is, where it cannot be taken. The accounting year
  // may stand beside the served members; where it does not, the last day of the period tells.
  bool ReadStatement(std::string_view text, model::Statement* statement, Problems* problems,
                     std::vector<std::string>* unknown);

  // The same of all filings of an organisation. They come out in order of id.
  bool ReadFilings(std::string_view text, model::Filings* filings, Problems* problems,
                   std::vector<std::string>* unknown);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

// What must hold of a filing from any source. `where` is how messages begin: empty of a
// statement as it is served, "regnskap[2]." of a filing as it is stored.
void CheckFiling(const model::Statement& filing, std::string_view where, Problems* problems);

}  // namespace orgreg::records
