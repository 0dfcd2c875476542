#include "base/fold.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/ustring.h>
#include <unicode/utf8.h>

#include <array>
#include <cassert>

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

// Appends characters that are already folded, starting a new word at each separator.
class WordCollector {
 public:
  void Add(UChar32 character) {
    if (!u_isalnum(character)) {
      Separate();
      return;
    }
    std::array<char, 4> bytes = {};
    std::int32_t length = 0;
    U8_APPEND_UNSAFE(bytes.data(), length, character);
    word_.append(bytes.data(), static_cast<std::size_t>(length));
  }
  void AddAscii(char c) {
    if (c >= 'A' && c <= 'Z') {
      word_.push_back(static_cast<char>(c - 'A' + 'a'));
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      word_.push_back(c);
    } else {
      Separate();
    }
  }
  std::vector<std::string> Finish() && {
    Separate();
    return std::move(words_);
  }

 private:
  void Separate() {
    if (!word_.empty()) words_.push_back(std::move(word_));
    word_.clear();
  }

  std::vector<std::string> words_;
  std::string word_;
};

// Folds a run that has letters beyond ASCII. Decomposition splits é into e and an accent,
// which is then dropped; å alone keeps its ring.
void AddFolded(std::string_view text, WordCollector* words) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::UnicodeString source = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
  const icu::UnicodeString folded =
      Decomposer().normalize(CaseFolder().normalize(source, status), status);
  for (std::int32_t at = 0; at < folded.length(); at = folded.moveIndex32(at, 1)) {
    const UChar32 character = folded.char32At(at);
    const std::int32_t next = folded.moveIndex32(at, 1);
    if (character == 'a' && next < folded.length() && folded.char32At(next) == kRingAbove) {
      words->Add(kSmallARing);
      continue;
    }
    const bool is_accent = (U_GET_GC_MASK(character) & U_GC_MN_MASK) != 0;
    if (!is_accent) words->Add(character);
  }
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

std::vector<std::string> FoldedWords(std::string_view text) {
  WordCollector words;
  std::size_t at = 0;
  while (at < text.size()) {
    // The longest run that is all ASCII or all beyond it; most names are one ASCII run.
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
  return std::move(words).Finish();
}

std::string FoldedText(std::string_view text) {
  std::string joined;
  for (const std::string& word : FoldedWords(text)) {
    if (!joined.empty()) joined.push_back(' ');
    joined.append(word);
  }
  return joined;
}

}  // namespace orgreg::base
