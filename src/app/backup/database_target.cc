// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/database_target.h"

#include "app/place/source_mark.h"
#include "base/files/names.h"
#include "store/checksum.h"
#include "store/open/open.h"

namespace orgreg::app {

using base::Code;
using base::Error;
using base::Status;
using store::OpenMode;

// One that was set back has lost removals, so what it has is not all that was known.
Status DatabaseTarget::Read(Ledger* ledger) {
  TRY(ReadNode(ledger));
  const auto store =
      store::OpenStore(place_.address(), OpenMode::kReadOnly, {.durability = place_.durability()});
  if (!store) return store.error().code == Code::kNotFound ? Status() : Status(store.error());
  const auto snapshot = TRY((*store)->Read());
  state_ = store::StateIdOf(snapshot->summary());
  if (state_.commit == store::CommitId{}) return {};
  TRY(ReadRemovals(snapshot.get(), ledger));
  ledger->knows_last_change = true;
  return {};
}

Status DatabaseTarget::ReadNode(Ledger* ledger) const {
  const std::string path = place_.PathOf(PlacePart::kStore);
  const auto marked = TRY(ReadSource(place_));
  if (!marked || *marked != place_.shown_address() || !base::Exists(path)) return {};
  TRY(ReadLedger({.file = path}, ledger));
  ledger->knows_last_change = ledger->last_change > 0;
  return {};
}

Status DatabaseTarget::CheckIsSame(store::Store* store) const {
  if (state_.commit == store::CommitId{}) return {};
  const auto target = TRY(store::OpenStore(place_.address(), OpenMode::kReadOnly));
  const auto there = TRY(target->Read());
  const auto here = TRY(store->Read());
  const store::CommitId first = there->summary().first_commit;
  const auto origin = TRY(there->Fingerprint(first));
  const auto mine = TRY(here->Fingerprint(first));
  if (origin == mine) return {};
  return Error{Code::kInvalid, "has another register than the backup; name an empty database"}.At(
      place_.shown_address());
}

Status DatabaseTarget::Take(store::Store* store) const {
  const auto target = TRY(store::OpenStore(place_.address(), OpenMode::kReadWriteCreate,
                                           {.durability = place_.durability()}));
  return store::ReplaceStore(store, target.get(), state_);
}

}  // namespace orgreg::app
