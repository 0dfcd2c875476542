// SPDX-License-Identifier: EUPL-1.2

#include "render/public_form.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cassert>

#include "render/made_links.h"

namespace orgreg::render {
namespace {

// Seven bits for each byte, the lowest first; the highest bit says that more follow. An inset is
// four numbers: its distance from the previous one, its code, and two more. For code 0 these are
// its length and the position of the origin in it, counted from 1; 0 if it has none. For the code
// of a link that is made they are the length of the item and its position in the text; if that is
// 0, the item follows here.
constexpr unsigned kBits = 7;
constexpr unsigned kMore = 1U << kBits;
constexpr std::size_t kLeastInsetBytes = 4;
// A longer item is not taken from the text, so that a damaged file cannot multiply its text.
constexpr std::size_t kMostItemBytes = 64;
// An item is looked for in the head of the text, which has the number of the record, and in the
// last bytes before the link: the text may be a list of thousands of links.
constexpr std::size_t kHeadBytes = 64;
constexpr std::size_t kSearchedBytes = 1024;

void AppendNumber(std::size_t number, std::string* out) {
  for (; number >= kMore; number >>= kBits)
    out->push_back(static_cast<char>((number % kMore) | kMore));
  out->push_back(static_cast<char>(number));
}

struct Inset {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::optional<std::size_t> origin = {};
  const LinkTexts* link = nullptr;  // For a link that is made.
  std::string_view item = {};
};

// Reads insets one after the other. None leads out of the text.
class InsetReader {
 public:
  InsetReader(std::string_view text, std::string_view insets) : text_(text), left_(insets) {}

  std::optional<Inset> Next() {
    if (left_.empty()) return std::nullopt;
    Inset inset{.begin = Step(at_, ReadNumber())};
    const std::size_t code = ReadNumber();
    const std::size_t length = ReadNumber();
    const std::size_t position = ReadNumber();
    if (code == 0) {
      inset.end = Step(inset.begin, length);
      if (position != 0) inset.origin = std::min(Step(inset.begin, position - 1), inset.end);
    } else {
      inset.end = inset.begin;
      inset.link = LinkTextsOf(code);
      inset.item = Item(position, length);
    }
    at_ = inset.end;
    return inset;
  }

 private:
  std::size_t Step(std::size_t from, std::size_t far) const {
    return from + std::min(far, text_.size() - from);
  }

  std::string_view Item(std::size_t position, std::size_t length) {
    if (position != 0) return text_.substr(Step(0, position), std::min(length, kMostItemBytes));
    const std::string_view item = left_.substr(0, length);
    left_.remove_prefix(item.size());
    return item;
  }

  std::size_t ReadNumber() {
    std::size_t number = 0;
    for (unsigned shift = 0; !left_.empty() && shift < sizeof(number) * 8; shift += kBits) {
      const auto byte = static_cast<unsigned char>(left_.front());
      left_.remove_prefix(1);
      number |= std::size_t{byte % kMore} << shift;
      if (byte < kMore) break;
    }
    return number;
  }

