// SPDX-License-Identifier: EUPL-1.2

// Filings are gathered, sorted by organisation, and merged into the stored rows in parts. New ids
// come from a scan of all rows, which finds the longest run of free ones.

#include "records/filing_load.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "records/readers/json_reader.h"
#include "records/readers/problem.h"
#include "render/statements/json.h"

namespace orgreg::records {
namespace {

// A filing takes some 2 KB.
constexpr std::size_t kMostGathered = 8192;

constexpr std::int64_t kLastId = std::numeric_limits<std::int32_t>::max();

base::Error CannotBeRead(base::OrgNumber number, const Problems& problems) {
  return {base::Code::kCorrupt,
          "the statements of " + number.ToString() + " cannot be read: " + problems.front().Text()};
}

}  // namespace

base::Result<FilingLoad> FilingLoad::Begin(store::Store* store) {
  auto rows = TRY(SupplementRows::Begin(store, model::Kind::kStatements));
  return FilingLoad(std::move(rows));
}

base::Status FilingLoad::Put(model::Statement filing) {
  gathered_.push_back(std::move(filing));
  return gathered_.size() < kMostGathered ? base::Status() : Flush();
}

base::Status FilingLoad::PutNew(model::Statement filing) {
  const auto id = TRY(IdFor(filing));
  filing.id = id;
  new_ids_.Add(filing.id);
  return Put(std::move(filing));
}

void FilingLoad::BeginAgain(std::optional<model::IdRanges> earlier) {
  is_again_ = true;
  earlier_ = std::move(earlier);
}

base::Result<std::int32_t> FilingLoad::IdFor(const model::Statement& filing) {
  if (is_again_) {
    const auto earlier = TRY(FindEarlier(filing));
    if (earlier) return *earlier;
  }
  TRY(FindFreeIds());
  if (next_id_ > last_free_id_)
    return base::Error{base::Code::kLimit, "there is no id left for a new filing"};
  return static_cast<std::int32_t>(next_id_++);
}

// The id of the filing that this one replaces; nothing if there is none. Several may have its
// journal number and type: an identical one keeps its id.
base::Result<std::optional<std::int32_t>> FilingLoad::FindEarlier(const model::Statement& filing) {
  const auto held = TRY(rows_.Find(filing.number));
  model::Filings filings;
  TRY(ReadStored(held, &filings));
  std::optional<std::int32_t> first;
  for (const model::Statement& other : filings.statements) {
    const bool is_like = other.journal_number == filing.journal_number && other.type == filing.type;
    const bool is_of_file = !earlier_ || earlier_->Has(other.id);
    if (!is_like || !is_of_file || new_ids_.Has(other.id)) continue;
    model::Statement same = filing;
    same.id = other.id;
    if (same == other) return std::optional(other.id);
    if (!first) first = other.id;
  }
  return first;
}

// Reads all rows, since an id does not identify its organisation.
base::Status FilingLoad::DeleteEarlier() {
  std::vector<base::OrgNumber> numbers;
  model::Filings filings;
  base::Status scanned = rows_.before()->Scan(
      model::Kind::kStatements, [&](const store::RowView& row) -> base::Status {
        if (row.state != store::RowState::kLive) return {};
        TRY(ReadBody(row.number, row.body, &filings));
        const auto is_stale = [this](const model::Statement& one) { return IsStale(one.id); };
        if (std::ranges::any_of(filings.statements, is_stale)) numbers.push_back(row.number);
        return {};
      });
  if (!scanned) return scanned;
  for (const base::OrgNumber number : numbers) {
    TRY(DeleteFrom(number));
  }
  return {};
}

base::Status FilingLoad::DeleteFrom(base::OrgNumber number) {
  const auto held = TRY(rows_.Find(number));
  if (held.is_removed) return {};
  model::Filings filings;
  TRY(ReadStored(held, &filings));
  filings.number = number;
  counts_.deleted += std::erase_if(filings.statements,
                                   [this](const model::Statement& one) { return IsStale(one.id); });
  body_.clear();
  if (!filings.statements.empty()) render::AppendStoredFilings(filings, &body_);
  TRY(rows_.Put(held, body_));
  ++counts_.organisations;
  return {};
}

base::Status FilingLoad::FindFreeIds() {
  if (next_id_ != 0) return {};
  std::vector<std::int32_t> ids = {0};
  model::Filings filings;
  TRY(rows_.before()->Scan(model::Kind::kStatements,
                           [&](const store::RowView& row) -> base::Status {
                             if (row.body.empty()) return {};
                             Problems problems;
                             if (!reader_.ReadFilingIds(Padded(row.body), &filings, &problems))
                               return CannotBeRead(row.number, problems);
                             for (const model::Statement& filing : filings.statements)
                               ids.push_back(filing.id);
                             return {};
                           }));
  std::ranges::sort(ids);
  std::int64_t longest = -1;
  for (std::size_t at = 0; at < ids.size(); ++at) {
    const std::int64_t end = at + 1 < ids.size() ? ids[at + 1] : kLastId + 1;
    // Among runs of the same length, the later one counts.
    if (end - ids[at] < longest) continue;
    longest = end - ids[at];
    next_id_ = std::int64_t{ids[at]} + 1;
    last_free_id_ = end - 1;
  }
  return {};
}

base::Status FilingLoad::Flush() {
  std::ranges::stable_sort(gathered_, {}, &model::Statement::number);
  for (std::size_t first = 0; first < gathered_.size();) {
    const base::OrgNumber number = gathered_[first].number;
    std::size_t last = first;
    while (last < gathered_.size() && gathered_[last].number == number) ++last;
    TRY(Write(number, first, last));
    first = last;
  }
  gathered_.clear();
  return {};
}

base::Status FilingLoad::Write(base::OrgNumber number, std::size_t first, std::size_t last) {
  const auto held = TRY(rows_.Find(number));
  if (held.is_removed) {
    counts_.kept_removed += last - first;
    return {};
  }
  model::Filings filings;
  TRY(ReadStored(held, &filings));
  filings.number = number;
  for (std::size_t at = first; at < last; ++at) {
    const auto before =
        std::ranges::lower_bound(filings.statements, gathered_[at].id, {}, &model::Statement::id);
    const bool is_there = before != filings.statements.end() && before->id == gathered_[at].id;
    const bool is_same = is_there && *before == gathered_[at];
    ++(is_same ? counts_.unchanged : is_there ? counts_.replaced : counts_.added);
    model::AddFiling(std::move(gathered_[at]), &filings);
  }
  body_.clear();
  render::AppendStoredFilings(filings, &body_);
  const auto put = TRY(rows_.Put(held, body_));
  if (put) ++counts_.organisations;
  return {};
}

base::Status FilingLoad::ReadStored(const SupplementRows::Held& held, model::Filings* filings) {
  return held.Body().empty() ? base::Status() : ReadBody(held.number, held.Body(), filings);
}

base::Status FilingLoad::ReadBody(base::OrgNumber number, std::string_view body,
                                  model::Filings* filings) {
  Problems problems;
  std::vector<std::string> unknown;
  if (reader_.ReadFilings(Padded(body), filings, &problems, &unknown)) return {};
  return CannotBeRead(number, problems);
}

std::string_view FilingLoad::Padded(std::string_view body) {
  padded_.reserve(body.size() + JsonReader::kPadding);
  padded_.assign(body);
  return padded_;
}

base::Result<FilingCounts> FilingLoad::Commit(const store::BatchMark& batch) {
  TRY(Flush());
  if (earlier_) {
    TRY(DeleteEarlier());
  }
  TRY(rows_.Commit(batch));
  return counts_;
}

}  // namespace orgreg::records
