// SPDX-License-Identifier: EUPL-1.2

#include "model/units/filter_meaning.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "model/units/field.h"

namespace orgreg::model {
namespace {

// The records that a filter keeps; $ is replaced by its fields.
struct Sentences {
  Match match = Match::kNone;
  std::string_view english = {};
  std::string_view norwegian = {};
  std::string_view upper_english = {};
  std::string_view upper_norwegian = {};
};
constexpr auto kSentences = std::to_array<Sentences>({
    {Match::kAnyCode, "Units whose $ is one of these codes.",
     "Enheter der $ er en av disse kodene."},
    {Match::kIndustry, "Units whose $ is one of these codes or one below them.",
     "Enheter der $ er en av disse kodene eller en underliggende kode."},
    {Match::kFlag, "Units whose $ has this value.", "Enheter der $ har denne verdien."},
    {Match::kDayRange, "Units whose $ is this day or later.",
     "Enheter der $ er denne dagen eller senere.", "Units whose $ is this day or earlier.",
     "Enheter der $ er denne dagen eller tidligere."},
    {Match::kEmployees, "Units whose $ is this number or more; 1 stands for 1 to 4.",
     "Enheter der $ er dette tallet eller høyere; 1 står for 1 til 4.",
     "Units whose $ is this number or less.", "Enheter der $ er dette tallet eller lavere."},
    {Match::kWords, "Units whose $ has each of these words.",
     "Enheter der $ inneholder hvert av disse ordene."},
    {Match::kAnyWords, "Units whose $ has each word of one of these texts.",
     "Enheter der $ inneholder hvert ord i en av disse tekstene."},
    {Match::kWebSite, "Units whose $ is this web address, however it is written.",
     "Enheter der $ er denne nettadressen, uansett skrivemåte."},
    {Match::kAnyWholeText, "Units whose $ has one of these texts as a whole line.",
     "Enheter der $ har en av disse tekstene som en hel linje."},
    {Match::kName, "Units whose $ has words like these.",
     "Enheter der $ har ord som ligner disse."},
    {Match::kNumber, "Units whose $ is this organisation number.",
     "Enheter der $ er dette organisasjonsnummeret."},
    {Match::kNumbers, "Units whose $ is one of these organisation numbers.",
     "Enheter der $ er et av disse organisasjonsnumrene."},
});

std::string Filled(std::string_view sentence, const Parameter& parameter, std::string_view joint) {
  std::string paths;
  for (const Field* const field : parameter.fields)
    paths.append(paths.empty() ? "" : joint).append(field->Path());
  const std::size_t hole = sentence.find('$');
  return std::string(sentence.substr(0, hole)).append(paths).append(sentence.substr(hole + 1));
}

}  // namespace

FilterMeaning MeaningOf(const Parameter& parameter, bool is_upper) {
  const auto* const row = std::ranges::find(kSentences, parameter.match, &Sentences::match);
  if (row == kSentences.end()) return {};
  return {
      .english = Filled(is_upper ? row->upper_english : row->english, parameter, " or "),
      .norwegian = Filled(is_upper ? row->upper_norwegian : row->norwegian, parameter, " eller ")};
}

}  // namespace orgreg::model
