// SPDX-License-Identifier: EUPL-1.2

#include "records/reseal.h"

#include <string>
#include <utility>
#include <vector>

#include "model/roles/schema.h"
#include "records/readers/problem.h"
#include "records/readers/record_reader.h"
#include "records/readers/role_record.h"
#include "records/readers/role_sealing.h"
#include "records/rows/references.h"
#include "render/body_json.h"

namespace orgreg::records {
namespace {

using base::Error;
using base::Status;

// The number of values in the list that are sealed under an older key.
std::uint64_t CountOld(const auth::NumberVault& vault, const model::RoleList& list) {
  std::uint64_t count = 0;
  for (const model::RoleGroup& group : list.groups) {
    for (const model::Role& role : group.roles) {
      const auto* const person = std::get_if<model::Person>(&role.holder);
      if (person == nullptr || !person->sealed_number) continue;
      count += vault.NeedsReseal(*person->sealed_number) ? 1 : 0;
    }
  }
  return count;
}

class Resealer {
 public:
  // Both outlive the resealer.
  Resealer(const auth::NumberVault* vault, store::Writer* writer)
      : vault_(vault), writer_(writer) {}

  Status Take(const store::RowView& row) {
    if (row.state != store::RowState::kLive) return {};
    Problems problems;
    std::vector<std::string> unknown;
    model::RoleList list;
    padded_.reserve(row.body.size() + RecordReader::kPadding);
    padded_.assign(row.body);
    if (!reader_.Read(padded_, RoleSource::kStore, &list, &problems, &unknown)) {
      return Error{base::Code::kCorrupt, row.number.ToString() + ": " + problems.front().Text()};
    }
    const std::uint64_t old = CountOld(*vault_, list);
    if (old == 0) return {};
    if (Status opened = OpenNumbers(*vault_, &list); !opened) {
      return std::move(opened).error().At(row.number.ToString());
    }
    if (!SealNumbers({.vault = vault_}, &list, &problems)) {
      return Error{base::Code::kCorrupt, row.number.ToString() + ": " + problems.front().Text()};
    }
    body_.clear();
    render::AppendBody(model::kRoleListSchema, list, model::Form::kStored, &body_);
    const store::RowView resealed{.number = row.number, .state = row.state, .body = body_};
    TRY(writer_->Put(model::Kind::kRoles, resealed));
    Status set = references_.Set(model::Kind::kRoles, resealed, writer_);
    if (!set) return set;
    ++done_.lists;
    done_.numbers += old;
    return {};
  }

  const Resealed& done() const { return done_; }

 private:
  const auth::NumberVault* vault_;
  store::Writer* writer_;
  RoleReader reader_{base::ControlRule::kFrom2032};  // Accepted once, not checked again.
  Resealed done_;
  References references_;
  // Reused from row to row.
  std::string padded_;
  std::string body_;
};

}  // namespace

base::Result<Resealed> ResealNumbers(store::Store* store, const auth::NumberVault& vault) {
  auto writer = TRY(store->Write());
  TRY(writer->CheckClock());
  // No other writer is active, so this is the writer's initial state.
  const auto before = TRY(store->Read());
  Resealer resealer(&vault, writer.get());
  Status scanned = before->Scan(model::Kind::kRoles,
                                [&](const store::RowView& row) { return resealer.Take(row); });
  if (!scanned) return std::move(scanned).error();
  if (resealer.done().lists == 0) return resealer.done();
  // Otherwise a key that leaked would still open copies of the files.
  writer->Withdraw();
  TRY(writer->Commit());
  return resealer.done();
}

}  // namespace orgreg::records
