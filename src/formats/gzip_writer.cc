#include "formats/gzip_writer.h"

#include <isa-l/igzip_lib.h>

#include <array>

#include "formats/file_writer.h"

namespace orgreg::formats {
namespace {

// Text is packed in pieces of exactly this size, however it was appended: what is packed
// follows from the text alone.
constexpr std::size_t kPieceBytes = std::size_t{256} << 10;
constexpr std::size_t kPackedBytes = std::size_t{128} << 10;

}  // namespace

struct GzipWriter::State {
  std::unique_ptr<FileWriter> file = {};
  std::string pending = {};
  isal_zstream stream = {};
  std::array<std::uint8_t, ISAL_DEF_LVL1_DEFAULT> level_buffer = {};
  std::array<std::uint8_t, kPackedBytes> packed = {};
};

GzipWriter::GzipWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
GzipWriter::~GzipWriter() = default;

base::Result<std::unique_ptr<GzipWriter>> GzipWriter::Create(std::string path) {
  auto file = FileWriter::Create(std::move(path));
  if (!file.ok()) return std::move(file).error();
  auto state = std::make_unique<State>();
  state->file = std::move(*file);
  state->pending.reserve(kPieceBytes);
  isal_deflate_init(&state->stream);
  state->stream.gzip_flag = IGZIP_GZIP;
  state->stream.level = 1;
  state->stream.level_buf = state->level_buffer.data();
  state->stream.level_buf_size = ISAL_DEF_LVL1_DEFAULT;
  return std::unique_ptr<GzipWriter>(new GzipWriter(std::move(state)));
}

base::Status GzipWriter::Append(std::string_view text) {
  while (!text.empty()) {
    const std::string_view part = text.substr(0, kPieceBytes - state_->pending.size());
    state_->pending.append(part);
    text.remove_prefix(part.size());
    if (state_->pending.size() < kPieceBytes) continue;
    if (base::Status status = Pack(false); !status.ok()) return status;
  }
  return {};
}

base::Status GzipWriter::Pack(bool is_last) {
  isal_zstream& stream = state_->stream;
  // ISA-L only reads what it is given.
  stream.next_in = reinterpret_cast<std::uint8_t*>(state_->pending.data());
  stream.avail_in = static_cast<std::uint32_t>(state_->pending.size());
  stream.end_of_stream = is_last ? 1 : 0;
  do {
    stream.next_out = state_->packed.data();
    stream.avail_out = kPackedBytes;
    if (isal_deflate(&stream) != COMP_OK) {
      return base::Error{base::Code::kIo, "gzip: the text cannot be packed"};
    }
    const std::size_t size = kPackedBytes - stream.avail_out;
    const auto* const bytes = reinterpret_cast<const char*>(state_->packed.data());
    if (base::Status status = state_->file->Append({bytes, size}); !status.ok()) return status;
  } while (stream.avail_out == 0);
  state_->pending.clear();
  return {};
}

base::Status GzipWriter::Finish() {
  if (base::Status status = Pack(true); !status.ok()) return status;
  return state_->file->Finish();
}

base::Status GzipWriter::Publish() { return state_->file->Publish(); }

}  // namespace orgreg::formats
