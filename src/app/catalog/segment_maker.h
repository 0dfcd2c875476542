// SPDX-License-Identifier: EUPL-1.2

// Makes segments of the store's records: the base of a kind, which is kept as a file in
// the place of the register, and small ones of changes, in memory.
//
// Unchanging, so any thread may use it; a View belongs to one thread.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "app/catalog/base_exchange.h"
#include "app/catalog/indexing_progress.h"
#include "app/catalog/kind_state.h"
#include "app/place/place.h"
#include "base/result.h"
#include "base/values/org_number.h"
#include "model/kind.h"
#include "records/register.h"
#include "search/segment/segment.h"

namespace orgreg::app {

KindState StateOf(const records::View& view, model::Kind kind);

// The installed code lists, so far as an index of the kind depends on them.
std::uint64_t CodesOf(model::Kind kind);

// A segment of everything that changed between two states, as it is at the second. A base
// begins with the empty store.
struct MadeSegment {
  std::shared_ptr<const search::Segment> segment;
  KindState since;
  KindState until;
  // A record of it withholds a name that lower layers may still have.
  bool withholds_names = false;
  // The code lists that it was made with, so far as it depends on them
  // (model::CodeLists::FingerprintFor).
  std::uint64_t codes = 0;
  // Another build of the program made it, and this one can make its own. It is served until then.
  bool is_foreign = false;
};

class SegmentMaker {
 public:
  // Bases are kept in the place, or in memory if its folder cannot be written. Those that are kept
  // are shared by `exchange`, if there is one. It and `source` outlive the maker.
  SegmentMaker(const records::Register* source, app::Place place, BaseExchange* exchange = nullptr);

  // The kept base, of any state. kNotFound if there is none or one of another layout or other code
  // lists, kCorrupt if it is damaged.
  base::Result<MadeSegment> OpenBase(model::Kind kind) const;
  // Whether a base that cannot be written to its file, above all on a full disk, is made in memory.
  enum class Place : std::uint8_t { kFile, kFileOrMemory };
  // Whether another thread reads ahead, so that a base takes less time and more processors.
  enum class Pace : std::uint8_t { kOneThread, kReadAhead };
  // A new base of the present state, or one that another server has made, from which on there are
  // few changes. kUnavailable if stopped meanwhile.
  base::Result<MadeSegment> BuildBase(model::Kind kind, Place place, Pace pace,
                                      const std::stop_token& stop) const;
  // A layer with the records of `numbers`, which are the changed ones.
  base::Result<MadeSegment> BuildUpper(records::View* view, model::Kind kind,
                                       const KindState& since,
                                       std::span<const base::OrgNumber> numbers) const;

 private:
  bool IsShared(model::Kind kind) const;
  base::Result<MadeSegment> TakeBase(model::Kind kind, const std::stop_token& stop) const;
  base::Result<bool> Serves(model::Kind kind, const KindState& state) const;
  base::Result<MadeSegment> BuildBaseHere(model::Kind kind, Place place, Pace pace,
                                          const std::stop_token& stop) const;
  base::Result<MadeSegment> BuildBaseAt(const std::string& path, model::Kind kind, Pace pace,
                                        const std::stop_token& stop) const;
  bool CanKeep() const;
  std::string PathOf(model::Kind kind) const { return place_.SegmentPath(kind); }

  const records::Register* source_;
  app::Place place_;
  BaseExchange* exchange_;     // Null: bases are of this server alone.
  std::uint64_t program_ = 0;  // This build of the program; 0 if it is unknown.
  std::unique_ptr<IndexingProgress> progress_ = std::make_unique<IndexingProgress>();
};

}  // namespace orgreg::app
