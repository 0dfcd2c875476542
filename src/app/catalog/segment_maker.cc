// SPDX-License-Identifier: EUPL-1.2

// A base takes all rows of a kind, a layer the rows of some numbers. Both end in a segment with the
// description of what it was made from, by which a kept base is judged when it is opened.

#include "app/catalog/segment_maker.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <utility>

#include "app/catalog/layer_stack.h"
#include "base/build_id.h"
#include "base/log.h"
#include "model/codes/code_list_set.h"
#include "records/readers/supplement.h"
#include "records/rows/stored_row.h"

namespace orgreg::app {
namespace {

// The first bytes of a build's identity, which is a checksum. 0 if it has none.
std::uint64_t NumberOf(std::string_view build_id) {
  std::uint64_t number = 0;
  std::memcpy(&number, build_id.data(), std::min(build_id.size(), sizeof(number)));
  return number;
}

double SecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Adds rows of supplements to a segment.
class SupplementTaker {
 public:
  // View and builder outlive the taker.
  SupplementTaker(model::Kind kind, records::View* view, search::SegmentBuilder* builder)
      : kind_(kind),
        builder_(builder),
        indexer_([view](base::OrgNumber number) { return view->IsRemoved(number); }) {}

  base::Status TakeRow(const store::RowView& row) {
    indexed_.columns.Clear();
    indexed_.keys.clear();
    indexed_.withholds_names = false;
    if (row.state == store::RowState::kLive) {
      TRY(indexer_.Index(kind_, row, &indexed_));
    }
    withholds_names_ = withholds_names_ || indexed_.withholds_names;
    builder_->Add(search::IndexedRecord{.number = row.number,
                                        .state = records::StateOf(row.state),
                                        .columns = {kind_, indexed_.columns},
                                        .keys = indexed_.keys});
    return {};
  }

  bool withholds_names() const { return withholds_names_; }

 private:
  model::Kind kind_;
  search::SegmentBuilder* builder_;
  records::SupplementIndexer indexer_;
  records::IndexedSupplement indexed_;
  bool withholds_names_ = false;  // Of any record.
};

// A base that is to be made here. However that ends, the exchange is told.
class Turn {
 public:
  Turn(BaseExchange* exchange, model::Kind kind) : exchange_(exchange), kind_(kind) {}
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
    if (!is_made_) exchange_->NoteNotMade(kind_);
  }

  void NoteMade(const MadeSegment& base) {
    exchange_->NoteMade(kind_, base.until, base.codes);
    is_made_ = true;
  }

 private:
  BaseExchange* const exchange_;
  const model::Kind kind_;
  bool is_made_ = false;
};

// Observers of the making of a segment.
struct TakeHooks {
  SegmentMaker::Pace pace = SegmentMaker::Pace::kOneThread;
  const std::stop_token* stop = nullptr;
  IndexingProgress::Job* job = nullptr;
};

// Adds everything of a kind to a segment.
base::Status TakeAll(records::View* view, model::Kind kind, const TakeHooks& hooks,
                     search::SegmentBuilder* builder) {
  const auto stopped = [&hooks]() -> base::Status {
    hooks.job->Step();
    if (!hooks.stop->stop_requested()) return {};
    return base::Error{base::Code::kUnavailable, "stopped"};
  };
  if (model::IsUnit(kind)) {
    const auto take = [&](const model::Unit& unit) -> base::Status {
      builder->Add(unit);
      return stopped();
    };
    const bool is_ahead = hooks.pace == SegmentMaker::Pace::kReadAhead;
    return is_ahead ? view->ScanAhead(kind, take) : view->Scan(kind, take);
  }
  SupplementTaker taker(kind, view, builder);
  return view->ScanRows(kind, [&](const store::RowView& row) -> base::Status {
    TRY(taker.TakeRow(row));
    return stopped();
  });
}

// Adds the records of these numbers of a kind. Returns whether a record withholds a name.
base::Result<bool> TakeSome(records::View* view, model::Kind kind,
                            std::span<const base::OrgNumber> numbers,
                            search::SegmentBuilder* builder) {
  if (model::IsUnit(kind)) {
    const base::Status taken =
        view->Visit(kind, numbers, [&](const model::Unit& unit) -> base::Status {
          builder->Add(unit);
          return {};
        });
    if (!taken) return taken.error();
    return false;
  }
  SupplementTaker taker(kind, view, builder);
  const base::Status taken =
      view->VisitRows(kind, numbers, [&](const store::RowView& row) { return taker.TakeRow(row); });
  if (!taken) return taken.error();
  return taker.withholds_names();
}

}  // namespace