  std::string_view text_;
  std::string_view left_;
  std::size_t at_ = 0;  // The end of the last inset.
};

template <typename Append, typename PutOrigin>
void MakeLink(const Inset& inset, const Append& append, const PutOrigin& put_origin) {
  append(inset.link->before);
  put_origin();
  append(inset.link->path);
  append(inset.item);
  append(inset.link->after);
}

// Gives `append` the text before each origin, and the rest; calls `put_origin` between them.
template <typename Append, typename PutOrigin>
void CopyWhole(std::string_view text, std::string_view insets, const Append& append,
               const PutOrigin& put_origin) {
  std::size_t done = 0;
  InsetReader reader(text, insets);
  while (const auto inset = reader.Next()) {
    if (inset->link != nullptr) {
      append(text.substr(done, inset->begin - done));
      MakeLink(*inset, append, put_origin);
      done = inset->begin;
    } else if (inset->origin) {
      append(text.substr(done, *inset->origin - done));
      put_origin();
      done = *inset->origin;
    }
  }
  append(text.substr(done));
}

}  // namespace

std::size_t PublicForm::MostBytes(std::string_view origin) const {
  return text_.size() + insets_.size() / kLeastInsetBytes * (kMostLinkBytes + origin.size());
}

void PublicForm::Prefetch() const {
  constexpr std::size_t kLineBytes = 64;
  // The insets follow the text in the file; asking for bytes that do not exist does no harm.
  for (std::size_t at = 0; at <= text_.size() + kLineBytes; at += kLineBytes)
    __builtin_prefetch(text_.data() + at);
}

void PublicForm::AppendTo(std::string_view origin, std::string* out) const {
  out->reserve(out->size() + MostBytes(origin));
  CopyWhole(
      text_, insets_, [out](std::string_view part) { out->append(part); },
      [&] { out->append(origin); });
}

void PublicForm::AppendLinkedTo(std::string_view origin, std::string* out) const {
  std::size_t done = 0;
  InsetReader insets(text_, insets_);
  while (const auto inset = insets.Next()) {
    out->append(text_.substr(done, inset->origin.value_or(inset->begin) - done));
    if (inset->link != nullptr)
      MakeLink(
          *inset, [out](std::string_view part) { out->append(part); },
          [&] { out->append(origin); });
    if (inset->origin) out->append(origin);
    done = inset->origin.value_or(inset->end);
  }
  out->append(text_.substr(done));
}

void PublicForm::AppendPlainTo(std::string* out) const {
  std::size_t done = 0;
  InsetReader insets(text_, insets_);
  while (const auto inset = insets.Next()) {
    out->append(text_.substr(done, inset->begin - done));
    done = inset->end;
  }
  out->append(text_.substr(done));
}

std::uint64_t PublicForm::Fingerprint() const {
  // Earlier versions had this byte in place of an origin: with it, tags stay the same.
  constexpr char kInPlaceOfOrigin = '\x01';
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  CopyWhole(
      text_, insets_,
      [&](std::string_view part) { XXH3_64bits_update(&state, part.data(), part.size()); },
      [&] { XXH3_64bits_update(&state, &kInPlaceOfOrigin, 1); });
  return XXH3_64bits_digest(&state);
}

void FormWriter::BeginInset() { begin_ = text_->size(); }

void FormWriter::EndInset() {
  Put(*begin_, origin_);
  begin_.reset();
  origin_.reset();
}

void FormWriter::NoteOrigin() {
  if (!begin_) return Put(text_->size(), text_->size());
  // An inset has one origin: the second one begins another inset.
  if (origin_) {
    EndInset();
    BeginInset();
  }
  origin_ = text_->size();
}

std::size_t FormWriter::PositionInText(std::string_view item) const {
  if (item.size() > kMostItemBytes) return 0;
  const std::string value = '"' + std::string(item) + '"';
  const std::string_view text = *text_;
  const std::size_t near = text.size() - std::min(text.size(), kSearchedBytes);
  std::size_t found = text.substr(0, kHeadBytes).find(value);
  if (found == std::string_view::npos) found = text.find(value, near);
  return found == std::string_view::npos ? 0 : found + 1;
}

void FormWriter::PutLink(const LinkPlace& place, std::string_view encoded_item) {
  if (insets_ == nullptr) return;
  assert(!begin_ && !text_->ends_with('{'));
  AppendNumber(text_->size() - done_, insets_);
  done_ = text_->size();
  AppendNumber(CodeOf(place), insets_);
  AppendNumber(encoded_item.size(), insets_);
  const std::size_t position = PositionInText(encoded_item);
  AppendNumber(position, insets_);
  if (position == 0) insets_->append(encoded_item);
}

void FormWriter::Put(std::size_t begin, std::optional<std::size_t> origin) {
  if (insets_ == nullptr) return;
  AppendNumber(begin - done_, insets_);
  AppendNumber(0, insets_);
  AppendNumber(text_->size() - begin, insets_);
  AppendNumber(origin ? *origin - begin + 1 : 0, insets_);
  done_ = text_->size();
}

}  // namespace orgreg::render
