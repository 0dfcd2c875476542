// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/archive.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace orgreg::api {
namespace {

// Cuts off the text before the sign, and the sign.
std::string_view TakeUntil(char sign, std::string_view* rest) {
  const std::size_t end = std::min(rest->find(sign), rest->size());
  const std::string_view taken = rest->substr(0, end);
  rest->remove_prefix(std::min(end + 1, rest->size()));
  return taken;
}

std::size_t TakeNumber(std::string_view* rest) {
  const std::string_view text = TakeUntil('\t', rest);
  std::size_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// A line of the index, as web/site/pack.ts writes it.
ArchivedFile ReadLine(std::string_view line, std::string_view bytes) {
  ArchivedFile file{.path = TakeUntil('\t', &line)};
  const auto take_part = [&] {
    const std::size_t begin = TakeNumber(&line);
    return bytes.substr(begin, TakeNumber(&line));
  };
  file.text = take_part();
  file.packed = take_part();
  file.fingerprint = XXH3_64bits(file.text.data(), file.text.size());
  return file;
}

}  // namespace

Archive::Archive(std::string_view bytes, std::string_view index) {
  while (!index.empty()) files_.push_back(ReadLine(TakeUntil('\n', &index), bytes));
}

const ArchivedFile* Archive::Find(std::string_view path) const {
  const auto found = std::ranges::find(files_, path, &ArchivedFile::path);
  return found == files_.end() ? nullptr : &*found;
}

}  // namespace orgreg::api
