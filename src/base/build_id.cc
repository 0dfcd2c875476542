// SPDX-License-Identifier: EUPL-1.2

#include "base/build_id.h"

#include <elf.h>
#include <link.h>

#include <array>
#include <cstddef>
#include <cstring>

namespace orgreg::base {
namespace {

constexpr auto kOwner = std::to_array("GNU");  // With the zero that ends it.

std::size_t Aligned(std::size_t bytes) { return (bytes + 3) / 4 * 4; }

// The linker's note among those of a segment of the program.
std::string_view FindIn(std::string_view notes) {
  ElfW(Nhdr) head = {};
  while (notes.size() >= sizeof(head)) {
    std::memcpy(&head, notes.data(), sizeof(head));
    notes.remove_prefix(sizeof(head));
    const std::size_t name_bytes = Aligned(head.n_namesz);
    const std::size_t all_bytes = name_bytes + Aligned(head.n_descsz);
    if (all_bytes > notes.size()) return {};
    if (head.n_type == NT_GNU_BUILD_ID &&
        notes.substr(0, head.n_namesz) == std::string_view(kOwner.data(), kOwner.size()))
      return notes.substr(name_bytes, head.n_descsz);
    notes.remove_prefix(all_bytes);
  }
  return {};
}

// The system lists the program itself first, then its libraries.
int TakeFirst(dl_phdr_info* info, std::size_t /*size*/, void* found) {
  auto* const id = static_cast<std::string_view*>(found);
  for (std::size_t at = 0; at < info->dlpi_phnum && id->empty(); ++at) {
    const ElfW(Phdr)& header = info->dlpi_phdr[at];
    if (header.p_type != PT_NOTE) continue;
    // The system gives the place as a number.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    const auto* const notes = reinterpret_cast<const char*>(info->dlpi_addr + header.p_vaddr);
    *id = FindIn({notes, header.p_memsz});
  }
  return 1;
}

}  // namespace

std::string_view BuildId() {
  static const std::string_view id = [] {
    std::string_view found;
    dl_iterate_phdr(TakeFirst, &found);
    return found;
  }();
  return id;
}

}  // namespace orgreg::base
