#include "store/checksum.h"

#include <xxhash.h>

namespace orgreg::store {
namespace {

// Writes `value` little-endian, so that the sum does not depend on the machine.
template <std::size_t kBytes>
unsigned char* PutBytes(std::uint64_t value, unsigned char* out) {
  for (std::size_t i = 0; i < kBytes; ++i) *out++ = static_cast<unsigned char>(value >> (8 * i));
  return out;
}

}  // namespace

std::uint64_t RowChecksum(Table table, CommitId commit, const RowView& row) {
  std::array<unsigned char, 16> head = {};
  unsigned char* out = head.data();
  out = PutBytes<8>(static_cast<std::uint64_t>(commit.value), out);
  out = PutBytes<4>(row.number.value(), out);
  out = PutBytes<1>(static_cast<std::uint64_t>(table), out);
  PutBytes<1>(static_cast<std::uint64_t>(row.state), out);
  const std::uint64_t seed = XXH3_64bits(head.data(), head.size());
  return XXH3_64bits_withSeed(row.body.data(), row.body.size(), seed);
}

std::uint64_t SummaryChecksum(const Summary& summary) {
  std::array<unsigned char, 8 + 16 * kTableCount> bytes = {};
  unsigned char* out =
      PutBytes<8>(static_cast<std::uint64_t>(summary.position.value), bytes.data());
  for (const Summary::OfTable& table : summary.tables) {
    out = PutBytes<8>(table.rows, out);
    out = PutBytes<8>(table.sum, out);
  }
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace orgreg::store
