// SPDX-License-Identifier: EUPL-1.2

#include "api/extensions/code_lists.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "api/extensions/facet_fields.h"
#include "api/interface/ask.h"
#include "base/result.h"
#include "model/codes/code_list_set.h"
#include "model/codes/code_lists.h"
#include "render/body_json.h"
#include "search/match/value_counts.h"
#include "search/request/query.h"

namespace orgreg::api {
namespace {

using model::CodeRow;
using model::Edition;
using model::Kind;

constexpr std::size_t kCountyDigits = 2;

base::Date Today() {
  const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  return base::Date::FromDays(static_cast<std::int32_t>(today.time_since_epoch().count()));
}

// The codes of a list that are not retired on the day.
std::vector<ListedCode> CodesOf(model::CodeList list, base::Date day) {
  std::vector<ListedCode> codes;
  for (const CodeRow& row : model::CurrentCodeLists().rows(list)) {
    if (row.retired_on && *row.retired_on <= day) continue;
    ListedCode& code = codes.emplace_back(ListedCode{.code = std::string(row.code),
                                                     .name = std::string(row.text),
                                                     .retired_on = row.retired_on});
    if (!row.english.empty()) code.name_english = std::string(row.english);
    if (!row.parent.empty()) code.parent = std::string(row.parent);
    if (list == model::CodeList::kFormCodes) code.used_by = model::RowOf(row.used_by).one;
  }
  return codes;
}

// Puts the codes below another one right after it. The codes are in order of code, in which
// divisions come before sections.
void OrderIndustries(std::vector<ListedCode>* codes) {
  constexpr std::size_t kDivisionDigits = 2;
  std::map<std::string, std::string, std::less<>> sections;  // By division.
  for (const ListedCode& code : *codes) {
    if (code.code.size() == kDivisionDigits) sections.emplace(code.code, code.parent.value_or(""));
  }
  std::map<std::string, std::vector<ListedCode>> in_section;
  for (ListedCode& code : *codes) {
    if (code.code.size() < kDivisionDigits) {
      std::vector<ListedCode>& here = in_section[code.code];
      here.insert(here.begin(), std::move(code));
      continue;
    }
    const auto section = sections.find(std::string_view(code.code).substr(0, kDivisionDigits));
    in_section[section == sections.end() ? "" : section->second].push_back(std::move(code));
  }
  codes->clear();
  for (auto& [section, here] : in_section) std::ranges::move(here, std::back_inserter(*codes));
}

// Counties, each with its municipalities; an area without a county has none above it.
std::vector<ListedCode> Places(base::Date day) {
  std::vector<ListedCode> places = CodesOf(model::CodeList::kCountyCodes, day);
  const std::size_t counties = places.size();
  for (ListedCode& place : CodesOf(model::CodeList::kMunicipalityCodes, day)) {
    const std::string_view county = std::string_view(place.code).substr(0, kCountyDigits);
    const std::span<const ListedCode> known = std::span(places).first(counties);
    place.level = 2;
    if (std::ranges::find(known, county, &ListedCode::code) != known.end()) place.parent = county;
    places.push_back(std::move(place));
  }
  std::ranges::sort(places, {}, &ListedCode::code);
  return places;
}

std::size_t ParameterOf(const FacetField& field, Kind kind) {
  const std::span<const model::Parameter> parameters = model::Parameters(kind);
  return static_cast<std::size_t>(std::ranges::find_if(parameters, field.is) - parameters.begin());
}

// The live records with any of the codes below a county. A record may have two of them.
base::Result<std::int64_t> CountBelow(const search::Catalog& catalog, const ListedCode& county,
                                      search::Query query, std::span<const ListedCode> codes) {
  for (const ListedCode& code : codes) {
    if (code.parent == county.code) query.criteria.front().texts.push_back(code.code);
  }
  query.page.size = 1;
  const search::Page page = TRY(catalog.Search(query));
  return static_cast<std::int64_t>(page.total);
}

// Gives each code the number of a kind's live records, if the kind has the field.
base::Status Count(const search::Catalog& catalog, Kind kind, const FacetField& field,
                   model::Count ListedCode::* member, std::vector<ListedCode>* codes) {
  if (!field.IsOf(kind)) return {};
  const search::FieldQuestion question = {.parameter = ParameterOf(field, kind),
                                          .most_values = SIZE_MAX};
  const search::ValueCounts counted =
      TRY(catalog.CountValues({.kind = kind}, std::span(&question, 1)));
  std::map<std::string_view, std::size_t> counts;
  for (const search::ValueCount& value : counted.fields.front().values)
    counts.emplace(value.value, value.count);
  for (ListedCode& code : *codes) {
    const auto found = counts.find(code.code);
    code.*member = found == counts.end() ? 0 : static_cast<std::int64_t>(found->second);
    // Records have industries with all codes above them, but municipalities without a county.
    if (code.code.size() == kCountyDigits && field.is == internal::SearchesMunicipalities) {
      const search::Query query = {.kind = kind, .criteria = {{.parameter = question.parameter}}};
      code.*member = TRY(CountBelow(catalog, code, query, *codes));
    }
  }
  return {};
}

// A list, and the field whose values are its codes.
struct ShownList {
  std::string_view name = {};
  std::string_view field = {};
  // Of an edition, if it is named and the list has several.
  CodeListBody (*make)(base::Date day, std::optional<Edition> named) = nullptr;
};

CodeListBody MakeForms(base::Date day, std::optional<Edition> /*named*/) {
  return {.codes = CodesOf(model::CodeList::kFormCodes, day)};
}
CodeListBody MakeMunicipalities(base::Date day, std::optional<Edition> /*named*/) {
  return {.codes = Places(day)};
}
CodeListBody MakeSectors(base::Date day, std::optional<Edition> /*named*/) {
  return {.codes = CodesOf(model::CodeList::kSectorCodes, day)};
}

// Of the edition that is named, or that the register used on the day.
CodeListBody MakeIndustries(base::Date day, std::optional<Edition> named) {
  const Edition of_day = day < model::kFirstDayOfSn2025 ? Edition::kSn2007 : Edition::kSn2025;
  const Edition edition = named.value_or(of_day);
  const bool is_newest = edition == Edition::kSn2025;
  CodeListBody body{
      .version = std::string(kEditionNames[static_cast<std::size_t>(edition)]),
      .codes =
          CodesOf(is_newest ? model::CodeList::kSn2025Codes : model::CodeList::kSn2007Codes, day)};
  for (ListedCode& code : body.codes) {
    code.level = model::LevelOfIndustry(code.code);
    if (is_newest) {
      code.valid_from = model::kFirstDayOfSn2025;
    } else if (!code.retired_on) {
      code.retired_on = model::kFirstDayOfSn2025;
    }
  }
  OrderIndustries(&body.codes);
  return body;
}

// In the order of CountedList.
constexpr std::array<ShownList, kCountedLists> kShownLists = {
    ShownList{"forms", "organisationForm", MakeForms},
    ShownList{"municipalities", "municipality", MakeMunicipalities},
    ShownList{"sectors", "sector", MakeSectors},
    // The index has the codes of all levels together.
    ShownList{"industries", "industrySection", MakeIndustries},
};
const ShownList& RowOf(CountedList list) { return kShownLists[static_cast<std::size_t>(list)]; }

const FacetField& FieldOf(CountedList list) {
  return *std::ranges::find(kFacetFields, RowOf(list).field, &FacetField::name);
}

base::Status CountAll(CountedList list, const search::Catalog& catalog,
                      std::vector<ListedCode>* codes) {
  const FacetField& field = FieldOf(list);
  TRY(Count(catalog, Kind::kEntity, field, &ListedCode::entities, codes));
  return Count(catalog, Kind::kSubEntity, field, &ListedCode::sub_entities, codes);
}

Outcome Show(CountedList list, const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  if (context.is_hurried) return PutOff{};
  const search::Value* const named = asked.Find(kEdition);
  std::optional<Edition> edition;
  if (named != nullptr) edition = static_cast<Edition>(named->whole);
  CodeListBody body = RowOf(list).make(asked.Day(kValidOn).value_or(Today()), edition);
  if (asked.Whole(kWithCounts) != 0) TRY(CountAll(list, *context.catalog, &body.codes));
  body.list = RowOf(list).name;
  body.count = static_cast<std::int64_t>(body.codes.size());
  render::AppendBody(kCodeListSchema, body, model::Form::kServed, &reply->body());
  return TaggedBody(reply->body());
}

}  // namespace

Outcome ShowForms(const Context& context, Reply* reply) {
  return Show(CountedList::kForms, context, reply);
}
Outcome ShowMunicipalities(const Context& context, Reply* reply) {
  return Show(CountedList::kMunicipalities, context, reply);
}
Outcome ShowSectors(const Context& context, Reply* reply) {
  return Show(CountedList::kSectors, context, reply);
}
Outcome ShowIndustries(const Context& context, Reply* reply) {
  return Show(CountedList::kIndustries, context, reply);
}

base::Result<CodeListBody> CountCodes(CountedList list, base::Date day,
                                      const search::Catalog& catalog) {
  CodeListBody body = RowOf(list).make(day, std::nullopt);
  TRY(CountAll(list, catalog, &body.codes));
  return body;
}

const model::Parameter* ParameterFor(CountedList list, model::Kind kind) {
  const FacetField& field = FieldOf(list);
  return field.IsOf(kind) ? &model::Parameters(kind)[ParameterOf(field, kind)] : nullptr;
}

}  // namespace orgreg::api
