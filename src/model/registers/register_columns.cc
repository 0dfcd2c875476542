// SPDX-License-Identifier: EUPL-1.2

// Order: the published CSV files (reference, Voluntary and party registers).

#include "model/registers/register_columns.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>
#include <vector>

#include "model/registers/voluntary.h"
#include "model/units/columns.h"

namespace orgreg::model {
namespace {

using Source = RegisterColumn::Source;

// The published file shows this many categories of an organisation.
constexpr std::size_t kShownCategories = 3;

template <auto address>
constexpr std::array<Row, 7> kWholeAddress = {
    {At<address, &Address::country>, At<address, &Address::country_code>,
     At<address, &Address::postcode>, At<address, &Address::city>, At<address, &Address::lines>,
     At<address, &Address::municipality>, At<address, &Address::municipality_number>}};

class ColumnsBuilder {
 public:
  void Entity(const Row& place) {
    const std::span<const Column> columns = Columns(Kind::kEntity);
    const auto column = std::ranges::find_if(
        columns, [&](const Column& other) { return other.field->row.find == place.find; });
    assert(column != columns.end());
    Append(Source::kEntity, static_cast<std::size_t>(column - columns.begin()), column->csv_header);
  }
  void Entity(std::span<const Row> places) {
    for (const Row& place : places) Entity(place);
  }

  template <auto member>
  void Voluntary() {
    const auto found = std::ranges::find_if(
        voluntary_, [](const PlainRow& plain) { return IsAt<member>(*plain.row); });
    assert(found != voluntary_.end());
    Append(Source::kVoluntary, static_cast<std::size_t>(found - voluntary_.begin()), found->path);
  }

  void Categories() {
    for (std::size_t at = 0; at < kShownCategories; ++at) {
      const std::string group =
          std::string(kVoluntaryCategories).append(std::to_string(at + 1)).append(".");
      Append(Source::kCategoryCode, at, group + std::string(kVoluntaryCategoryCode));
      Append(Source::kCategoryName, at, group + std::string(kVoluntaryCategoryName));
    }
  }

  void Notices() { Append(Source::kNotices, 0, std::string(kVoluntaryNotices)); }

  std::vector<RegisterColumn> Build() && { return std::move(columns_); }

 private:
  void Append(Source source, std::size_t index, std::string header) {
    columns_.push_back({.source = source, .index = index, .header = std::move(header)});
  }

  std::vector<PlainRow> voluntary_ = PlainRows(kVoluntarySchema.schema);
  std::vector<RegisterColumn> columns_;
};

std::vector<RegisterColumn> MakeVoluntaryColumns() {
  ColumnsBuilder columns;
  columns.Entity(At<&Unit::number>);
  columns.Entity(At<&Unit::name>);
  columns.Entity(At<&Unit::form, &OrganisationForm::code>);
  columns.Entity(At<&Unit::form, &OrganisationForm::text>);
  columns.Entity(kWholeAddress<&Unit::business_address>);
  columns.Entity(kWholeAddress<&Unit::postal_address>);
  columns.Entity(At<&Unit::phone>);
  columns.Entity(At<&Unit::mobile>);
  columns.Voluntary<&Voluntary::entered_on>();
  columns.Voluntary<&Voluntary::first_entered_on>();
  columns.Categories();
  columns.Voluntary<&Voluntary::has_articles>();
  columns.Voluntary<&Voluntary::articles_updated_on>();
  columns.Voluntary<&Voluntary::reports_accounts>();
  columns.Voluntary<&Voluntary::accounting_year_ends>();
  columns.Voluntary<&Voluntary::last_accounts_year>();
  columns.Voluntary<&Voluntary::last_accounts_registered_on>();
  columns.Voluntary<&Voluntary::takes_lottery_share>();
  columns.Voluntary<&Voluntary::excluded_from>();
  columns.Voluntary<&Voluntary::excluded_to>();
  columns.Voluntary<&Voluntary::account_number>();
  columns.Notices();
  columns.Entity(At<&Unit::email>);
  return std::move(columns).Build();
}

std::vector<RegisterColumn> MakePartyColumns() {
  ColumnsBuilder columns;
  columns.Entity(At<&Unit::number>);
  columns.Entity(At<&Unit::name>);
  columns.Entity(At<&Unit::form, &OrganisationForm::code>);
  columns.Entity(At<&Unit::business_address, &Address::lines>);
  columns.Entity(At<&Unit::business_address, &Address::postcode>);
  columns.Entity(At<&Unit::business_address, &Address::municipality_number>);
  columns.Entity(At<&Unit::business_address, &Address::municipality>);
  columns.Entity(At<&Unit::business_address, &Address::country>);
  columns.Entity(At<&Unit::postal_address, &Address::lines>);
  columns.Entity(At<&Unit::postal_address, &Address::postcode>);
  columns.Entity(At<&Unit::postal_address, &Address::city>);
  columns.Entity(At<&Unit::postal_address, &Address::country>);
  return std::move(columns).Build();
}

}  // namespace

std::span<const RegisterColumn> VoluntaryColumns() {
  static const std::vector<RegisterColumn> columns = MakeVoluntaryColumns();
  return columns;
}

std::span<const RegisterColumn> PartyColumns() {
  static const std::vector<RegisterColumn> columns = MakePartyColumns();
  return columns;
}

}  // namespace orgreg::model
