// SPDX-License-Identifier: EUPL-1.2

// Words are put together from parts by rank, so that a few are frequent. The last functions change
// their letters: capitals, initials, names on the net.

#include "tools/values/words.h"

#include "tools/values/lists.h"

namespace orgreg::tools {
namespace {

const WordLists& Parts() { return GetLists().words; }

// How common the words of a vocabulary are: octaves of ranks, the first words equally.
constexpr int kPlaceOctaves[] = {6, 21};
constexpr int kBrandOctaves[] = {7, 18};

// Spreads ranks over a vocabulary, so that common words do not begin alike. A bijection for sizes
// that the multiplier, a prime, does not divide.
std::uint64_t Spread(std::uint64_t rank, std::uint64_t size) {
  constexpr std::uint64_t kPrime = 2'654'435'761;
  return (rank % size) * (kPrime % size) % size;
}

// Appends a part with a small initial; no letter occurs three times in a row.
void AppendPart(std::string_view part, std::string* word) {
  const std::string small = WithSmallInitial(part);
  const std::size_t size = word->size();
  const bool is_double = size >= 2 && word->at(size - 1) == word->at(size - 2);
  word->append(small, is_double && small.front() == word->back() ? 1 : 0);
}

// One character of two bytes of Latin-1 or Latin Extended-A, made a capital.
void AppendCapital(unsigned char lead, unsigned char tail, std::string* out) {
  constexpr unsigned char kLatin1 = 0xC3;
  constexpr unsigned char kDivisionSign = 0xB7;
  constexpr unsigned char kCaseDistance = 0x20;
  if (lead == kLatin1 && tail >= 0xA0 && tail <= 0xBE && tail != kDivisionSign) {
    tail = static_cast<unsigned char>(tail - kCaseDistance);
  }
  out->push_back(static_cast<char>(lead));
  out->push_back(static_cast<char>(tail));
}

// The form of a two-byte letter beyond ASCII in an address.
std::string_view PlainLetter(unsigned char tail) {
  switch (tail | 0x20U) {
    case 0xA5:
    case 0xA4:
      return "a";
    case 0xA6:
      return "ae";
    case 0xB8:
    case 0xB6:
      return "o";
    case 0xA9:
      return "e";
    case 0xBC:
      return "u";
    default:
      return "";
  }
}

}  // namespace

void AppendPlaceWord(Random* random, std::string* out) {
  const WordLists& lists = Parts();
  const std::uint64_t stems = lists.stem.size();
  const std::uint64_t endings = lists.ending.size();
  const std::uint64_t pairs = stems * endings;
  const std::uint64_t rank = random->Rank(kPlaceOctaves[0], kPlaceOctaves[1]);
  std::string word;
  if (rank < pairs) {
    const std::uint64_t at = Spread(rank, pairs);
    word.append(lists.stem[at / endings]);
    AppendPart(lists.ending[at % endings], &word);
  } else {
    const std::uint64_t at = Spread(rank - pairs, stems * pairs);
    word.append(lists.stem[at / pairs]);
    AppendPart(lists.stem[at / endings % stems], &word);
    AppendPart(lists.ending[at % endings], &word);
  }
  out->append(word);
}

void AppendBrandWord(Random* random, std::string* out) {
  const WordLists& lists = Parts();
  const std::uint64_t starts = lists.brand_start.size();
  const std::uint64_t middles = lists.brand_middle.size();
  const std::uint64_t ends = lists.brand_end.size();
  const std::uint64_t pairs = starts * ends;
  const std::uint64_t rank = random->Rank(kBrandOctaves[0], kBrandOctaves[1]);
  if (rank < pairs) {
    const std::uint64_t at = Spread(rank, pairs);
    out->append(lists.brand_start[at / ends]).append(lists.brand_end[at % ends]);
    return;
  }
  const std::uint64_t at = Spread(rank - pairs, pairs * middles);
  out->append(lists.brand_start[at / (middles * ends)]);
  out->append(lists.brand_middle[at / ends % middles]).append(lists.brand_end[at % ends]);
}

void AppendTradeWord(Random* random, std::string* out) {
  const WordLists& lists = Parts();
  constexpr double kPutTogether = 30;
  if (!random->Percent(kPutTogether)) {
    out->append(lists.trade[random->EarlyOf(lists.trade.size())]);
    return;
  }
  out->append(lists.trade_start[random->EarlyOf(lists.trade_start.size())]);
  out->append(lists.trade_end[random->EarlyOf(lists.trade_end.size())]);
}

void AppendGivenName(Random* random, std::string* out) {
  const Words& names = Parts().given_names;
  constexpr double kDouble = 8;
  out->append(PickOf(names, random));
  if (random->Percent(kDouble)) out->append("-").append(PickOf(names, random));
}

void AppendSurname(Random* random, std::string* out) {
  const Words& names = Parts().surnames;
  constexpr double kCommon = 42;
  constexpr double kDouble = 5;
  if (random->Percent(kCommon)) {
    out->append(PickOf(names, random));
  } else {
    AppendPlaceWord(random, out);
  }
  if (random->Percent(kDouble)) out->append("-").append(PickOf(names, random));
}

void AppendPerson(Random* random, std::string* out) {
  constexpr double kSecondName = 21;
  constexpr double kInitial = 19;
  AppendGivenName(random, out);
  out->push_back(' ');
  if (random->Percent(kSecondName)) {
    AppendGivenName(random, out);
    out->push_back(' ');
  } else if (random->Percent(kInitial)) {
    out->push_back(static_cast<char>('A' + random->Below(20)));
    out->append(". ");
  }
  AppendSurname(random, out);
}

std::string InCapitals(std::string_view text) {
  std::string capitals;
  capitals.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto byte = static_cast<unsigned char>(c);
    const bool is_two_bytes = byte >= 0xC3 && byte < 0xE0 && i + 1 < text.size();
    if (is_two_bytes) {
      AppendCapital(byte, static_cast<unsigned char>(text[++i]), &capitals);
    } else {
      capitals.push_back(c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
    }
  }
  return capitals;
}

std::string WithSmallInitial(std::string_view text) {
  std::string small(text);
  if (small.empty()) return small;
  if (small[0] >= 'A' && small[0] <= 'Z') {
    small[0] = static_cast<char>(small[0] - 'A' + 'a');
  } else if (static_cast<unsigned char>(small[0]) == 0xC3 && small.size() > 1) {
    small[1] = static_cast<char>(static_cast<unsigned char>(small[1]) | 0x20U);
  }
  return small;
}

std::string NetName(std::string_view text) {
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c >= 'A' && c <= 'Z') {
      name.push_back(static_cast<char>(c - 'A' + 'a'));
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      name.push_back(c);
    } else if (static_cast<unsigned char>(c) == 0xC3 && i + 1 < text.size()) {
      name.append(PlainLetter(static_cast<unsigned char>(text[++i])));
    }
  }
  return name.empty() ? "post" : name;
}

}  // namespace orgreg::tools
