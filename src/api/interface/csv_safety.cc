#include "api/interface/csv_safety.h"

#include <array>

#include "api/interface/single_parameters.h"
#include "model/safe_csv.h"

namespace orgreg::api {
namespace {

struct AskedOfCsv {
  bool is_sheet_safe = false;
};

std::optional<search::Reason> TakeSafety(std::string_view value, AskedOfCsv* asked) {
  if (value != model::kSafeInSheets) return search::Reason::kNotSafety;
  asked->is_sheet_safe = true;
  return std::nullopt;
}

constexpr std::array<SingleParameter<AskedOfCsv>, 1> kParameters = {
    {{.name = model::kSafetyParameter, .take = TakeSafety}}};

}  // namespace

bool TakeCsvSafety(const http::Query& query, search::Problems* problems) {
  return TakeParameters<AskedOfCsv>(kParameters, query, problems).is_sheet_safe;
}

}  // namespace orgreg::api
