// SPDX-License-Identifier: EUPL-1.2

#include "api/unit_pages/field_shapes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "api/pages/number_text.h"
#include "api/pages/page.h"
#include "api/unit_pages/contact_links.h"
#include "model/codes/code_successors.h"
#include "model/schema/value.h"
#include "model/units/parameters.h"

namespace orgreg::api {
namespace {

using model::Unit;
using model::ValueKind;

void ShowNumber(const Unit& unit, FieldValues* values) {
  values->AddText(OrgNumberText(unit.number));
}

void ShowForm(const Unit& unit, FieldValues* values) {
  values->AddCode(unit.form.code, unit.form.text);
  if (unit.form.expired_on) values->AddNote(values->on().page->Words("unit.form_expired"));
}

void ShowSuperior(const Unit& unit, FieldValues* values) {
  if (unit.superior)
    values->AddLink(OrgNumberText(*unit.superior),
                    LinkToUnit(values->on().page->place(), *unit.superior));
}

template <auto address>
void ShowAddress(const Unit& unit, FieldValues* values) {
  values->AddAddress(unit.*address);
}

void ShowForeignAddress(const Unit& unit, FieldValues* values) {
  const model::ForeignAddress& address = unit.foreign_register_address;
  values->AddAddress({.country = address.country, .city = address.city, .lines = address.lines});
}

void ShowWebsite(const Unit& unit, FieldValues* values) {
  if (!unit.website) return;
  const std::string link = WebLink(*unit.website);
  link.empty() ? values->AddText(*unit.website) : values->AddLink(*unit.website, link);
}

void ShowMail(const Unit& unit, FieldValues* values) {
  if (!unit.email) return;
  IsMailAddress(*unit.email) ? values->AddMail(*unit.email) : values->AddText(*unit.email);
}

template <auto member>
void ShowPhone(const Unit& unit, FieldValues* values) {
  const model::Text& phone = unit.*member;
  if (!phone) return;
  const std::string number = DialNumber(*phone);
  number.empty() ? values->AddText(*phone) : values->AddPhone(*phone, number);
}

// Stored lines may end within a sentence.
std::string Joined(const model::Lines& lines) {
  std::string text;
  for (const auto& line : *lines) {
    if (!line || line->empty()) continue;
    if (!text.empty()) text.push_back(' ');
    text.append(*line);
  }
  return text;
}

// The entity says which form of Norwegian it writes.
std::string_view LanguageOf(const Unit& unit) {
  const std::string_view nynorsk = WordsFor("language.nn", PageLanguage::kNynorsk);
  return CodeOf(unit.language == nynorsk ? PageLanguage::kNynorsk : PageLanguage::kBokmaal);
}

template <auto member>
void ShowOwnWords(const Unit& unit, FieldValues* values) {
  if (!(unit.*member)) return;
  const std::string text = Joined(unit.*member);
  if (!text.empty()) values->AddWords(text, LanguageOf(unit));
}

void ShowVatDescriptions(const Unit& unit, FieldValues* values) {
  if (!unit.voluntary_vat_descriptions) return;
  for (const auto& line : *unit.voluntary_vat_descriptions) {
    if (line && !line->empty()) values->AddWords(*line, kRegisterLanguage);
  }
}

template <std::size_t index>
void ShowIndustry(const Unit& unit, FieldValues* values) {
  const model::Industry& industry = unit.industries[index];
  values->AddCode(industry.code, industry.text);
  if (!industry.code) return;
  if (model::IsIndustryOfSn2025(*industry.code)) {
    values->AddNote(values->on().page->Words("unit.edition.present"));
  } else if (model::IsIndustryOfSn2007(*industry.code)) {
    values->AddNote(values->on().page->Words("unit.edition.earlier"));
  }
}

// The code alone: its text would say that the unit serves everybody.
void ShowHelperUnit(const Unit& unit, FieldValues* values) {
  if (!unit.helper_unit.code) return;
  values->AddText(*unit.helper_unit.code);
  values->AddNote(values->on().page->Words("unit.helper"));
}

void ShowSector(const Unit& unit, FieldValues* values) {
  values->AddCode(unit.sector.code, unit.sector.text);
}

void ShowEmployees(const Unit& unit, FieldValues* values) {
  const std::string text = EmployeesText(model::EmployeeClass(unit), values->on().language());
  if (!text.empty()) values->AddText(text);
}

void ShowNotices(const Unit& unit, FieldValues* values) {
  if (!unit.notices) return;
  for (const model::Notice& notice : *unit.notices) {
    if (notice.text) values->AddWords(*notice.text, kRegisterLanguage);
    if (!notice.text && notice.type) values->AddText(*notice.type);
    if (notice.text && notice.type) values->AddNote(*notice.type);
    if (notice.entered_on) values->AddDay(*notice.entered_on);
  }
}

template <auto member>
void ShowMoney(const Unit& unit, FieldValues* values) {
  const model::Amount& amount = unit.capital.*member;
  if (amount)
    values->AddText(
        MoneyText(*amount, unit.capital.currency.value_or(""), values->on().language()));
}

void ShowCapitalType(const Unit& unit, FieldValues* values) {
  if (unit.capital.type) values->AddWords(*unit.capital.type, kRegisterLanguage);
}

void ShowHomeForm(const Unit& unit, FieldValues* values) {
  const model::ForeignForm& form = unit.home_country_form;
  if (form.code) values->AddText(*form.code);
  if (form.text) values->AddText(*form.text);
  if (form.text_norwegian) values->AddWords(*form.text_norwegian, kRegisterLanguage);
}

constexpr auto kShapes = std::to_array<std::pair<std::string_view, ShowShape>>({
    {"number", ShowNumber},
    {"form", ShowForm},
    {"unit", ShowSuperior},
    {"business-address", ShowAddress<&Unit::business_address>},
    {"location-address", ShowAddress<&Unit::location_address>},
    {"postal-address", ShowAddress<&Unit::postal_address>},
    {"foreign-address", ShowForeignAddress},
    {"website", ShowWebsite},
    {"email", ShowMail},
    {"phone", ShowPhone<&Unit::phone>},
    {"mobile", ShowPhone<&Unit::mobile>},
    {"purpose", ShowOwnWords<&Unit::purpose>},
    {"activity", ShowOwnWords<&Unit::activity>},
    {"vat-descriptions", ShowVatDescriptions},
    {"industry-1", ShowIndustry<0>},
    {"industry-2", ShowIndustry<1>},
    {"industry-3", ShowIndustry<2>},
    {"helper-unit", ShowHelperUnit},
    {"sector", ShowSector},
    {"employees", ShowEmployees},
    {"notices", ShowNotices},
    {"capital", ShowMoney<&model::Capital::amount>},
    {"capital-paid-in", ShowMoney<&model::Capital::paid_in>},
    {"capital-restricted", ShowMoney<&model::Capital::restricted>},
    {"capital-type", ShowCapitalType},
    {"home-form", ShowHomeForm},
});

}  // namespace

ShowShape FindShape(std::string_view name) {
  const auto found =
      std::ranges::find(kShapes, name, &std::pair<std::string_view, ShowShape>::first);
  return found == kShapes.end() ? nullptr : found->second;
}

void ShowPlain(const model::Field& field, const Unit& unit, FieldValues* values) {
  const model::Row& row = field.row;
  if (row.type == nullptr || !row.IsIn(&unit)) return;
  const Page& page = *values->on().page;
  std::string scratch;
  if (const auto* const day = model::ValueOf<model::Day>(row, &unit)) {
    values->AddDay(**day);
  } else if (const auto* const flag = model::ValueOf<model::Flag>(row, &unit)) {
    values->AddText(page.Words(**flag ? "yes" : "no"));
  } else if (const auto* const count = model::ValueOf<model::Count>(row, &unit)) {
    values->AddText(WholeText(**count, page.language()));
  } else if (row.kind == ValueKind::kText || row.kind == ValueKind::kCode) {
    values->AddText(row.type->text(row.find(&unit), &scratch));
  }
}

}  // namespace orgreg::api
