// SPDX-License-Identifier: EUPL-1.2

#include "api/search_pages/result_rows.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "api/pages/number_text.h"
#include "api/search_pages/result_unit.h"

namespace orgreg::api {
namespace {

// "NESTTUN, BERGEN": the municipality unless it is called like the town.
std::string PlaceText(const ResultUnit& unit) {
  std::string text(unit.city);
  if (unit.municipality.empty() || unit.municipality == text) return text;
  return text.empty() ? std::string(unit.municipality)
                      : text.append(", ").append(unit.municipality);
}

struct TagRow {
  bool ResultUnit::* flag = nullptr;
  std::string_view words = {};
  std::string_view color = {};
};
constexpr std::array kTags = {
    TagRow{&ResultUnit::bankrupt, "unit.tag.bankrupt", "danger"},
    TagRow{&ResultUnit::winding_up, "unit.tag.winding_up", "warning"},
    TagRow{&ResultUnit::compulsory_dissolution, "unit.tag.compulsory", "warning"},
};

void AddTags(const ResultUnit& unit, const Page& page, TemplateDictionary* row) {
  TemplateDictionary* all = nullptr;
  for (const TagRow& tag : kTags) {
    if (!(unit.*tag.flag)) continue;
    if (all == nullptr) all = AddSection(row, "TAGS");
    TemplateDictionary* const shown = AddSection(all, "TAG");
    Set(shown, "TAG_TEXT", page.Words(tag.words));
    Set(shown, "TAG_COLOR", tag.color);
  }
}

// A section with a value that lies outside of it, which costs less than one of its own.
void ShowAround(TemplateDictionary* row, std::string_view section, std::string_view name,
                std::string_view value) {
  if (value.empty()) return;
  Set(row, name, value);
  row->ShowSection(section);
}

void AddResult(const ResultUnit& unit, Page* page, TemplateDictionary* list) {
  TemplateDictionary* const row = AddSection(list, "RESULT");
  const std::string number = unit.number.ToString();
  Set(row, "UNIT_LINK", std::string(page->place().home).append("unit/").append(number));
  Set(row, "UNIT_NAME", unit.name.empty() ? number : unit.name);
  Set(row, "UNIT_NUMBER", OrgNumberText(unit.number));
  ShowAround(row, "HAS_FORM", "UNIT_FORM", unit.form);
  ShowAround(row, "HAS_PLACE", "UNIT_PLACE", PlaceText(unit));
  ShowAround(row, "HAS_INDUSTRY", "UNIT_INDUSTRY", unit.industry);
  ShowAround(row, "HAS_EMPLOYEES", "UNIT_EMPLOYEES",
             EmployeesText(unit.employees, page->language()));
  AddTags(unit, *page, row);
}

}  // namespace

base::Status AddResults(const search::Catalog& catalog, const search::Page& found, Page* page) {
  if (found.places.empty()) return {};
  TemplateDictionary* const list = AddSection(page->values(), "RESULTS");
  ResultReader& reader = ResultReader::Of(found.kind);
  ResultUnit unit;
  const std::vector<render::PublicForm> records = TRY(catalog.Served(found));
  for (std::size_t at = 0; at < records.size(); ++at) {
    if (at + 1 < records.size()) records[at + 1].Prefetch();
    if (!reader.Read(records[at], &unit))
      return base::Error{base::Code::kCorrupt, "a record is not as it was written"};
    AddResult(unit, page, list);
  }
  return {};
}

}  // namespace orgreg::api
