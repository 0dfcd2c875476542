// SPDX-License-Identifier: EUPL-1.2

#include "render/public_form.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

namespace orgreg::render {
namespace {

// Seven bits for each byte, the lowest first; the highest bit says that more follow. An inset is
// three numbers: its distance from the previous one, its length, and the position of the origin in
// it, counted from 1; 0 if it has none.
constexpr unsigned kBits = 7;
constexpr unsigned kMore = 1U << kBits;
constexpr std::size_t kLeastInsetBytes = 3;

void AppendNumber(std::size_t number, std::string* out) {
  for (; number >= kMore; number >>= kBits)
    out->push_back(static_cast<char>((number % kMore) | kMore));
  out->push_back(static_cast<char>(number));
}

struct Inset {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::optional<std::size_t> origin = {};
};

// Reads insets one after the other. None leads out of the text.
class InsetReader {
 public:
  InsetReader(std::string_view text, std::string_view insets)
      : text_bytes_(text.size()), left_(insets) {}

  std::optional<Inset> Next() {
    if (left_.empty()) return std::nullopt;
    Inset inset{.begin = Step(at_, ReadNumber())};
    inset.end = at_ = Step(inset.begin, ReadNumber());
    const std::size_t origin = ReadNumber();
    if (origin != 0) inset.origin = std::min(Step(inset.begin, origin - 1), inset.end);
    return inset;
  }

 private:
  std::size_t Step(std::size_t from, std::size_t far) const {
    return from + std::min(far, text_bytes_ - from);
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

  std::size_t text_bytes_;
  std::string_view left_;
  std::size_t at_ = 0;  // The end of the last inset.
};

// Gives `append` the text before each origin, and the rest; calls `put_origin` between them.
template <typename Append, typename PutOrigin>
void CopyWhole(std::string_view text, std::string_view insets, const Append& append,
               const PutOrigin& put_origin) {
  std::size_t done = 0;
  InsetReader reader(text, insets);
  while (const auto inset = reader.Next()) {
    if (!inset->origin) continue;
    append(text.substr(done, *inset->origin - done));
    put_origin();
    done = *inset->origin;
  }
  append(text.substr(done));
}

}  // namespace

void PublicForm::AppendTo(std::string_view origin, std::string* out) const {
  out->reserve(out->size() + text_.size() + insets_.size() / kLeastInsetBytes * origin.size());
  CopyWhole(
      text_, insets_, [out](std::string_view part) { out->append(part); },
      [&] { out->append(origin); });
}

void PublicForm::AppendLinkedTo(std::string_view origin, std::string* out) const {
  std::size_t done = 0;
  InsetReader insets(text_, insets_);
  while (const auto inset = insets.Next()) {
    out->append(text_.substr(done, inset->origin.value_or(inset->begin) - done));
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

void FormWriter::Put(std::size_t begin, std::optional<std::size_t> origin) {
  if (insets_ == nullptr) return;
  AppendNumber(begin - done_, insets_);
  AppendNumber(text_->size() - begin, insets_);
  AppendNumber(origin ? *origin - begin + 1 : 0, insets_);
  done_ = text_->size();
}

}  // namespace orgreg::render
