// SPDX-License-Identifier: EUPL-1.2

#include "model/changes/batch_envelope.h"

#include "model/schema/problem.h"

namespace orgreg::model {
namespace {

struct RecordCodec {
  using Value = std::string_view;
  static constexpr ValueKind kKind = ValueKind::kPart;
  static constexpr Reason kOtherwise = "is not JSON";
  static std::optional<std::string_view> Read(const Given& given) { return given.text; }
  static std::string_view Text(std::string_view value, std::string* /*scratch*/) { return value; }
};

template <auto... path>
constexpr Traits kOnce = {.refuse = [](const void* object) {
  return internal::Path<path...>::In(object).has_value() ? Reason("is there twice") : kTaken;
}};

template <BatchMember member>
constexpr Row TextRow(std::string_view name) {
  constexpr auto kPlace = static_cast<std::size_t>(member);
  return Plain<&BatchEnvelope::texts, kPlace>(name, kOnce<&BatchEnvelope::texts, kPlace>);
}

constexpr std::array<Row, kBatchMembers> kRows = {
    TextRow<BatchMember::kBatch>("batch"),
    Plain<&BatchEnvelope::count>("operations", kOnce<&BatchEnvelope::count>),
    TextRow<BatchMember::kTime>("time"),
    TextRow<BatchMember::kOperation>("operation"),
    TextRow<BatchMember::kKind>("kind"),
    TextRow<BatchMember::kNumber>("organisasjonsnummer"),
    TextRow<BatchMember::kDay>("slettedato"),
    PlainAs<RecordCodec, &BatchEnvelope::record>("record", kOnce<&BatchEnvelope::record>),
};

}  // namespace

constinit const SchemaOf<BatchEnvelope> kBatchEnvelopeSchema = {{.rows = kRows}};

std::string_view NameOf(BatchMember member) { return kRows[static_cast<std::size_t>(member)].name; }

}  // namespace orgreg::model
