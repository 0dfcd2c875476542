#include "records/filing_load.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>
#include <utility>

#include "model/statement_fields.h"
#include "records/stored_row.h"
#include "render/statement_json.h"

namespace orgreg::records {
namespace {

// Some 2 KB each.
constexpr std::size_t kMostGathered = 8192;

// The highest id in a row, whose filings stand in order of id. Reading whole rows of a register
// would take many times as long; within a text no quotation mark stands without a backslash.
std::int32_t LastIdIn(std::string_view body) {
  static const std::string name = [] {
    const model::StatementSlot id = &model::Statement::id;
    const auto field =
        std::ranges::find(model::StatementFields(), id, &model::StatementField::value);
    return "\"" + std::string(field->name) + "\":";
  }();
  const std::size_t at = body.rfind(name);
  if (at == std::string_view::npos) return 0;
  std::int32_t id = 0;
  std::from_chars(body.data() + at + name.size(), body.data() + body.size(), id);
  return id;
}

}  // namespace

base::Result<FilingLoad> FilingLoad::Begin(store::Store* store) {
  auto rows = SupplementRows::Begin(store, model::Kind::kStatements);
  if (!rows) return std::move(rows).error();
  return FilingLoad(std::move(*rows));
}

base::Status FilingLoad::Put(model::Statement filing) {
  highest_id_ = std::max(highest_id_, filing.id);
  gathered_.push_back(std::move(filing));
  return gathered_.size() < kMostGathered ? base::Status() : Flush();
}

base::Status FilingLoad::PutNew(model::Statement filing) {
  const auto id = IdFor(filing);
  if (!id) return id.error();
  filing.id = *id;
  new_ids_.Add(filing.id);
  return Put(std::move(filing));
}

void FilingLoad::BeginAgain(std::optional<model::IdRanges> earlier) {
  is_again_ = true;
  earlier_ = std::move(earlier);
}

base::Result<std::int32_t> FilingLoad::IdFor(const model::Statement& filing) {
  if (is_again_) {
    const auto earlier = FindEarlier(filing);
    if (!earlier) return earlier.error();
    if (*earlier) return **earlier;
  }
  if (base::Status found = FindHighestId(); !found) return std::move(found).error();
  if (highest_id_ == std::numeric_limits<std::int32_t>::max()) {
    return base::Error{base::Code::kLimit,
                       "there is no id left for a new filing: the highest one is used"};
  }
  return highest_id_ + 1;
}

// The id of the filing that gives way to this one; nothing where none does. Several may have its
// journal number and type: one that is the same stays in its place.
base::Result<std::optional<std::int32_t>> FilingLoad::FindEarlier(const model::Statement& filing) {
  const auto held = rows_.Find(filing.number);
  if (!held) return held.error();
  model::Filings filings;
  if (base::Status read = ReadStored(*held, &filings); !read) return std::move(read).error();
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

// Reads all rows, since ids do not say whose they are.
base::Status FilingLoad::DeleteEarlier() {
  std::vector<base::OrgNumber> numbers;
  model::Filings filings;
  base::Status scanned = rows_.before()->Scan(
      TableOf(model::Kind::kStatements), [&](const store::RowView& row) -> base::Status {
        if (row.state != store::RowState::kLive) return {};
        if (base::Status read = ReadBody(row.number, row.body, &filings); !read) return read;
        const auto is_stale = [this](const model::Statement& one) { return IsStale(one.id); };
        if (std::ranges::any_of(filings.statements, is_stale)) numbers.push_back(row.number);
        return {};
      });
  if (!scanned) return scanned;
  for (const base::OrgNumber number : numbers) {
    if (base::Status deleted = DeleteFrom(number); !deleted) return deleted;
  }
  return {};
}

base::Status FilingLoad::DeleteFrom(base::OrgNumber number) {
  const auto held = rows_.Find(number);
  if (!held) return held.error();
  if (held->is_removed) return {};
  model::Filings filings;
  if (base::Status read = ReadStored(*held, &filings); !read) return read;
  filings.number = number;
  counts_.deleted += std::erase_if(filings.statements,
                                   [this](const model::Statement& one) { return IsStale(one.id); });
  body_.clear();
  if (!filings.statements.empty()) render::AppendStoredFilings(filings, &body_);
  const auto put = rows_.Put(*held, body_);
  if (!put) return put.error();
  ++counts_.organisations;
  return {};
}

base::Status FilingLoad::FindHighestId() {
  if (knows_highest_id_) return {};
  knows_highest_id_ = true;
  return rows_.before()->Scan(TableOf(model::Kind::kStatements),
                              [this](const store::RowView& row) -> base::Status {
                                highest_id_ = std::max(highest_id_, LastIdIn(row.body));
                                return {};
                              });
}

base::Status FilingLoad::Flush() {
  std::ranges::stable_sort(gathered_, {}, &model::Statement::number);
  for (std::size_t first = 0; first < gathered_.size();) {
    const base::OrgNumber number = gathered_[first].number;
    std::size_t last = first;
    while (last < gathered_.size() && gathered_[last].number == number) ++last;
    if (base::Status written = Write(number, first, last); !written) return written;
    first = last;
  }
  gathered_.clear();
  return {};
}

base::Status FilingLoad::Write(base::OrgNumber number, std::size_t first, std::size_t last) {
  const auto held = rows_.Find(number);
  if (!held) return held.error();
  if (held->is_removed) {
    counts_.kept_removed += last - first;
    return {};
  }
  model::Filings filings;
  if (base::Status read = ReadStored(*held, &filings); !read) return read;
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
  const auto put = rows_.Put(*held, body_);
  if (!put) return put.error();
  if (*put) ++counts_.organisations;
  return {};
}

base::Status FilingLoad::ReadStored(const SupplementRows::Held& held, model::Filings* filings) {
  return held.Body().empty() ? base::Status() : ReadBody(held.number, held.Body(), filings);
}

base::Status FilingLoad::ReadBody(base::OrgNumber number, std::string_view body,
                                  model::Filings* filings) {
  padded_.reserve(body.size() + RecordReader::kPadding);
  padded_.assign(body);
  Problems problems;
  std::vector<std::string> unknown;
  if (reader_.ReadFilings(padded_, filings, &problems, &unknown)) return {};
  return base::Error{base::Code::kCorrupt, "the statements of " + number.ToString() +
                                               " cannot be read: " + problems.front()};
}

base::Result<FilingCounts> FilingLoad::Commit(const store::Batch& batch) {
  if (base::Status flushed = Flush(); !flushed) return std::move(flushed).error();
  if (earlier_) {
    if (base::Status deleted = DeleteEarlier(); !deleted) return std::move(deleted).error();
  }
  const auto receipt = rows_.Commit(batch);
  if (!receipt) return receipt.error();
  return counts_;
}

}  // namespace orgreg::records
