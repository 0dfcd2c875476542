#include "render/sheet_safe_csv.h"

#include <algorithm>

namespace orgreg::render {
namespace {

bool BeginsFormula(char c) {
  constexpr std::string_view kBeginnings = "=+-@\t\r\n";
  return kBeginnings.find(c) != std::string_view::npos;
}

}  // namespace

void SheetSafeCsv::Append(std::string_view csv, std::string* out) {
  while (!csv.empty()) {
    // Only a mark ends what lies between cells, and what is inside one.
    if (place_ == Place::kBetweenCells || place_ == Place::kInCell) {
      const std::size_t mark = std::min(csv.find('"'), csv.size());
      out->append(csv.substr(0, mark));
      csv.remove_prefix(mark);
      if (csv.empty()) return;
      place_ = place_ == Place::kInCell ? Place::kBehindMark : Place::kAtBeginning;
    } else if (place_ == Place::kAtBeginning) {
      if (BeginsFormula(csv.front())) out->push_back('\'');
      place_ = csv.front() == '"' ? Place::kBehindMark : Place::kInCell;
    } else {
      place_ = csv.front() == '"' ? Place::kInCell : Place::kBetweenCells;
    }
    out->push_back(csv.front());
    csv.remove_prefix(1);
  }
}

}  // namespace orgreg::render
