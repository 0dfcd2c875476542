// SPDX-License-Identifier: EUPL-1.2

// Opens and reads a segment file that was damaged: bits flipped, pages zeroed, swapped or put in
// place of others, the end cut off or added to. Every answer is the one that the undamaged file
// gave, or an error. Only one who can compute the checksums could make it give another.
//
// The first two bytes choose questions; each six bytes after them are a damage: its kind, its place
// (three bytes) and a further number (two).

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/damage.h"
#include "fuzz/scratch_folder.h"
#include "model/unit.h"
#include "search/catalog.h"
#include "search/request/parse_query.h"
#include "search/segment/segment.h"

namespace {

namespace base = orgreg::base;
namespace model = orgreg::model;
namespace search = orgreg::search;
using model::Kind;
using Arguments = std::vector<search::Argument>;
using Answer = std::optional<std::string>;  // Nothing: an error.

constexpr std::uint32_t kFirst = 900'000'000;
constexpr std::uint32_t kUnits = 700;
constexpr std::size_t kPageBytes = 4096;

model::Unit MakeUnit(std::uint32_t at) {
  constexpr std::array kWords = {"FJELL", "BYGG", "NORD", "ØST", "ENERGI", "VIK", "SALG"};
  model::Unit unit{.number = base::OrgNumber(kFirst + 2 * at)};
  if (at % 11 == 3) {
    unit.state = at % 2 == 0 ? model::State::kDeleted : model::State::kRemoved;
    unit.deleted_on = base::Date::FromDays(static_cast<std::int32_t>(at));
  }
  if (unit.state == model::State::kRemoved) return unit;
  unit.name = std::string(kWords[at % 7]) + " " + kWords[at / 7 % 7] + (at % 3 == 0 ? " AS" : "");
  unit.form = {.code = at % 4 == 0 ? "ASA" : "AS", .text = "Aksjeselskap"};
  unit.employees = at % 40;
  unit.bankrupt = at % 13 == 0;
  unit.industries[0] = {.code = at % 5 == 0 ? "41.000" : "62.010", .text = "Programmering"};
  unit.business_address.municipality_number = std::to_string(1100 + at % 30);
  unit.business_address.city = kWords[at % 5];
  unit.registered_on = base::Date::FromDays(static_cast<std::int32_t>(9000 + 3 * at));
  unit.purpose.emplace().emplace_back("Formål nummer " + std::to_string(at));
  return unit;
}

// Queries of all kinds of indexes.
const std::vector<Arguments>& Questions() {
  static const std::vector<Arguments> questions = {
      {},
      {{"navn", "fjell"}, {"size", "50"}},
      {{"navn", "nord fj"}},
      {{"navn", "enrgi"}},
      {{"navn", "bygg"}, {"sort", "navn,DESC"}},
      {{"organisasjonsform", "ASA"}, {"sort", "antallAnsatte,DESC"}},
      {{"kommunenummer", "1105,1106"}},
      {{"fraAntallAnsatte", "20"}, {"tilAntallAnsatte", "30"}, {"page", "2"}},
      {{"konkurs", "true"}, {"sort", "registreringsdatoEnhetsregisteret"}},
      {{"naeringskode", "41"}, {"forretningsadresse.poststed", "nord"}},
      {{"fraRegistreringsdatoEnhetsregisteret", "1996-01-01"}, {"size", "100"}},
      {{"organisasjonsnummer", "900000000,900000006,900000007"}}};
  return questions;
}

std::shared_ptr<const search::Catalog> Join(search::Layers entities) {
  static const search::Layers sub_entities = search::LayUpon(
      {}, *search::SegmentBuilder(Kind::kSubEntity, "").Build(search::SegmentIdentity()));
  return std::make_shared<const search::Catalog>(
      search::Catalog::LayersByKind{std::move(entities), sub_entities}, search::Catalog::State());
}

Answer TextOf(const search::Catalog& catalog, const base::Result<search::Page>& page) {
  if (!page) return std::nullopt;
  const auto served = catalog.Served(*page);
  if (!served) return std::nullopt;
  std::string text = std::to_string(page->total);
  for (const auto& form : *served) text.append("\n").append(form.text());
  return text;
}

Answer LookUp(const search::Catalog& catalog, std::uint32_t at) {
  const auto found = catalog.Lookup(Kind::kEntity, base::OrgNumber(kFirst + at));
  if (!found) return std::nullopt;
  if (!*found) return "none";
  return std::to_string(static_cast<int>((*found)->state)) + " " +
         std::string((*found)->record.served().text());
}

Answer Walk(const search::Catalog& catalog, const search::Query& query) {
  auto walk = catalog.Walk(query);
  if (!walk) return std::nullopt;
  std::string text = std::to_string(walk->count());
  while (true) {
    const auto next = walk->Next();
    if (!next) return std::nullopt;
    if (!*next) return text;
    text.append("\n").append((*next)->text());
  }
}

search::Query QueryOf(std::size_t question) {
  search::Problems problems;
  return search::ParseQuery(Kind::kEntity, Questions()[question], &problems);
}

// The answer to a question by its number: a look-up, a page, or all matches.
constexpr std::size_t kLookUps = 2 * kUnits + 1;
std::size_t QuestionCount() { return kLookUps + 2 * Questions().size(); }
Answer Ask(const search::Catalog& catalog, std::size_t question) {
  if (question < kLookUps) return LookUp(catalog, static_cast<std::uint32_t>(question));
  question -= kLookUps;
  const search::Query query = QueryOf(question / 2);
  return question % 2 == 0 ? TextOf(catalog, catalog.Search(query)) : Walk(catalog, query);
}

// A segment with its file and the answers that it gives undamaged.
class Sample {
 public:
  Sample() {
    search::SegmentBuilder builder(Kind::kEntity, path());
    for (std::uint32_t at = 0; at < kUnits; ++at) builder.Add(MakeUnit(at));
    auto segment = std::move(builder).Build({.layout = search::LayoutOf(Kind::kEntity)});
    fuzz::Demand(segment.ok());
    const auto catalog = Join(search::LayUpon({}, *segment));
    for (std::size_t question = 0; question < QuestionCount(); ++question) {
      answers_.push_back(Ask(*catalog, question));
      fuzz::Demand(answers_.back().has_value());
    }
  }

