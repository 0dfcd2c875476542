// SPDX-License-Identifier: EUPL-1.2

#include "api/search_pages/result_unit.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "base/threads/per_thread.h"
#include "model/units/schema.h"
#include "records/readers/json_reader.h"

namespace orgreg::api {
namespace {

using model::Address;
using model::IsAt;
using model::Kind;
using model::Row;
using model::Schema;
using model::Unit;

template <auto address>
constexpr std::array kPlaceIn = {IsAt<address, &Address::city>,
                                 IsAt<address, &Address::municipality>};

bool IsShown(const Row& row) {
  constexpr std::array kPlain = {
      IsAt<&Unit::number>,
      IsAt<&Unit::name>,
      IsAt<&Unit::form, &model::OrganisationForm::code>,
      IsAt<&Unit::form, &model::OrganisationForm::text>,
      IsAt<&Unit::industries, std::size_t{0}, &model::Industry::text>,
      IsAt<&Unit::employees>,
      IsAt<&Unit::has_employees>,
      IsAt<&Unit::bankrupt>,
      IsAt<&Unit::winding_up>,
      IsAt<&Unit::compulsory_dissolution>,
  };
  const auto is_it = [&row](bool (*is)(const Row&)) { return is(row); };
  return std::ranges::any_of(kPlain, is_it) ||
         std::ranges::any_of(kPlaceIn<&Unit::business_address>, is_it) ||
         std::ranges::any_of(kPlaceIn<&Unit::location_address>, is_it) ||
         std::ranges::any_of(kPlaceIn<&Unit::postal_address>, is_it);
}

// A part of the schema of units.
class ShownPart {
 public:
  explicit ShownPart(const Schema& whole) {
    for (const Row& row : whole.rows) {
      if (!row.is_group()) {
        if (IsShown(row)) rows_.push_back(row);
        continue;
      }
      const ShownPart& inner = inner_.emplace_back(*row.schema);
      if (inner.schema_.rows.empty()) continue;
      Row& group = rows_.emplace_back(row);
      group.schema = &inner.schema_;
    }
    schema_ = {.rows = rows_};
  }
  ShownPart(const ShownPart&) = delete;
  ShownPart& operator=(const ShownPart&) = delete;

  const Schema& schema() const { return schema_; }

 private:
  std::vector<Row> rows_;
  std::deque<ShownPart> inner_;  // Rows point to its schemas.
  Schema schema_;
};

model::SchemaOf<Unit> ShownOf(Kind kind) {
  static const ShownPart entity(model::UnitSchema(Kind::kEntity, model::State::kLive).schema);
  static const ShownPart sub_entity(
      model::UnitSchema(Kind::kSubEntity, model::State::kLive).schema);
  return {.schema = kind == Kind::kEntity ? entity.schema() : sub_entity.schema()};
}

}  // namespace

Unit ResultUnit(Kind kind, const render::PublicForm& record) {
  using Absent = records::Reading::Absent;
  struct Reused {
    records::JsonReader reader;
    std::string padded;
  };
  static base::PerThread<Reused> all_reused;
  auto& [reader, padded] = all_reused.Get();
  padded.clear();
  padded.reserve(record.text().size() + records::JsonReader::kPadding);
  record.AppendPlainTo(&padded);
  Unit unit;
  records::Problems problems;
  // Our own bytes, which were read before.
  reader.Read(ShownOf(kind), {.form = model::Form::kServed, .absent = Absent::kNull, .skims = true},
              padded, &unit, {.problems = &problems});
  return unit;
}

}  // namespace orgreg::api
