// SPDX-License-Identifier: EUPL-1.2

// Three ways to fold, the fastest first: ASCII by a table, the letters of European languages by
// another table (LatinFolds), and all other text with ICU. All give the same result.

#include "base/values/fold.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/ustring.h>
#include <unicode/utf8.h>

#include <array>
#include <cassert>
#include <cstdint>

namespace orgreg::base {
namespace {

constexpr UChar32 kRingAbove = 0x30A;
constexpr UChar32 kSmallARing = 0xE5;

const icu::Normalizer2& CaseFolder() {
  UErrorCode status = U_ZERO_ERROR;
  static const icu::Normalizer2* const instance = icu::Normalizer2::getNFKCCasefoldInstance(status);
  assert(instance != nullptr);
  return *instance;
}

const icu::Normalizer2& Decomposer() {
  UErrorCode status = U_ZERO_ERROR;
  static const icu::Normalizer2* const instance = icu::Normalizer2::getNFKDInstance(status);
  assert(instance != nullptr);
  return *instance;
}

constexpr char kSeparates = 0;

// The folded form of an ASCII character.
constexpr std::array<char, 128> kAsciiFolds = [] {
  std::array<char, 128> folds = {};
  for (char c = '0'; c <= '9'; ++c) folds[static_cast<unsigned char>(c)] = c;
  for (char c = 'a'; c <= 'z'; ++c) {
    folds[static_cast<unsigned char>(c)] = c;
    folds[static_cast<unsigned char>(c - 'a' + 'A')] = c;
  }
  return folds;
}();

// Joins characters that are already folded to words with one space between them.
class WordJoiner {
 public:
  explicit WordJoiner(std::string* out) : out_(out), begin_(out->size()) {}

  void Separate() { is_between_ = true; }
  void Add(char byte) {
    BeginWord();
    out_->push_back(byte);
  }
  void AddCharacter(UChar32 character) {
    if (!u_isalnum(character)) return Separate();
    BeginWord();
    std::array<char, 4> bytes = {};
    std::int32_t length = 0;
    U8_APPEND_UNSAFE(bytes.data(), length, character);
    out_->append(bytes.data(), static_cast<std::size_t>(length));
  }
  void AddAscii(char c) {
    const char folded = kAsciiFolds[static_cast<unsigned char>(c)];
    if (folded == kSeparates) {
      Separate();
    } else {
      Add(folded);
    }
  }

 private:
  void BeginWord() {
    if (is_between_ && out_->size() > begin_) out_->push_back(' ');
    is_between_ = false;
  }

  std::string* out_;
  std::size_t begin_;
  bool is_between_ = false;
};

// Folds a run that has letters beyond ASCII. Decomposition splits é into e and an accent,
// which is then dropped; å alone keeps its ring.
void AddFolded(std::string_view text, WordJoiner* words) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::UnicodeString source = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
  const icu::UnicodeString folded =
      Decomposer().normalize(CaseFolder().normalize(source, status), status);
  for (std::int32_t at = 0; at < folded.length(); at = folded.moveIndex32(at, 1)) {
    const UChar32 character = folded.char32At(at);
    const std::int32_t next = folded.moveIndex32(at, 1);
    if (character == 'a' && next < folded.length() && folded.char32At(next) == kRingAbove) {
      words->AddCharacter(kSmallARing);
      continue;
    }
    const bool is_accent = (U_GET_GC_MASK(character) & U_GC_MN_MASK) != 0;
    if (!is_accent) words->AddCharacter(character);
  }
}

void AppendAnyFolded(std::string_view text, std::string* out) {
  WordJoiner words(out);
  std::size_t at = 0;
  while (at < text.size()) {
    // The longest run that is all ASCII or all beyond it.
    const bool ascii = static_cast<unsigned char>(text[at]) < 0x80U;
    std::size_t end = at;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) < 0x80U) == ascii) ++end;
    if (ascii) {
      // A base letter stays with an accent that follows it as a character of its own.
      if (end < text.size() && end > at) --end;
      for (; at < end; ++at) words.AddAscii(text[at]);
      if (at == text.size()) break;
      end = at + 1;
      while (end < text.size() && static_cast<unsigned char>(text[end]) >= 0x80U) ++end;
    }
    AddFolded(text.substr(at, end - at), &words);
    at = end;
  }
}

// The folded forms of the letters of European languages, looked up instead of worked out. None of
// these characters is an accent, so each is folded alone.
class LatinFolds {
 public:
  LatinFolds() {
    for (std::size_t row = 0; row < folds_.size(); ++row) {
      const auto character = static_cast<unsigned>(kFirst + row);
      const std::array<char, 4> framed = {'x', static_cast<char>(0xC0U | character >> 6U),
                                          static_cast<char>(0x80U | (character & 0x3FU)), 'x'};
      std::string folded;
      AppendAnyFolded({framed.data(), framed.size()}, &folded);
      folds_[row] = folded.substr(1, folded.size() - 2);
    }
  }

  // True for a byte that begins one of them.
  static bool Begins(unsigned char byte) {
    return byte >= (0xC0U | kFirst >> 6U) && byte < (0xC0U | kEnd >> 6U);
  }
  // Folded letters, with a space where a word ends.
  std::string_view Of(unsigned char first, unsigned char second) const {
    return folds_[((first & 0x1FU) << 6U | (second & 0x3FU)) - kFirst];
  }

 private:
  static constexpr unsigned kFirst = 0x80;
  static constexpr unsigned kEnd = 0x240;  // A multiple of 64.
  std::array<std::string, kEnd - kFirst> folds_;
};

// False, with something appended, where there is a character that the table does not know.
bool TryAppendLatin(std::string_view text, std::string* out) {
  static const LatinFolds folds;
  WordJoiner words(out);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80U) {
      words.AddAscii(text[at]);
      continue;
    }
    if (!LatinFolds::Begins(byte) || ++at == text.size()) return false;
    const auto next = static_cast<unsigned char>(text[at]);
    if ((next & 0xC0U) != 0x80U) return false;
    for (const char c : folds.Of(byte, next)) {
      if (c == ' ') {
        words.Separate();
      } else {
        words.Add(c);
      }
    }
  }
  return true;
}

}  // namespace

bool IsUtf8(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  std::int32_t length = 0;
  // Converting into no room only measures, and says what cannot be converted.
  u_strFromUTF8(nullptr, 0, &length, text.data(), static_cast<std::int32_t>(text.size()), &status);
  return status == U_BUFFER_OVERFLOW_ERROR || U_SUCCESS(status);
}

std::size_t CountCharacters(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  return count;
}

void AppendFolded(std::string_view text, std::string* out) {
  const std::size_t begin = out->size();
  if (TryAppendLatin(text, out)) return;
  out->resize(begin);
  AppendAnyFolded(text, out);
}

std::string FoldedText(std::string_view text) {
  std::string folded;
  AppendFolded(text, &folded);
  return folded;
}

}  // namespace orgreg::base
