// SPDX-License-Identifier: EUPL-1.2

#include "store/checksum.h"

#include <xxhash.h>

#include <span>

namespace orgreg::store {
namespace {

// A sequence of numbers in little-endian order, so that a checksum does not depend on the machine.
template <std::size_t kSize>
class Bytes {
 public:
  template <std::size_t kBytes>
  void Put(std::uint64_t value) {
    for (std::size_t i = 0; i < kBytes; ++i) {
      bytes_[used_++] = static_cast<unsigned char>(value >> (8 * i));
    }
  }
  void Put8(std::uint64_t value) { Put<8>(value); }
  void Put8(std::int64_t value) { Put<8>(static_cast<std::uint64_t>(value)); }
  void Put8(CommitId commit) { Put8(commit.value); }

  // The checksum of all kSize bytes; missing ones are zero.
  std::uint64_t Sum() const { return XXH3_64bits(bytes_.data(), kSize); }
  // The checksum of the bytes so far.
  std::uint64_t SumOfPut() const { return XXH3_64bits(bytes_.data(), used_); }

 private:
  std::array<unsigned char, kSize> bytes_ = {};
  std::size_t used_ = 0;
};

std::uint64_t SumOf(std::string_view text, std::uint64_t seed) {
  return XXH3_64bits_withSeed(text.data(), text.size(), seed);
}

// The tables that count: all up to the last one with content, but at least the first ones. So a
// store keeps its checksums when a table is added to it.
template <typename OfTable>
std::span<const OfTable> Counted(const std::array<OfTable, model::kKindCount>& tables) {
  std::size_t count = tables.size();
  while (count > kFirstTableCount && tables[count - 1] == OfTable()) --count;
  return std::span(tables).first(count);
}

}  // namespace

std::uint64_t RowChecksum(model::Kind kind, CommitId commit, const RowView& row) {
  Bytes<16> head;
  head.Put8(commit);
  head.Put<4>(row.number.value());
  head.Put<1>(static_cast<std::uint64_t>(kind));
  head.Put<1>(static_cast<std::uint64_t>(row.state));
  return SumOf(row.body, head.Sum());
}

std::uint64_t SummaryChecksum(const Summary& summary) {
  Bytes<48 + 40 * model::kKindCount> bytes;
  bytes.Put8(summary.position);
  bytes.Put8(summary.first_commit);
  bytes.Put8(summary.last_change);
  bytes.Put8(summary.time_ms);
  bytes.Put8(summary.withdrawn);
  bytes.Put8(summary.wiped);
  for (const Summary::OfTable& table : Counted(summary.tables)) {
    bytes.Put8(table.rows);
    bytes.Put8(table.sum);
    bytes.Put8(table.lines);
    bytes.Put8(table.line_sum);
    bytes.Put8(table.unlogged);
  }
  return bytes.SumOfPut();
}

// What was wiped is of the file, and no part of the state.
StateId StateIdOf(const Summary& summary) {
  Summary state = summary;
  state.wiped = {};
  return {.commit = summary.position, .mark = SummaryChecksum(state)};
}

std::uint64_t CommitChecksum(const CommitRecord& record) {
  Bytes<40 + 24 * model::kKindCount> head;
  head.Put8(record.id);
  head.Put8(record.time_ms);
  head.Put8(record.batch.digest);
  head.Put8(record.last_change);
  head.Put8(record.changes);
  for (const CommitRecord::OfTable& table : Counted(record.tables)) {
    head.Put8(table.contents.rows);
    head.Put8(table.contents.fingerprint);
    head.Put8(std::uint64_t{table.is_unlogged});
  }
  return SumOf(record.batch.id, head.SumOfPut());
}

std::uint64_t LineChecksum(const LogLine& line) {
  Bytes<56> bytes;
  bytes.Put8(line.id);
  bytes.Put8(line.place);
  bytes.Put8(line.commit);
  bytes.Put8(line.time_ms);
  bytes.Put8(line.place_sum);
  bytes.Put8(line.patch_sum);
  bytes.Put<4>(line.number.value());
  bytes.Put<1>(static_cast<std::uint64_t>(line.kind));
  bytes.Put<1>(static_cast<std::uint64_t>(line.type));
  return bytes.Sum();
}

std::uint64_t PatchChecksum(std::string_view forward, std::string_view backward) {
  if (forward.empty() && backward.empty()) return 0;
  return SumOf(backward, SumOf(forward, 0));
}

std::uint64_t NoteChecksum(std::string_view key, std::string_view text) {
  return SumOf(text, SumOf(key, 0));
}

}  // namespace orgreg::store
