// SPDX-License-Identifier: EUPL-1.2

#include "api/unit_pages/unit_sources.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "api/answers/media_types.h"
#include "api/pages/day_text.h"
#include "api/pages/dictionary.h"
#include "base/threads/per_thread.h"
#include "model/codes/voluntary_lists.h"
#include "model/registers/cadastral.h"
#include "model/registers/voluntary.h"
#include "model/resources.h"
#include "records/readers/json_reader.h"

namespace orgreg::api {
namespace {

using model::Kind;

// The most cadastral units that a page lists.
constexpr std::size_t kMostCadastralUnits = 20;

// The path of an operation without its first '/', as it follows the root of the pages.
std::string WithoutSlash(std::string_view path) { return std::string(path.substr(1)); }

std::string RecordPath(const ShownUnit& on) {
  return fmt::format("{}/{}/{}", WithoutSlash(model::kApiPath), model::CollectionOf(on.kind),
                     on.number().ToString());
}

void AddSource(const ShownUnit& on, std::string_view key, std::string_view path) {
  TemplateDictionary* const source = AddSection(on.page->values(), "SOURCE");
  Set(source, "SOURCE_NAME", on.page->Words(key));
  Set(source, "SOURCE_LINK", std::string(on.page->place().root).append(path));
}

base::Status AddVoluntary(const search::Catalog& catalog, const ShownUnit& on) {
  const auto found = TRY(catalog.Lookup(Kind::kVoluntary, on.number()));
  if (!found || found->record.empty()) return {};
  static base::PerThread<records::JsonReader> readers;
  std::string plain;
  found->record.served().AppendPlainTo(&plain);
  plain.reserve(plain.size() + records::JsonReader::kPadding);
  model::Voluntary entry;
  records::Problems problems;
  readers.Get().Read(model::kVoluntarySchema, {.form = model::Form::kServed, .skims = true}, plain,
                     &entry, {.problems = &problems});
  TemplateDictionary* const shown = AddSection(on.page->values(), "VOLUNTARY");
  Set(shown, "VOLUNTARY_LINK",
      fmt::format("{}{}/{}/{}", on.page->place().root, WithoutSlash(model::kVoluntaryApiPath),
                  model::kVoluntaryOrganisations, on.number().ToString()));
  const auto add_day = [&](std::string_view section, const model::Day& day) {
    if (!day) return;
    TemplateDictionary* const of_day = AddSection(shown, section);
    Set(of_day, "REGISTER_DATE", DayText(*day, on.language()));
    Set(of_day, "REGISTER_DAY", day->ToString());
  };
  add_day("VOLUNTARY_STRUCK_OFF", entry.struck_off_on);
  // An entity that was deleted has no active entry.
  if (entry.struck_off_on || on.unit.state != model::State::kLive) return {};
  add_day("VOLUNTARY_ENTERED", entry.entered_on);
  Show(shown, "HAS_ACTIVITIES", entry.categories && !entry.categories->empty());
  for (const model::VoluntaryCategory& category :
       entry.categories.value_or(std::vector<model::VoluntaryCategory>())) {
    const model::VoluntaryCode* const listed = model::FindCategory(category.code);
    TemplateDictionary* const activity = AddSection(shown, "VOLUNTARY_ACTIVITY");
    Set(activity, "ACTIVITY_TEXT", listed == nullptr ? category.code : listed->name);
    if (listed != nullptr) MarkLanguage(kRegisterLanguage, on.language(), activity);
  }
  return {};
}

base::Status AddParty(const search::Catalog& catalog, const ShownUnit& on) {
  const auto found = TRY(catalog.Lookup(Kind::kParty, on.number()));
  Show(on.page->values(), "PARTY", found && !found->record.empty());
  return {};
}

std::string NumberOf(const model::CadastralNumber& number) {
  return fmt::format("{:04}-{}/{}/{}/{}", number.municipality, number.farm, number.use,
                     number.lease, number.section);
}

base::Status AddCadastral(const search::Catalog& catalog, const ShownUnit& on) {
  const auto found = TRY(catalog.Lookup(Kind::kCadastral, on.number()));
  if (!found || found->record.empty()) return {};
  const auto units = found->record.cadastral_units().First(kMostCadastralUnits + 1);
  if (units.empty()) return {};
  TemplateDictionary* const shown = AddSection(on.page->values(), "CADASTRAL");
  Show(shown, "CADASTRAL_MORE", units.size() > kMostCadastralUnits);
  for (const model::CadastralUnit& unit : units) {
    if (&unit - units.data() == kMostCadastralUnits) break;
    TemplateDictionary* const row = AddSection(shown, "CADASTRAL_UNIT");
    Set(row, "CADASTRAL_NUMBER", NumberOf(unit.number));
    Set(row, "CADASTRAL_ID", std::to_string(unit.id));
  }
  return {};
}

}  // namespace

void AddSources(const Context& context, const ShownUnit& on) {
  const std::string record = RecordPath(on);
  AddSource(on, "unit.source.record", record);
  AddSource(
      on, "unit.source.state",
      fmt::format("{}/units/{}", WithoutSlash(model::kExtensionsPath), on.number().ToString()));
  const Resource resource = on.kind == Kind::kEntity ? Resource::kEntity : Resource::kSubEntity;
  for (const Offer& offer : OffersOf(resource)) {
    TemplateDictionary* const shown = AddSection(on.page->values(), "OFFER");
    Set(shown, "OFFER_COMMAND",
        fmt::format("curl -H 'Accept: {}' {}{}/{}", offer.type, context.origin, context.pages_root,
                    record));
  }
}

base::Status AddOtherRegisters(const search::Catalog& catalog, const ShownUnit& on) {
  if (on.kind != Kind::kEntity) return {};
  TRY(AddVoluntary(catalog, on));
  TRY(AddParty(catalog, on));
  return AddCadastral(catalog, on);
}

}  // namespace orgreg::api
