// SPDX-License-Identifier: EUPL-1.2

// Patterns are filled with words of the unit and broken into lines, as the register keeps them.

#include "tools/values/texts.h"

#include <algorithm>
#include <array>
#include <string>

#include "tools/values/words.h"

namespace orgreg::tools {
namespace {

// The activity text of a unit, from its industry. Some have not stated theirs.
std::string_view IndustryIn(const TextSource& source) {
  if (!source.industry.empty()) return source.industry;
  switch (source.trade) {
    case Trade::kCompany:
    case Trade::kPerson:
      return "Handel og tjenesteyting";
    case Trade::kPublic:
      return "Offentlig administrasjon";
    default:
      return "Kultur og fritid";
  }
}

const Words& ActivityPatterns(const TextSource& source) {
  const WordLists& words = GetLists().words;
  if (source.is_party) return words.party_activity;
  const bool has_members = source.trade == Trade::kAssociation || source.trade == Trade::kHousing;
  if (source.nynorsk)
    return has_members ? words.nynorsk_association_activity : words.nynorsk_activity;
  switch (source.trade) {
    case Trade::kCompany:
      return words.activity;
    case Trade::kPerson:
      return words.sole_activity;
    case Trade::kAssociation:
      return words.association_activity;
    case Trade::kHousing:
      return words.housing_activity;
    case Trade::kPublic:
      return words.public_activity;
  }
  return words.activity;
}

const Words& PurposePatterns(const TextSource& source) {
  const WordLists& words = GetLists().words;
  if (source.is_party) return words.party_purpose;
  switch (source.trade) {
    case Trade::kCompany:
    case Trade::kPerson:
      return words.purpose;
    case Trade::kAssociation:
      return words.association_purpose;
    case Trade::kHousing:
      return words.housing_purpose;
    case Trade::kPublic:
      return words.public_purpose;
  }
  return words.purpose;
}

// Puts the unit's own words in place of {i}, {I}, {p} and {b}.
std::string FillIn(std::string_view pattern, const TextSource& source, Random* random) {
  std::string text;
  while (!pattern.empty()) {
    const std::size_t brace = std::min(pattern.find('{'), pattern.size());
    text.append(pattern.substr(0, brace));
    if (brace == pattern.size()) break;
    switch (pattern[brace + 1]) {
      case 'i':
        text.append(WithSmallInitial(IndustryIn(source)));
        break;
      case 'I':
        text.append(IndustryIn(source));
        break;
      case 'p':
        text.append(source.city);
        break;
      default:
        AppendPlaceWord(random, &text);
        break;
    }
    pattern.remove_prefix(brace + 3);
  }
  return text;
}

// The end of the first line of `text`: at the last space that keeps it short enough.
std::size_t LineEnd(std::string_view text) {
  std::size_t characters = 0;
  std::size_t last_space = std::string_view::npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins_character = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
    if (text[i] == ' ') last_space = i;
    characters += begins_character ? 1 : 0;
    if (characters > kTextLineCharacters && last_space != std::string_view::npos) return last_space;
  }
  return text.size();
}

void AppendLines(std::string_view text, std::vector<std::optional<std::string>>* lines) {
  while (!text.empty()) {
    const std::size_t end = LineEnd(text);
    lines->emplace_back(std::string(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// An error of input: a line break within the line.
void BreakWithin(std::string* line) {
  const std::size_t space = line->find(' ');
  if (space == std::string::npos) {
    line->push_back('\n');
  } else {
    (*line)[space] = '\n';
  }
}

constexpr double kBrokenLine = 0.3;

// Sentences made from one pattern or several; none is used twice.
std::vector<std::optional<std::string>> MakeSentences(const Words& patterns,
                                                      const TextSource& source, double another,
                                                      Random* random) {
  std::vector<std::optional<std::string>> lines;
  std::vector<std::string_view> used;
  do {
    std::string_view pattern = PickOf(patterns, random);
    while (std::ranges::find(used, pattern) != used.end()) pattern = PickOf(patterns, random);
    used.push_back(pattern);
    AppendLines(FillIn(pattern, source, random), &lines);
  } while (used.size() < patterns.size() && random->Percent(another));
  return lines;
}

}  // namespace

model::Lines MakeActivity(const TextSource& source, Random* random) {
  constexpr double kEmpty = 0.03;
  constexpr double kAnother = 22;
  if (!source.break_line && random->Percent(kEmpty)) return model::Lines::value_type();
  auto lines = MakeSentences(ActivityPatterns(source), source, kAnother, random);
  if (source.break_line || random->Percent(kBrokenLine)) BreakWithin(&*lines.front());
  return lines;
}

model::Lines MakePurpose(const TextSource& source, Random* random) {
  constexpr double kAnother = 12;
  auto lines = MakeSentences(PurposePatterns(source), source, kAnother, random);
  if (random->Percent(kBrokenLine)) BreakWithin(&*lines.back());
  return lines;
}

std::vector<model::Notice> MakeNotices(base::Date day, Random* random) {
  struct Remark {
    std::string_view type;
    std::string_view text;
  };
  constexpr std::array<Remark, 7> kRemarks = {{
      {"FADR", "Foretakets forretningsadresse er registrert som ukjent"},
      {"NAVN", "Foretakets navn er under vurdering, jf. foretaksnavneloven"},
      {"KONT", "Kontaktpersonen har meldt at vervet er fratrådt"},
      {"DAGL", "Daglig leder har meldt fratreden; ny leder er ikke registrert"},
      {"FFØR", "Forretningsfører har meldt at oppdraget er avsluttet"},
      {"REPR", "Norsk representant har meldt at oppdraget er avsluttet"},
      {"SAM", "Det er reist tvist om \"sameiets\" registrerte opplysninger"},
  }};
  constexpr double kSecond = 3;
  std::vector<model::Notice> notices;
  do {
    const Remark& remark = kRemarks[random->EarlyOf(kRemarks.size())];
    notices.push_back(
        {.type = std::string(remark.type), .text = std::string(remark.text), .entered_on = day});
  } while (notices.size() < 2 && random->Percent(kSecond));
  return notices;
}

}  // namespace orgreg::tools
