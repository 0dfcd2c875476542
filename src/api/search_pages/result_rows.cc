// SPDX-License-Identifier: EUPL-1.2

#include "api/search_pages/result_rows.h"

#include <array>
#include <string>
#include <string_view>

#include "api/pages/number_text.h"
#include "api/search_pages/result_unit.h"
#include "model/unit.h"

namespace orgreg::api {
namespace {

using model::Kind;
using model::Unit;

std::string_view TextOf(const model::Text& text) {
  return text ? std::string_view(*text) : std::string_view();
}

// Where the unit is, or where it gets its post.
const model::Address& PlaceOf(Kind kind, const Unit& unit) {
  const model::Address& place =
      kind == Kind::kEntity ? unit.business_address : unit.location_address;
  return place.city || place.municipality ? place : unit.postal_address;
}

// "NESTTUN, BERGEN": the municipality unless it is called like the town.
std::string PlaceText(const model::Address& address) {
  std::string text(TextOf(address.city));
  const std::string_view municipality = TextOf(address.municipality);
  if (municipality.empty() || municipality == text) return text;
  return text.empty() ? std::string(municipality) : text.append(", ").append(municipality);
}

struct TagRow {
  model::Flag Unit::* flag = nullptr;
  std::string_view words = {};
  std::string_view color = {};
};
constexpr std::array kTags = {
    TagRow{&Unit::bankrupt, "unit.tag.bankrupt", "danger"},
    TagRow{&Unit::winding_up, "unit.tag.winding_up", "warning"},
    TagRow{&Unit::compulsory_dissolution, "unit.tag.compulsory", "warning"},
};

void AddTags(const Unit& unit, const Page& page, TemplateDictionary* row) {
  TemplateDictionary* all = nullptr;
  for (const TagRow& tag : kTags) {
    if (unit.*tag.flag != true) continue;
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
  row->ShowSection(TemplateName(section));
}

void AddResult(Kind kind, const Unit& unit, Page* page, TemplateDictionary* list) {
  TemplateDictionary* const row = AddSection(list, "RESULT");
  const std::string number = unit.number.ToString();
  Set(row, "UNIT_LINK", std::string(page->place().home).append("unit/").append(number));
  Set(row, "UNIT_NAME", unit.name ? std::string_view(*unit.name) : number);
  Set(row, "UNIT_NUMBER", OrgNumberText(unit.number));
  ShowAround(row, "HAS_FORM", "UNIT_FORM",
             unit.form.text ? *unit.form.text : TextOf(unit.form.code));
  ShowAround(row, "HAS_PLACE", "UNIT_PLACE", PlaceText(PlaceOf(kind, unit)));
  ShowAround(row, "HAS_INDUSTRY", "UNIT_INDUSTRY", TextOf(unit.industries.front().text));
  ShowAround(row, "HAS_EMPLOYEES", "UNIT_EMPLOYEES", EmployeesText(unit, page->language()));
  AddTags(unit, *page, row);
}

}  // namespace

base::Status AddResults(const search::Catalog& catalog, const search::Page& found, Page* page) {
  if (found.places.empty()) return {};
  TemplateDictionary* const list = AddSection(page->values(), "RESULTS");
  const auto visited = catalog.VisitServed(found, 0, [&](const render::PublicForm& form) {
    AddResult(found.kind, ResultUnit(found.kind, form), page, list);
    return true;
  });
  if (!visited) return visited.error();
  return {};
}

}  // namespace orgreg::api
