// SPDX-License-Identifier: EUPL-1.2

#include "formats/pack/deflater.h"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <array>
#include <vector>

namespace orgreg::formats {
namespace {

// Text is packed in pieces of exactly this size, however it was appended: the packed bytes depend
// on the text alone.
constexpr std::size_t kPieceBytes = std::size_t{256} << 10;
constexpr std::size_t kPackedBytes = std::size_t{128} << 10;

}  // namespace

struct Deflater::State {
  Form form = Form::kRaw;
  ByteSink* out = nullptr;
  std::uint64_t text_bytes = 0;
  std::uint64_t packed_bytes = 0;
  std::vector<char> buffer = std::vector<char>(kPieceBytes);
  std::size_t pending = 0;  // Bytes at the beginning of the buffer that are not packed yet.
  isal_zstream stream = {};
  std::array<std::uint8_t, ISAL_DEF_LVL1_DEFAULT> level_buffer = {};
  std::array<std::uint8_t, kPackedBytes> packed = {};
};

Deflater::Deflater(Form form, ByteSink* out) : state_(std::make_unique<State>()) {
  state_->form = form;
  state_->out = out;
  Restart();
}

Deflater::~Deflater() = default;

void Deflater::Restart() {
  isal_zstream& stream = state_->stream;
  isal_deflate_init(&stream);
  stream.gzip_flag = state_->form == Form::kGzip ? IGZIP_GZIP : IGZIP_DEFLATE;
  stream.level = 1;
  stream.level_buf = state_->level_buffer.data();
  stream.level_buf_size = ISAL_DEF_LVL1_DEFAULT;
  state_->text_bytes = 0;
  state_->packed_bytes = 0;
  state_->pending = 0;
}

std::uint64_t Deflater::text_bytes() const { return state_->text_bytes; }
std::uint64_t Deflater::packed_bytes() const { return state_->packed_bytes; }

base::Status Deflater::Append(std::string_view text) {
  while (!text.empty()) {
    const std::string_view part = text.substr(0, kPieceBytes - state_->pending);
    text.remove_prefix(part.size());
    if (part.size() == kPieceBytes) {
      state_->text_bytes += part.size();
      TRY(Pack(part, false));
    } else {
      std::ranges::copy(part, Room(part.size()).begin());
      TRY(Added(part.size()));
    }
  }
  return {};
}

std::span<char> Deflater::Room(std::size_t bytes) {
  std::vector<char>& buffer = state_->buffer;
  if (buffer.size() < state_->pending + bytes) buffer.resize(state_->pending + bytes);
  return std::span(buffer).subspan(state_->pending, bytes);
}

base::Status Deflater::Added(std::size_t bytes) {
  state_->text_bytes += bytes;
  state_->pending += bytes;
  if (state_->pending < kPieceBytes) return {};
  std::string_view pending(state_->buffer.data(), state_->pending);
  for (; pending.size() >= kPieceBytes; pending.remove_prefix(kPieceBytes)) {
    TRY(Pack(pending.substr(0, kPieceBytes), false));
  }
  std::ranges::copy(pending, state_->buffer.begin());
  state_->pending = pending.size();
  return {};
}

base::Status Deflater::Pack(std::string_view piece, bool is_last) {
  isal_zstream& stream = state_->stream;
  // ISA-L only reads its input, but its type is not const.
  stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(piece.data()));
  stream.avail_in = static_cast<std::uint32_t>(piece.size());
  stream.end_of_stream = is_last ? 1 : 0;
  do {
    stream.next_out = state_->packed.data();
    stream.avail_out = kPackedBytes;
    if (isal_deflate(&stream) != COMP_OK) {
      return base::Error{base::Code::kIo, "deflate: the text cannot be packed"};
    }
    const std::size_t size = kPackedBytes - stream.avail_out;
    if (size == 0) break;
    state_->packed_bytes += size;
    const auto* const bytes = reinterpret_cast<const char*>(state_->packed.data());
    if (base::Status status = state_->out->Append({bytes, size}); !status.ok()) return status;
  } while (stream.avail_out == 0);
  return {};
}

base::Status Deflater::Finish() {
  base::Status status = Pack({state_->buffer.data(), state_->pending}, true);
  state_->pending = 0;
  return status;
}

}  // namespace orgreg::formats
