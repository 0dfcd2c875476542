// SPDX-License-Identifier: EUPL-1.2

// The filed financial statements of the entities of a fictional register: which entities file, for
// which years and by which plan, as measured in a real one; the figures are those of
// generate_accounts.h. Most of them have three years, some older ones that are no longer served;
// large parents file for their group too, under the same journal number; a few statements were
// filed twice, and the later one counts; banks, insurers and some others file by plans that are not
// served.
//
// Journal numbers and ids are given in the order of the calls, and ascend with the year of receipt:
// the same entities in the same order give the same. One thread.

#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "model/statements/statements.h"
#include "model/unit.h"
#include "tools/units/plan.h"

namespace orgreg::tools {

// The numbers of filings, by the year in which they were received.
class FilingNumbers {
 public:
  static constexpr int kFirstYear = 2005;
  static constexpr int kLastYear = 2026;

  // For a register of this many entities.
  explicit FilingNumbers(std::uint64_t entities);

  std::int32_t NextId(int year);
  // The year and six digits, which start again after a million.
  std::string NextJournalNumber(int year);

 private:
  static constexpr std::size_t kYears = kLastYear - kFirstYear + 1;

  std::int32_t ids_a_year_ = 0;
  std::array<std::int32_t, kYears> ids_ = {};
  std::array<std::int32_t, kYears> journals_ = {};
};

class StatementMaker {
 public:
  explicit StatementMaker(const Plan& plan)
      : seed_(plan.seed()), numbers_(plan.Count(Role::kEntity)) {}

  // Replaces *filings by those of the entity, in order of id; false if there are none.
  bool Make(std::uint64_t entity, const model::Unit& unit, model::Filings* filings);

 private:
  std::uint64_t seed_ = 0;
  FilingNumbers numbers_;
};

// A statement in the form of an import: as it is served, and with the accounting year if it is not
// that of the last day.
void AppendGeneratedStatement(const model::Statement& filing, std::string* out);

}  // namespace orgreg::tools
