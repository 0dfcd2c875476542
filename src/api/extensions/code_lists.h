// SPDX-License-Identifier: EUPL-1.2

// The code lists as a program needs them to offer a choice: whole, with their hierarchy and the
// days on which codes begin and end, the codes below another one right after it. Handlers; see
// context.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "api/interface/context.h"
#include "api/interface/parameter_rows.h"
#include "base/result.h"
#include "base/values/date.h"
#include "model/kind.h"
#include "model/schema/schema.h"
#include "model/unit.h"
#include "model/units/parameters.h"
#include "search/catalog.h"

namespace orgreg::api {

Outcome ShowForms(const Context& context, Reply* reply);
Outcome ShowMunicipalities(const Context& context, Reply* reply);
Outcome ShowSectors(const Context& context, Reply* reply);
Outcome ShowIndustries(const Context& context, Reply* reply);

// The parameters.

inline constexpr ParameterRow kValidOn = {
    .name = "validOn",
    .takes = Takes::kDay,
    .wrong = Reason::kNotDate,
    .empty = Reason::kNotDate,
    .meaning = "The list of this day instead of today; a past day also gives codes retired since.",
    .meaning_norwegian =
        "Listen for denne dagen i stedet for i dag; en tidligere dag gir også "
        "koder som har utgått siden.",
};
inline constexpr ParameterRow kWithCounts = {
    .name = "counts",
    .takes = Takes::kFlag,
    .wrong = Reason::kNotBoolean,
    .empty = Reason::kNotBoolean,
    .meaning = "Each code has the numbers of live records with it or with a code below it.",
    .meaning_norwegian = "Hver kode har antall aktive poster med den eller en kode under den.",
};
// In the order of model::Edition.
inline constexpr std::array<std::string_view, 2> kEditionNames = {"SN2007", "SN2025"};
inline constexpr ParameterRow kEdition = {
    .name = "version",
    .takes = Takes::kChoice,
    .wrong = Reason::kNotChoice,
    .empty = Reason::kNotChoice,
    .choices = kEditionNames,
    .meaning = "The edition of the classification; without it, that of the day.",
    .meaning_norwegian = "Utgaven av standarden; uten den gjelder dagens.",
};

// The body.

struct ListedCode {
  std::string code = {};
  std::string name = {};
  model::Text name_english = {};
  std::int64_t level = 1;
  model::Text parent = {};
  model::Text used_by = {};  // entity or sub-entity
  model::Day valid_from = {};
  model::Day retired_on = {};
  model::Count entities = {};
  model::Count sub_entities = {};
};
inline constexpr std::array<model::Row, 10> kListedCodeRows = {
    model::Plain<&ListedCode::code>("code"),
    model::Plain<&ListedCode::name>("name"),
    model::Plain<&ListedCode::name_english>("nameEnglish"),
    model::Plain<&ListedCode::level>("level"),
    model::Plain<&ListedCode::parent>("parent"),
    model::Plain<&ListedCode::used_by>("usedBy"),
    model::Plain<&ListedCode::valid_from>("validFrom"),
    model::Plain<&ListedCode::retired_on>("retiredOn"),
    model::Plain<&ListedCode::entities>("entityCount"),
    model::Plain<&ListedCode::sub_entities>("subEntityCount"),
};
inline constexpr model::SchemaOf<ListedCode> kListedCodeSchema = {{.rows = kListedCodeRows}};

struct CodeListBody {
  std::string list = {};
  model::Text version = {};
  std::int64_t count = 0;
  std::vector<ListedCode> codes = {};
};
inline constexpr std::array<model::Row, 4> kCodeListRows = {
    model::Plain<&CodeListBody::list>("list"),
    model::Plain<&CodeListBody::version>("version"),
    model::Plain<&CodeListBody::count>("count"),
    model::List<&CodeListBody::codes>("codes", kListedCodeSchema),
};
inline constexpr model::SchemaOf<CodeListBody> kCodeListSchema = {{.rows = kCodeListRows}};

// The same as values, for pages.

enum class CountedList : std::uint8_t { kForms, kMunicipalities, kSectors, kIndustries };
inline constexpr std::size_t kCountedLists = 4;

// The list of a day, and how many live records have each code or one below it. Reads the stored
// index of each code, so it takes some milliseconds for a large register.
base::Result<CodeListBody> CountCodes(CountedList list, base::Date day,
                                      const search::Catalog& catalog);
// The search parameter that finds the records of the kind with a code of the list; null if the
// kind's records have no such code.
const model::Parameter* ParameterFor(CountedList list, model::Kind kind);

}  // namespace orgreg::api
