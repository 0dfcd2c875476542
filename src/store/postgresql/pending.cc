// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql/pending.h"

#include <algorithm>
#include <string>

#include "store/postgresql_tables/log.h"

namespace orgreg::store {
namespace {

using base::OrgNumber;
using base::Result;
using base::Status;

constexpr std::size_t kMostBytes = std::size_t{4} << 20;
constexpr std::size_t kBytesOfLine = 100;  // besides its patches
constexpr std::size_t kBytesOfReferences = 50;

}  // namespace

PgPending::PgPending(PgConnection* connection, const Summary& before)
    : connection_(connection), known_(connection, before) {
  for (const model::Kind kind : model::kKinds)
    has_stored_[model::IndexOf(kind)] = before.Of(kind).rows > 0;
}

Status PgPending::Expect(std::span<const OrgNumber> numbers) {
  for (const model::Kind kind : model::kKinds) {
    if (model::NamesOthers(kind)) AddUnnamedQuery(connection_, kind, numbers);
  }
  const auto results = TRY(known_.Expect(numbers));
  std::size_t at = 0;
  for (const model::Kind kind : model::kKinds) {
    if (!model::NamesOthers(kind)) continue;
    const PgResult& result = results[at++];
    for (int row = 0; row < result.rows(); ++row) {
      unnamed_[model::IndexOf(kind)].insert(
          OrgNumber(static_cast<std::uint32_t>(result.Integer(row, 0))));
    }
  }
  return {};
}

Status PgPending::Put(model::Kind kind, CommitId commit, const RowView& row,
                      std::uint64_t checksum) {
  PgKnownRow* const known = TRY(known_.Know(kind, row.number));
  known->is_new = known->is_new || !known->row;
  known->row = Row{.number = row.number, .state = row.state, .body = std::string(row.body)};
  known->commit = commit;
  known->checksum = checksum;
  known_.NotePending(kind, row.number);
  return FlushIfLarge();
}

Status PgPending::SetReferences(model::Kind kind, OrgNumber number,
                                const std::vector<OrgNumber>& named) {
  if (!model::NamesOthers(kind)) return {};
  references_[model::IndexOf(kind)][number] = named;
  line_bytes_ += kBytesOfReferences + named.size() * sizeof(OrgNumber);
  return FlushIfLarge();
}

Result<std::vector<OrgNumber>> PgPending::Referring(model::Kind kind, OrgNumber named) {
  if (!model::NamesOthers(kind)) return std::vector<OrgNumber>();
  const auto& pending = references_[model::IndexOf(kind)];
  std::vector<OrgNumber> found;
  if (has_stored_[model::IndexOf(kind)] && !unnamed_[model::IndexOf(kind)].contains(named)) {
    found = TRY(FindReferring(connection_, kind, named));
    std::erase_if(found, [&](OrgNumber number) { return pending.contains(number); });
  }
  for (const auto& [number, names] : pending) {
    if (std::ranges::find(names, named) != names.end()) found.push_back(number);
  }
  std::ranges::sort(found);
  return found;
}

Result<std::uint64_t> PgPending::Append(const LogLine& line, const ChangeView& patches) {
  PgKnownRow* const known = TRY(known_.Know(line.kind, line.number));
  const std::uint64_t checksum = LineChecksum(line);
  known->line_commit = line.commit;
  known->place_sum = line.place_sum;
  lines_.push_back({.line = line,
                    .checksum = checksum,
                    .forward = std::string(patches.forward),
                    .backward = std::string(patches.backward)});
  line_bytes_ += kBytesOfLine + patches.forward.size() + patches.backward.size();
  TRY(FlushIfLarge());
  return checksum;
}

Result<bool> PgPending::EraseHistory(model::Kind kind, OrgNumber number, std::uint64_t* line_sum) {
  const std::uint64_t place_sum = TRY(known_.Know(kind, number))->place_sum;
  if (place_sum == 0) return false;
  Flush();
  const auto lines = TRY(LinesOf(connection_, kind, {number}));
  std::uint64_t sum = 0;
  for (const PgLine& line : lines) sum += static_cast<std::uint64_t>(line.line.place);
  if (sum != place_sum)
    return connection_->Corrupt("change_log is indexed wrongly for " + number.ToString());
  return AddErasure(connection_, lines, line_sum);
}

void PgPending::Flush() {
  for (const model::Kind kind : model::kKinds) {
    AddRows(connection_, kind, known_.TakePending(kind));
    auto& references = references_[model::IndexOf(kind)];
    has_stored_[model::IndexOf(kind)] = has_stored_[model::IndexOf(kind)] || !references.empty();
    AddReferences(connection_, kind, {references.begin(), references.end()});
    for (const auto& [number, names] : references) {
      for (const OrgNumber named : names) unnamed_[model::IndexOf(kind)].erase(named);
    }
    references.clear();
  }
  AddLines(connection_, lines_);
  lines_.clear();
  line_bytes_ = 0;
}

Status PgPending::FlushIfLarge() {
  if (known_.pending_bytes() + line_bytes_ < kMostBytes) return {};
  Flush();
  return connection_->Start();
}

}  // namespace orgreg::store
