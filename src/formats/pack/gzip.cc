// SPDX-License-Identifier: EUPL-1.2

#include "formats/pack/gzip.h"

#include <isa-l/igzip_lib.h>

#include <array>
#include <cassert>
#include <cstdint>
#include <limits>

#include "base/threads/per_thread.h"

namespace orgreg::formats {
namespace {

// It takes some 400 KB, so each thread keeps one instead of making one for every response.
struct Workspace {
  isal_zstream stream = {};
  std::array<std::uint8_t, ISAL_DEF_LVL1_DEFAULT> level_buffer = {};
};

Workspace& OwnWorkspace() {
  static base::PerThread<Workspace> workspaces;
  return workspaces.Get();
}

// The size that incompressible text needs: it is stored in blocks with a head of 5 bytes each,
// between the gzip head and trailer of 18.
std::size_t LargestResult(std::size_t size) { return size + size / 1024 + 256; }

}  // namespace

void GzipCompress(std::string_view text, std::string* packed) {
  assert(text.size() < std::numeric_limits<std::uint32_t>::max());
  Workspace& workspace = OwnWorkspace();
  isal_zstream& stream = workspace.stream;
  packed->resize(LargestResult(text.size()));
  while (true) {
    isal_deflate_stateless_init(&stream);
    stream.level = 1;
    stream.level_buf = workspace.level_buffer.data();
    stream.level_buf_size = static_cast<std::uint32_t>(workspace.level_buffer.size());
    stream.gzip_flag = IGZIP_GZIP;
    stream.end_of_stream = 1;
    stream.flush = NO_FLUSH;
    // ISA-L only reads its input, but its type is not const.
    stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<std::uint32_t>(text.size());
    stream.next_out = reinterpret_cast<std::uint8_t*>(packed->data());
    stream.avail_out = static_cast<std::uint32_t>(packed->size());
    if (isal_deflate_stateless(&stream) == COMP_OK) break;
    // The only failure with these settings is a result that does not fit.
    packed->resize(2 * packed->size());
  }
  packed->resize(stream.total_out);
}

}  // namespace orgreg::formats
