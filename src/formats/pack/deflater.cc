// SPDX-License-Identifier: EUPL-1.2

#include "formats/pack/deflater.h"

#include <isa-l/igzip_lib.h>

#include <array>
#include <string>

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
  std::string pending = {};
  isal_zstream stream = {};
  std::array<std::uint8_t, ISAL_DEF_LVL1_DEFAULT> level_buffer = {};
  std::array<std::uint8_t, kPackedBytes> packed = {};
};

Deflater::Deflater(Form form, ByteSink* out) : state_(std::make_unique<State>()) {
  state_->form = form;
  state_->out = out;
  state_->pending.reserve(kPieceBytes);
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
  state_->pending.clear();
}

std::uint64_t Deflater::text_bytes() const { return state_->text_bytes; }
std::uint64_t Deflater::packed_bytes() const { return state_->packed_bytes; }

base::Status Deflater::Append(std::string_view text) {
  std::string& pending = state_->pending;
  state_->text_bytes += text.size();
  while (!text.empty()) {
    const std::string_view part = text.substr(0, kPieceBytes - pending.size());
    text.remove_prefix(part.size());
    const bool is_whole = part.size() == kPieceBytes;
    if (!is_whole) pending.append(part);
    if (!is_whole && pending.size() < kPieceBytes) return {};
    if (base::Status status = Pack(is_whole ? part : pending, false); !status.ok()) return status;
    pending.clear();
  }
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
  base::Status status = Pack(state_->pending, true);
  state_->pending.clear();
  return status;
}

}  // namespace orgreg::formats