std::uint64_t CodesOf(model::Kind kind) { return model::CurrentCodeLists().FingerprintFor(kind); }

KindState StateOf(const records::View& view, model::Kind kind) {
  return {.commit = view.position(),
          .contents = view.Describe(kind),
          .last_change = view.last_change()};
}

SegmentMaker::SegmentMaker(const records::Register* source, app::Place place,
                           BaseExchange* exchange)
    : source_(source),
      place_(std::move(place)),
      exchange_(exchange),
      program_(NumberOf(base::BuildId())) {}

bool SegmentMaker::CanKeep() const {
  return access(place_.PathOf(PlacePart::kSegments).c_str(), W_OK) == 0;
}

base::Result<MadeSegment> SegmentMaker::OpenBase(model::Kind kind) const {
  auto file = TRY(search::SegmentFile::Open(PathOf(kind)));
  const search::SegmentIdentity identity = file->identity();
  const std::uint64_t codes = CodesOf(kind);
  if (identity.layout != search::LayoutOf(kind) || identity.codes != codes ||
      identity.kind != static_cast<std::uint64_t>(kind)) {
    return base::Error{base::Code::kNotFound,
                       PathOf(kind) + ": has another layout, or other code lists"};
  }
  auto segment = TRY(search::Segment::Open(kind, std::move(file)));
  const KindState until{.commit = {static_cast<std::int64_t>(identity.commit)},
                        .contents = {.rows = identity.rows, .fingerprint = identity.fingerprint}};
  return MadeSegment{.segment = std::move(segment),
                     .since = {},
                     .until = until,
                     .codes = codes,
                     .is_foreign = CanKeep() && (program_ == 0 || identity.program != program_)};
}

base::Result<MadeSegment> SegmentMaker::BuildBase(model::Kind kind, Place place, Pace pace,
                                                  const std::stop_token& stop) const {
  if (!IsShared(kind)) return BuildBaseHere(kind, place, pace, stop);
  auto taken = TakeBase(kind, stop);
  if (taken) return taken;
  Turn turn(exchange_, kind);
  if (stop.stop_requested()) return taken;
  auto base = BuildBaseHere(kind, place, pace, stop);
  if (base && base->segment->has_name()) turn.NoteMade(*base);
  return base;
}

// A few records are indexed sooner than others have said what they have.
bool SegmentMaker::IsShared(model::Kind kind) const {
  if (exchange_ == nullptr || !CanKeep()) return false;
  const auto view = source_->Read();
  return view && view->Describe(kind).rows > LayerStack::kSmallLayer;
}

base::Result<MadeSegment> SegmentMaker::TakeBase(model::Kind kind,
                                                 const std::stop_token& stop) const {
  const auto serves = [this, kind](const KindState& state, std::uint64_t codes) {
    const auto does = Serves(kind, state);
    return does && *does && codes == CodesOf(kind);
  };
  const auto state = exchange_->Take(kind, serves, stop);
  if (stop.stop_requested()) return base::Error{base::Code::kUnavailable, "stopped"};
  if (!state) return base::Error{base::Code::kNotFound, "no other server has made it"};
  auto base = TRY(OpenBase(kind));
  const bool is_right =
      base.until.commit == state->commit && base.until.contents == state->contents;
  if (!is_right || base.is_foreign)
    return base::Error{base::Code::kNotFound, PathOf(kind) + ": is of another state"};
  base.until = *state;
  base::LogInfo("took the index of {} {} from another server", base.segment->size(),
                model::RowOf(kind).many);
  return base;
}

