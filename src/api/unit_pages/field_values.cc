// SPDX-License-Identifier: EUPL-1.2

#include "api/unit_pages/field_values.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "api/pages/day_text.h"
#include "api/pages/dictionary.h"

namespace orgreg::api {
namespace {

// The sections of web/templates/unit.tpl for groups that do not stand first: one right before the
// accounts, and those that most readers do not look for after them.
struct GroupPlace {
  std::string_view group = {};
  std::string_view section = {};
};
constexpr std::string_view kFirstPlace = "GROUP";
constexpr std::array kOtherPlaces = {
    GroupPlace{"accounts", "ACCOUNTS_GROUP"},
    GroupPlace{"registers", "LATER_GROUP"},
    GroupPlace{"capital", "LATER_GROUP"},
    GroupPlace{"foreign", "LATER_GROUP"},
};

std::string_view PlaceOf(std::string_view group) {
  const auto found = std::ranges::find(kOtherPlaces, group, &GroupPlace::group);
  return found == kOtherPlaces.end() ? kFirstPlace : found->section;
}

// The country that Norwegian addresses leave out.
constexpr std::string_view kHomeCountry = "NO";

std::string_view TextOr(const model::Text& text) {
  return text ? std::string_view(*text) : std::string_view();
}

// The only member of an object that is searched by itself.
std::string_view SearchOfMunicipality() {
  static const std::string_view parameter =
      std::ranges::find_if(FieldRows(), [](const FieldRow& row) {
        return row.group == kPartGroup && !row.search.empty();
      })->search;
  return parameter;
}

bool HasContent(const model::Address& address) { return address != model::Address(); }

}  // namespace

TemplateDictionary* FieldGroup::AddField() {
  if (section_ == nullptr) {
    section_ = AddSection(on_->page->values(), PlaceOf(name_));
    Set(section_, "GROUP_ID", name_);
    Set(section_, "GROUP_NAME", on_->page->Words(std::string("group.").append(name_)));
  }
  return AddSection(section_, "FIELD");
}

void FieldGroup::AddMeaning(std::string_view meaning, TemplateDictionary* field) {
  section_->ShowSection("MEANINGS");
  Set(field, "FIELD_MEANING", meaning);
  field->ShowSection("MEANING");
}

TemplateDictionary* FieldValues::AddValue(std::string_view part) {
  if (field_ == nullptr) {
    field_ = group_->AddField();
    Set(field_, "FIELD_LABEL", row_.Label(on_.language()));
  }
  // Shown sections cost less than added ones, and see the values around them.
  last_ = AddSection(field_, "VALUE");
  last_->ShowSection(part);
  if (!row_.property.empty()) {
    Set(last_, "PROPERTY_NAME", row_.property);
    last_->ShowSection("PROPERTY");
  }
  return last_;
}

TemplateDictionary* FieldValues::AddTextValue(std::string_view part, std::string_view text) {
  TemplateDictionary* const shown = AddValue(part);
  Set(shown, "VALUE_TEXT", text);
  return shown;
}

void FieldValues::AddText(std::string_view text) { AddTextValue("IS_TEXT", text); }

void FieldValues::AddWords(std::string_view text, std::string_view language_code) {
  MarkLanguage(language_code, on_.language(), AddTextValue("IS_TEXT", text));
}

void FieldValues::AddDay(base::Date day) {
  TemplateDictionary* const shown = AddTextValue("IS_DAY", DayText(day, on_.language()));
  Set(shown, "VALUE_DAY", day.ToString());
}

void FieldValues::AddLink(std::string_view text, std::string_view link) {
  Set(AddTextValue("IS_LINK", text), "VALUE_LINK", link);
}

void FieldValues::AddMail(std::string_view address) { AddTextValue("IS_MAIL", address); }

void FieldValues::AddPhone(std::string_view text, std::string_view number) {
  Set(AddTextValue("IS_PHONE", text), "VALUE_NUMBER", number);
}

void FieldValues::AddCode(const model::Text& code, const model::Text& text) {
  if (!code && !text) return;
  TemplateDictionary* const shown = AddValue("IS_CODE");
  if (text) ShowValue(shown, "CODE", "CODE_TEXT", TextOr(code));
  TemplateDictionary* words = shown;
  if (code && !row_.search.empty()) {
    words = AddSection(shown, "SEARCHED");
    Set(words, "VALUE_LINK", LinkToSearch(on_.page->place(), on_.kind, row_.search, *code));
  } else {
    words = AddSection(shown, "UNSEARCHED");
  }
  Set(words, "VALUE_TEXT", text ? TextOr(text) : TextOr(code));
  if (text) MarkLanguage(kRegisterLanguage, on_.language(), words);
}

void FieldValues::AddAddress(const model::Address& address) {
  if (!HasContent(address)) return;
  TemplateDictionary* const shown = AddValue("IS_ADDRESS");
  for (const auto& line : address.lines.value_or(std::vector<model::Text>())) {
    if (line) ShowValue(shown, "LINE", "LINE_TEXT", *line);
  }
  ShowValue(shown, "POSTCODE", "POSTCODE_TEXT", TextOr(address.postcode));
  ShowValue(shown, "TOWN", "TOWN_TEXT", TextOr(address.city));
  if (address.country_code != kHomeCountry) {
    const std::string_view country =
        TextOr(address.country ? address.country : address.country_code);
    ShowValue(shown, "COUNTRY", "COUNTRY_TEXT", country);
  }
  if (!address.municipality && !address.municipality_number) return;
  TemplateDictionary* const place = AddSection(shown, "MUNICIPALITY");
  Set(place, "MUNICIPALITY_TEXT",
      TextOr(address.municipality ? address.municipality : address.municipality_number));
  Show(place, "UNSEARCHED", !address.municipality_number);
  if (!address.municipality_number) return;
  Set(AddSection(place, "SEARCHED"), "VALUE_LINK",
      LinkToSearch(on_.page->place(), on_.kind, SearchOfMunicipality(),
                   *address.municipality_number));
}

void FieldValues::AddNote(std::string_view note) {
  if (last_ != nullptr) Set(AddSection(last_, "NOTE"), "NOTE_TEXT", note);
}

}  // namespace orgreg::api
