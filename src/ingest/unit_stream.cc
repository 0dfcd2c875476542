#include "ingest/unit_stream.h"

#include <algorithm>
#include <array>

#include "base/shown_name.h"
#include "formats/json_records.h"
#include "ingest/csv_parties.h"
#include "ingest/csv_units.h"

namespace orgreg::ingest {
namespace {

constexpr std::size_t kExcerptBytes = 120;
// White space before the first record; more is no inventory.
constexpr std::size_t kMostPeekedBytes = std::size_t{64} << 10;

// A source whose first bytes were already read, to see what they are.
class PeekedSource final : public formats::ByteSource {
 public:
  PeekedSource(std::string first, formats::ByteSource* rest)
      : first_(std::move(first)), rest_(rest) {}

  base::Result<std::size_t> Read(std::span<char> into) override {
    if (used_ == first_.size()) return rest_->Read(into);
    const std::size_t count = std::min(into.size(), first_.size() - used_);
    std::copy_n(first_.data() + used_, count, into.data());
    used_ += count;
    return count;
  }

 private:
  std::string first_;
  std::size_t used_ = 0;
  formats::ByteSource* rest_;
};

class JsonUnits final : public UnitStream {
 public:
  JsonUnits(model::Kind kind, std::unique_ptr<formats::ByteSource> source)
      : kind_(kind), source_(std::move(source)), texts_(source_.get()) {}

  base::Result<bool> Next(ReadUnit* next) override {
    auto text = texts_.Next();
    if (!text) return std::move(text).error();
    if (!*text) return false;
    next->problems.clear();
    next->ordinal = (*text)->ordinal;
    next->line = (*text)->line;
    if (!reader_.Read(kind_, (*text)->text, &next->unit, &next->problems))
      next->excerpt = Excerpt((*text)->text);
    return true;
  }

 private:
  model::Kind kind_;
  std::unique_ptr<formats::ByteSource> source_;
  formats::JsonRecords texts_;
  records::RecordReader reader_;
};

class JsonSupplements final : public UnitStream {
 public:
  JsonSupplements(model::Kind kind, std::unique_ptr<formats::ByteSource> source,
                  const records::NumberSealing& sealing)
      : kind_(kind), source_(std::move(source)), texts_(source_.get()), reader_(sealing) {}

  base::Result<bool> Next(ReadUnit* next) override {
    auto text = texts_.Next();
    if (!text) return std::move(text).error();
    if (!*text) return false;
    next->problems.clear();
    next->unknown.clear();
    next->excerpt.clear();
    next->supplement = {};
    next->ordinal = (*text)->ordinal;
    next->line = (*text)->line;
    const bool is_read =
        reader_.Read(kind_, (*text)->text, &next->supplement, &next->problems, &next->unknown);
    if (!is_read && kind_ != model::Kind::kRoles) next->excerpt = Excerpt((*text)->text);
    return true;
  }

 private:
  model::Kind kind_;
  std::unique_ptr<formats::ByteSource> source_;
  formats::JsonRecords texts_;
  records::SupplementReader reader_;
};

// The first byte that is neither white space nor part of a byte-order mark; nothing while
// there is no other.
std::optional<char> FirstSign(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (kByteOrderMark.starts_with(text)) return std::nullopt;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::size_t at = text.find_first_not_of(" \t\r\n");
  return at == std::string_view::npos ? std::nullopt : std::optional(text[at]);
}

}  // namespace

base::Result<std::unique_ptr<UnitStream>> OpenUnitStream(model::Kind kind,
                                                         formats::ByteSource* source,
                                                         const records::NumberSealing& sealing) {
  std::string first;
  std::array<char, 4096> buffer = {};
  std::optional<char> sign;
  while (!sign) {
    const auto count = source->Read(buffer);
    if (!count) return count.error();
    if (*count == 0) return base::Error{base::Code::kInvalid, "the file is empty"};
    first.append(buffer.data(), *count);
    sign = FirstSign(first);
    if (!sign && first.size() > kMostPeekedBytes) {
      return base::Error{base::Code::kInvalid, "begins with nothing but white space"};
    }
  }
  auto peeked = std::make_unique<PeekedSource>(std::move(first), source);
  const bool is_json = *sign == '[' || *sign == '{';
  if (model::IsUnit(kind)) {
    if (!is_json) return OpenCsvUnits(kind, std::move(peeked));
    return std::unique_ptr<UnitStream>(std::make_unique<JsonUnits>(kind, std::move(peeked)));
  }
  if (!is_json && kind == model::Kind::kParty) return OpenCsvParties(std::move(peeked));
  if (!is_json) {
    return base::Error{base::Code::kInvalid,
                       "is not JSON, as " + std::string(model::RowOf(kind).many) + " are read"};
  }
  return std::unique_ptr<UnitStream>(
      std::make_unique<JsonSupplements>(kind, std::move(peeked), sealing));
}

std::string Excerpt(std::string_view text) {
  std::string excerpt(text.substr(0, kExcerptBytes));
  // A character that the cut went through falls away whole.
  while (!excerpt.empty() && excerpt.size() < text.size() &&
         (static_cast<unsigned char>(text[excerpt.size()]) & 0xC0U) == 0x80U) {
    excerpt.pop_back();
  }
  for (char& c : excerpt) {
    if (static_cast<unsigned char>(c) < 0x20U || c == 0x7F) c = ' ';
  }
  if (excerpt.size() < text.size()) excerpt.append("…");
  // A file may have been given as another kind than it is.
  return base::MaskedNumbers(excerpt);
}

std::string CsvExcerpt(std::span<const std::string_view> cells) {
  std::string text;
  for (const std::string_view cell : cells) text.append(text.empty() ? "" : ",").append(cell);
  return Excerpt(text);
}

}  // namespace orgreg::ingest
