// SPDX-License-Identifier: EUPL-1.2

#include "api/search_pages/result_unit.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <span>

#include "base/threads/per_thread.h"
#include "model/schema/schema.h"
#include "model/units/columns.h"
#include "model/units/parameters.h"

namespace orgreg::api {
namespace {

using model::Address;
using model::IsAt;
using model::Kind;
using model::Unit;
using render::Cell;

// The number of columns if the kind does not have it.
template <auto... path>
std::size_t ColumnOf(Kind kind) {
  const std::span<const model::Column> columns = model::Columns(kind);
  const auto found = std::ranges::find_if(
      columns, [](const model::Column& column) { return IsAt<path...>(column.field->row); });
  return static_cast<std::size_t>(found - columns.begin());
}

// The digits of a cell of kind kCount.
std::int64_t WholeIn(const Cell& cell) {
  std::int64_t number = 0;
  std::from_chars(cell.text.data(), cell.text.data() + cell.text.size(), number);
  return number;
}

}  // namespace

ResultReader::Columns ResultReader::ColumnsOf(Kind kind) {
  const AddressColumns business = {
      .city = ColumnOf<&Unit::business_address, &Address::city>(kind),
      .municipality = ColumnOf<&Unit::business_address, &Address::municipality>(kind)};
  const AddressColumns location = {
      .city = ColumnOf<&Unit::location_address, &Address::city>(kind),
      .municipality = ColumnOf<&Unit::location_address, &Address::municipality>(kind)};
  return {
      .number = ColumnOf<&Unit::number>(kind),
      .name = ColumnOf<&Unit::name>(kind),
      .form_text = ColumnOf<&Unit::form, &model::OrganisationForm::text>(kind),
      .form_code = ColumnOf<&Unit::form, &model::OrganisationForm::code>(kind),
      .place = kind == Kind::kEntity ? business : location,
      .post = {.city = ColumnOf<&Unit::postal_address, &Address::city>(kind),
               .municipality = ColumnOf<&Unit::postal_address, &Address::municipality>(kind)},
      .industry = ColumnOf<&Unit::industries, std::size_t{0}, &model::Industry::text>(kind),
      .employees = ColumnOf<&Unit::employees>(kind),
      .has_employees = ColumnOf<&Unit::has_employees>(kind),
      .bankrupt = ColumnOf<&Unit::bankrupt>(kind),
      .winding_up = ColumnOf<&Unit::winding_up>(kind),
      .compulsory_dissolution = ColumnOf<&Unit::compulsory_dissolution>(kind),
  };
}

// Those that the kind has.
std::vector<std::size_t> ResultReader::Wanted(Kind kind, const Columns& columns) {
  std::vector<std::size_t> wanted = {columns.number,        columns.name,
                                     columns.form_text,     columns.form_code,
                                     columns.place.city,    columns.place.municipality,
                                     columns.post.city,     columns.post.municipality,
                                     columns.industry,      columns.employees,
                                     columns.has_employees, columns.bankrupt,
                                     columns.winding_up,    columns.compulsory_dissolution};
  const std::size_t count = model::Columns(kind).size();
  std::erase_if(wanted, [count](std::size_t column) { return column >= count; });
  return wanted;
}

ResultReader::ResultReader(Kind kind)
    : columns_(ColumnsOf(kind)), cells_(kind, Wanted(kind, columns_)) {}

ResultReader& ResultReader::Of(Kind kind) {
  struct Readers {
    ResultReader entity{Kind::kEntity};
    ResultReader sub_entity{Kind::kSubEntity};
  };
  static base::PerThread<Readers> readers;
  return kind == Kind::kEntity ? readers.Get().entity : readers.Get().sub_entity;
}

const Cell& ResultReader::At(std::size_t column) const {
  static constexpr Cell kNone;
  return column < cells_.cells().size() ? cells_.cells()[column] : kNone;
}

model::Count ResultReader::Employees() const {
  const Cell& count = At(columns_.employees);
  const Cell& has_some = At(columns_.has_employees);
  return model::EmployeeClass(
      count.kind == Cell::Kind::kCount ? model::Count(WholeIn(count)) : std::nullopt,
      has_some.kind == Cell::Kind::kFlag ? model::Flag(has_some.flag) : std::nullopt);
}

void ResultReader::ReadPlace(ResultUnit* unit) const {
  const bool has_place = Has(columns_.place.city) || Has(columns_.place.municipality);
  const AddressColumns& address = has_place ? columns_.place : columns_.post;
  unit->city = At(address.city).text;
  unit->municipality = At(address.municipality).text;
}

bool ResultReader::Read(const render::PublicForm& record, ResultUnit* unit) {
  if (!cells_.Read(record.text())) return false;
  const auto number = base::OrgNumber::Parse(At(columns_.number).text);
  if (!number) return false;
  unit->number = *number;
  unit->name = At(columns_.name).text;
  unit->form = At(Has(columns_.form_text) ? columns_.form_text : columns_.form_code).text;
  ReadPlace(unit);
  unit->industry = At(columns_.industry).text;
  unit->employees = Employees();
  unit->bankrupt = At(columns_.bankrupt).flag;
  unit->winding_up = At(columns_.winding_up).flag;
  unit->compulsory_dissolution = At(columns_.compulsory_dissolution).flag;
  return true;
}

}  // namespace orgreg::api