// Half as many changes as would make it be replaced again.
base::Result<bool> SegmentMaker::Serves(model::Kind kind, const KindState& state) const {
  constexpr std::size_t kShare = 2 * LayerStack::kBaseShare;
  auto view = TRY(source_->Read());
  if (view.Describe(kind) == state.contents) return true;
  // It may have bytes of what was removed since.
  if (state.commit < view.withdrawn() || state.commit > view.position()) return false;
  const auto changed = TRY(view.ChangedSince(kind, state.commit, state.contents));
  return changed &&
         changed->size() <= std::max(LayerStack::kSmallLayer, state.contents.rows / kShare);
}

base::Result<MadeSegment> SegmentMaker::BuildBaseHere(model::Kind kind, Place place, Pace pace,
                                                      const std::stop_token& stop) const {
  const bool can_keep = CanKeep();
  auto base = BuildBaseAt(can_keep ? PathOf(kind) : "", kind, pace, stop);
  if (base || !can_keep || place == Place::kFile || stop.stop_requested()) return base;
  base::LogWarning("{}; the index is kept in memory until it can be written", base.error().message);
  return BuildBaseAt("", kind, pace, stop);
}

// An empty path means memory.
base::Result<MadeSegment> SegmentMaker::BuildBaseAt(const std::string& path, model::Kind kind,
                                                    Pace pace, const std::stop_token& stop) const {
  const auto start = std::chrono::steady_clock::now();
  auto view = TRY(source_->Read());
  search::SegmentBuilder builder(kind, path);
  std::uint64_t codes = CodesOf(kind);
  std::optional<IndexingProgress::Job> job;
  job.emplace(progress_.get(), view.Describe(kind).rows);
  base::Status status = TakeAll(&view, kind, {.pace = pace, .stop = &stop, .job = &*job}, &builder);
  if (!status) return std::move(status).error();
  const KindState until = StateOf(view, kind);
  // Made with two states of the lists, it matches neither.
  if (CodesOf(kind) != codes) codes = ~codes;
  auto segment = std::move(builder).Build({.layout = search::LayoutOf(kind),
                                           .codes = codes,
                                           .program = program_,
                                           .kind = static_cast<std::uint64_t>(kind),
                                           .commit = static_cast<std::uint64_t>(until.commit.value),
                                           .rows = until.contents.rows,
                                           .fingerprint = until.contents.fingerprint},
                                          stop);
  job.reset();
  if (!segment) return std::move(segment).error();
  // The builder's memory, several hundred megabytes, is not needed again soon.
  malloc_trim(0);
  if ((*segment)->size() != 0) {
    base::LogInfo("{} {} indexed in {:.1f} s", (*segment)->size(), model::RowOf(kind).many,
                  SecondsSince(start));
  }
  return MadeSegment{
      .segment = std::move(segment).value(), .since = {}, .until = until, .codes = codes};
}

base::Result<MadeSegment> SegmentMaker::BuildUpper(records::View* view, model::Kind kind,
                                                   const KindState& since,
                                                   std::span<const base::OrgNumber> numbers) const {
  search::SegmentBuilder builder(kind, "");
  const std::uint64_t codes = CodesOf(kind);
  const auto withholds_names = TRY(TakeSome(view, kind, numbers, &builder));
  auto segment = TRY(std::move(builder).Build({}));
  return MadeSegment{.segment = std::move(segment),
                     .since = since,
                     .until = StateOf(*view, kind),
                     .withholds_names = withholds_names,
                     .codes = codes};
}

}  // namespace orgreg::app
