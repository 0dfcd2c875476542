// SPDX-License-Identifier: EUPL-1.2

#include "ingest/imports/unit_stream.h"

#include <algorithm>

#include "base/values/shown_name.h"
#include "formats/json/records.h"
#include "ingest/imports/csv_parties.h"
#include "ingest/imports/csv_units.h"
#include "ingest/imports/peeked_source.h"
#include "model/codes/code_lists.h"
#include "model/kind_signs.h"
#include "records/readers/record_reader.h"

namespace orgreg::ingest {
namespace {

constexpr std::size_t kExcerptBytes = 120;

// The first kind that one of the members is a sign of.
std::optional<model::Kind> KindOfMembers(std::span<const std::string> paths) {
  for (const std::string& path : paths) {
    if (const auto kind = model::KindWithMember(path)) return kind;
  }
  return std::nullopt;
}

class JsonUnits final : public UnitStream {
 public:
  JsonUnits(model::Kind kind, std::unique_ptr<formats::ByteSource> source)
      : kind_(kind), source_(std::move(source)), texts_(source_.get()) {}

  base::Result<bool> Next(ReadUnit* next) override {
    auto text = TRY(texts_.Next());
    if (!text) return false;
    next->problems.clear();
    next->ordinal = text->ordinal;
    next->line = text->line;
    next->seems = std::nullopt;
    if (reader_.Read(kind_, text->text, &next->unit, &next->problems)) {
      next->seems = KindOfForm(next->unit);
    } else {
      next->excerpt = Excerpt(text->text);
      next->seems = model::KindQuotedIn(text->text);
    }
    return true;
  }

 private:
  model::Kind kind_;
  std::unique_ptr<formats::ByteSource> source_;
  formats::JsonRecords texts_;
  records::RecordReader reader_ = records::RecordReader(records::RecordSource::kInventory);
};

class JsonSupplements final : public UnitStream {
 public:
  JsonSupplements(model::Kind kind, std::unique_ptr<formats::ByteSource> source,
                  const records::NumberSealing& sealing)
      : kind_(kind), source_(std::move(source)), texts_(source_.get()), reader_(sealing) {}

  base::Result<bool> Next(ReadUnit* next) override {
    auto text = TRY(texts_.Next());
    if (!text) return false;
    next->problems.clear();
    next->unknown.clear();
    next->excerpt.clear();
    next->supplement = {};
    next->ordinal = text->ordinal;
    next->line = text->line;
    const bool is_read =
        reader_.Read(kind_, text->text, &next->supplement, &next->problems, &next->unknown);
    if (!is_read && kind_ != model::Kind::kRoles) next->excerpt = Excerpt(text->text);
    next->seems = is_read ? KindOfMembers(next->unknown) : model::KindQuotedIn(text->text);
    return true;
  }

 private:
  model::Kind kind_;
  std::unique_ptr<formats::ByteSource> source_;
  formats::JsonRecords texts_;
  records::SupplementReader reader_;
};

}  // namespace

std::optional<model::Kind> KindOfForm(const model::Unit& unit) {
  const model::FormEntry* const form = unit.form.code ? model::FindForm(*unit.form.code) : nullptr;
  return form == nullptr ? std::nullopt : std::optional(form->used_by);
}

base::Result<std::unique_ptr<UnitStream>> OpenUnitStream(model::Kind kind,
                                                         formats::ByteSource* source,
                                                         const records::NumberSealing& sealing) {
  auto peeked = TRY(PeekedSource::Open(source));
  const char sign = peeked->first_sign();
  const bool is_json = sign == '[' || sign == '{';
  if (sign == '<') {
    return base::Error{base::Code::kInvalid, "is XML, as only bulk files of statements are"};
  }
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
  // Drops a character that was cut in two.
  while (!excerpt.empty() && excerpt.size() < text.size() &&
         (static_cast<unsigned char>(text[excerpt.size()]) & 0xC0U) == 0x80U) {
    excerpt.pop_back();
  }
  for (char& c : excerpt) {
    if (static_cast<unsigned char>(c) < 0x20U || c == 0x7F) c = ' ';
  }
  if (excerpt.size() < text.size()) excerpt.append("…");
  // A file may be of another kind than the requested one.
  return base::MaskedNumbers(excerpt);
}

std::string CsvExcerpt(std::span<const std::string_view> cells) {
  std::string text;
  for (const std::string_view cell : cells) text.append(text.empty() ? "" : ",").append(cell);
  return Excerpt(text);
}

}  // namespace orgreg::ingest
