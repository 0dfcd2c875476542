#include "ingest/generate_texts.h"

#include <algorithm>
#include <array>
#include <string>

#include "ingest/generate_words.h"

namespace orgreg::ingest {
namespace {

// Puts the unit's own words in place of {i}, {I}, {p} and {b}.
std::string FillIn(std::string_view pattern, const TextSource& source, Random* random) {
  std::string text;
  while (!pattern.empty()) {
    const std::size_t brace = std::min(pattern.find('{'), pattern.size());
    text.append(pattern.substr(0, brace));
    if (brace == pattern.size()) break;
    switch (pattern[brace + 1]) {
      case 'i':
        text.append(WithSmallInitial(source.industry));
        break;
      case 'I':
        text.append(source.industry);
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

// Somebody pressed the wrong key: the break of a line stands within it.
void BreakWithin(std::string* line) {
  const std::size_t space = line->find(' ');
  if (space == std::string::npos) {
    line->push_back('\n');
  } else {
    (*line)[space] = '\n';
  }
}

constexpr double kBrokenLine = 0.3;

}  // namespace

model::Lines MakeActivity(const TextSource& source, Random* random) {
  constexpr double kEmpty = 0.03;
  constexpr double kAnother = 22;
  std::vector<std::optional<std::string>> lines;
  if (!source.break_line && random->Percent(kEmpty)) return lines;
  const WordLists& words = GetLists().words;
  const bool is_association =
      source.trade == Trade::kAssociation || source.trade == Trade::kHousing;
  const Words& usual = is_association ? words.association_activity : words.activity;
  const Words& patterns = source.nynorsk ? words.nynorsk_activity : usual;
  do {
    AppendLines(FillIn(PickOf(patterns, random), source, random), &lines);
  } while (random->Percent(kAnother));
  if (source.break_line || random->Percent(kBrokenLine)) BreakWithin(&*lines.front());
  return lines;
}

model::Lines MakePurpose(const TextSource& source, Random* random) {
  constexpr double kAnother = 12;
  std::vector<std::optional<std::string>> lines;
  do {
    AppendLines(FillIn(PickOf(GetLists().words.purpose, random), source, random), &lines);
  } while (random->Percent(kAnother));
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

}  // namespace orgreg::ingest