  std::string path() const { return folder_.path() + "/entities.segment"; }
  bool HasAnswer(std::size_t question, const Answer& answer) const {
    return answers_[question] == answer;
  }

 private:
  fuzz::ScratchFolder folder_;
  std::vector<Answer> answers_;
};

// Nothing if it cannot be opened, as the server does it.
std::shared_ptr<const search::Catalog> Open(const std::string& path) {
  const auto file = search::SegmentFile::Open(path);
  if (!file) return nullptr;
  try {
    const auto segment = search::Segment::Open(Kind::kEntity, *file);
    return segment ? Join(search::LayUpon({}, *segment)) : nullptr;
  } catch (const search::DamagedBlock&) {
    return nullptr;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Sample sample;
  static fuzz::DamagedFile file(sample.path());
  constexpr std::size_t kChosen = 2;
  if (size < kChosen) return 0;
  const bool is_damaged = file.Become({data + kChosen, size - kChosen}, kPageBytes);
  const auto catalog = Open(sample.path());
  if (catalog == nullptr) {
    fuzz::Demand(is_damaged);
    return 0;
  }
  const std::size_t first = (std::size_t{256} * data[0] + data[1]) % QuestionCount();
  for (const std::size_t step : {0U, 1U, 900U, 1401U, 1408U, 1417U}) {
    const std::size_t question = (first + step) % QuestionCount();
    const Answer answer = Ask(*catalog, question);
    fuzz::Demand(sample.HasAnswer(question, answer) || (!answer && is_damaged));
  }
  return 0;
}
