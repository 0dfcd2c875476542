// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/party_record.h"

#include <algorithm>

#include "base/values/fold.h"
#include "model/kept_json.h"
#include "model/registers/register_columns.h"
#include "model/units/columns.h"
#include "model/units/normalise.h"
#include "model/units/odd_values.h"
#include "records/readers/record_reader.h"
#include "records/readers/supplement.h"
#include "records/readers/unit_cell.h"
#include "render/party_csv.h"

namespace orgreg::records {
namespace {

using model::At;
using model::Field;
using model::Unit;

constexpr model::Kind kWritten = model::Kind::kEntity;  // An entry is written as an entity is.

// True for fields of an entry: those that a column shows, even partly.
bool IsOfParty(const Field& field) {
  for (const model::RegisterColumn& column : model::PartyColumns()) {
    const Field& shown = *model::Columns(kWritten)[column.index].field;
    const bool is_shown = shown.row.find == field.row.find;
    if (is_shown || (!field.group.empty() && shown.group == field.group)) return true;
  }
  return false;
}

// The members of an entry; other members are added to `unknown`.
Unit PartyOf(const Unit& unit, std::vector<std::string>* unknown) {
  Unit party;
  for (const model::State state : {model::State::kLive, model::State::kDeleted}) {
    for (const Field& field : model::Fields(kWritten, state)) {
      if (!field.row.IsIn(&unit)) continue;
      if (IsOfParty(field)) {
        field.row.type->copy(field.row.find(&unit), field.row.place(&party));
      } else if (std::ranges::find(*unknown, field.Path()) == unknown->end()) {
        unknown->push_back(field.Path());
      }
    }
  }
  for (const model::UnknownMember& member : unit.unknown) {
    unknown->push_back(member.group.empty() ? member.name : member.group + "." + member.name);
  }
  return party;
}

void Keep(const Unit& party, Supplement* read) {
  read->odd_values = model::OddValuesOf(kWritten, party);
  render::AppendStoredParty(party, &read->body);
}

}  // namespace

bool ReadParty(std::string_view text, Supplement* read, Problems* problems,
               std::vector<std::string>* unknown) {
  thread_local RecordReader reader(RecordSource::kInventory);
  Unit unit;
  *read = {};
  bool is_good = reader.Read(kWritten, text, &unit, problems);
  read->number = unit.number;
  if (unit.deleted_on) {
    problems->push_back({PathOf(kWritten, At<&Unit::deleted_on>),
                         "a party that was struck off has no place among the others"});
    is_good = false;
  }
  if (is_good) Keep(PartyOf(unit, unknown), read);
  return is_good;
}

bool ReadPartyRow(std::span<const std::string_view> cells, Supplement* read, Problems* problems) {
  const std::span<const model::RegisterColumn> columns = model::PartyColumns();
  *read = {};
  if (cells.size() != columns.size()) {
    problems->push_back({.reason = "has " + std::to_string(cells.size()) + " cells, not " +
                                   std::to_string(columns.size())});
    return false;
  }
  Unit party;
  for (std::size_t at = 0; at < cells.size(); ++at) {
    if (cells[at].empty()) continue;
    const Field& field = *model::Columns(kWritten)[columns[at].index].field;
    const Reason reason =
        base::IsUtf8(cells[at]) ? SetCell(cells[at], field.row, &party) : Reason("is not UTF-8");
    if (reason != kTaken) problems->push_back({columns[at].header, std::string(reason)});
  }
  CompleteUnit(kWritten, "", &party, problems);
  model::FillTexts(kWritten, &party);
  read->number = party.number;
  if (!problems->empty()) return false;
  Keep(party, read);
  return true;
}

base::Status IndexParty(std::string_view stored, base::OrgNumber number,
                        IndexedSupplement* indexed) {
  thread_local RecordReader reader;
  Unit unit;
  Problems problems;
  *indexed = {};
  if (reader.Read(kWritten, stored, &unit, &problems) && unit.number == number &&
      render::AppendPartyCsvRow(stored, &indexed->columns.cells)) {
    return {};
  }
  return base::Error{base::Code::kCorrupt,
                     "the entry of party " + number.ToString() + " cannot be read"};
}

}  // namespace orgreg::records
