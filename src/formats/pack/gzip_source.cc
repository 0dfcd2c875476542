// SPDX-License-Identifier: EUPL-1.2

// Read alternates between headers of members, which are parsed here byte by byte, and their data,
// which ISA-L unpacks.

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>

#include "formats/byte_source.h"

namespace orgreg::formats {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

namespace {

constexpr std::size_t kInputBytes = std::size_t{64} << 10;

// The flags of a member's header (RFC 1952, 2.3.1).
constexpr unsigned kHeaderChecksum = 0x02;
constexpr unsigned kExtraField = 0x04;
constexpr unsigned kName = 0x08;
constexpr unsigned kComment = 0x10;
constexpr unsigned kReserved = 0xE0;

Error Corrupt(const char* what) { return {Code::kCorrupt, std::string("gzip: ") + what}; }

// Words an error of ISA-L.
const char* Reason(int code) {
  return code == ISAL_INCORRECT_CHECKSUM ? "the unpacked data does not match its checksum"
                                         : "the packed data is damaged";
}

}  // namespace

struct GzipSource::State {
  inflate_state stream = {};
  // Apart, and not cleared: a block of both would be mapped and unmapped for each body.
  std::unique_ptr<char[]> input = std::make_unique_for_overwrite<char[]>(kInputBytes);
  bool in_member = false;   // between the header of a member and the end of its trailer
  bool had_member = false;  // the input may only end after a member
  std::uint64_t packed_bytes = 0;
  std::uint64_t unpacked_bytes = 0;
};

GzipSource::GzipSource(ByteSource* packed, GzipLimits limits)
    : packed_(packed), limits_(limits), state_(std::make_unique<State>()) {}

GzipSource::~GzipSource() = default;

Result<std::size_t> GzipSource::Read(std::span<char> into) {
  inflate_state& stream = state_->stream;
  const auto room = static_cast<std::uint32_t>(std::min(into.size(), std::size_t{1} << 30));
  while (true) {
    if (!state_->in_member) {
      const auto begun = TRY(BeginMember());
      if (!begun) return std::size_t{0};
    }
    stream.next_out = reinterpret_cast<std::uint8_t*>(into.data());
    stream.avail_out = room;
    TRY(Inflate());
    const std::size_t count = room - stream.avail_out;
    state_->unpacked_bytes += count;
    if (state_->unpacked_bytes > limits_.slack_bytes + limits_.ratio * state_->packed_bytes) {
      return Error{Code::kLimit, "gzip: unpacks to more than " + std::to_string(limits_.ratio) +
                                     " times its size"};
    }
    if (count > 0) return count;
  }
}

// Reads more packed bytes if there are none; false at their end.
Result<bool> GzipSource::Refill() {
  inflate_state& stream = state_->stream;
  if (stream.avail_in > 0) return true;
  const auto count = TRY(packed_->Read(std::span(state_->input.get(), kInputBytes)));
  stream.next_in = reinterpret_cast<std::uint8_t*>(state_->input.get());
  stream.avail_in = static_cast<std::uint32_t>(count);
  state_->packed_bytes += count;
  return count > 0;
}

// Skips the header of a member; false if the input ends here, where it may.
Result<bool> GzipSource::BeginMember() {
  const auto more = TRY(Refill());
  if (!more && state_->had_member) return false;
  const char* const unlike = state_->had_member ? "something else follows the packed data"
                                                : "the stream does not begin as gzip does";
  TRY(SkipHeader(unlike));
  inflate_state& stream = state_->stream;
  std::uint8_t* const next_in = stream.next_in;
  const std::uint32_t avail_in = stream.avail_in;
  isal_inflate_init(&stream);
  stream.next_in = next_in;
  stream.avail_in = avail_in;
  stream.crc_flag = ISAL_GZIP_NO_HDR_VER;
  state_->in_member = true;
  state_->had_member = true;
  return true;
}

// The header is read here, because ISA-L 2.30 loses its position in a header with optional parts
// that arrives in pieces.
Status GzipSource::SkipHeader(const char* unlike) {
  std::array<unsigned, 10> fixed = {};
  for (std::size_t i = 0; i < fixed.size(); ++i) {
    const auto byte = TRY(NextByte());
    fixed[i] = byte;
    if ((i == 0 && byte != 0x1f) || (i == 1 && byte != 0x8b)) return Corrupt(unlike);
  }
  if (fixed[2] != 8) return Corrupt("packed with an unknown method");
  const unsigned flags = fixed[3];
  if ((flags & kReserved) != 0) return Corrupt("the header has unknown flags");
  if ((flags & kExtraField) != 0) {
    const auto low = TRY(NextByte());
    const auto high = TRY(NextByte());
    TRY(SkipBytes(low + 256 * high));
  }
  for (const unsigned text : {kName, kComment}) {
    if ((flags & text) == 0) continue;
    TRY(SkipText());
  }
  return SkipBytes((flags & kHeaderChecksum) != 0 ? 2 : 0);
}

Status GzipSource::SkipBytes(unsigned count) {
  for (; count > 0; --count) {
    if (const auto byte = NextByte(); !byte) return byte.error();
  }
  return {};
}

Status GzipSource::SkipText() {
  while (true) {
    const auto byte = TRY(NextByte());
    if (byte == 0) return {};
  }
}

Result<unsigned> GzipSource::NextByte() {
  const auto more = TRY(Refill());
  if (!more) return CutOff();
  --state_->stream.avail_in;
  return unsigned{*state_->stream.next_in++};
}

Error GzipSource::CutOff() const { return Corrupt("the packed data ends too early"); }

// One step: unpacks as much as fits, and reads on if there is nothing to unpack.
Status GzipSource::Inflate() {
  inflate_state& stream = state_->stream;
  const std::uint32_t before = stream.avail_out;
  int code = isal_inflate(&stream);
  if (code == ISAL_DECOMP_OK && stream.avail_out == before &&
      stream.block_state != ISAL_BLOCK_FINISH) {
    const auto more = TRY(Refill());
    if (!more) return CutOff();
    code = isal_inflate(&stream);
  }
  if (code < 0) return Corrupt(Reason(code));
  if (stream.block_state == ISAL_BLOCK_FINISH) state_->in_member = false;
  return {};
}

}  // namespace orgreg::formats
