// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/site.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <vector>

extern "C" {
extern const char orgreg_site[], orgreg_site_end[];
extern const char orgreg_site_index[], orgreg_site_index_end[];
}

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

// A line of site.tsv, as web/site/pack.ts writes it.
SiteFile ReadLine(std::string_view line, std::string_view bytes) {
  SiteFile file{.path = TakeUntil('\t', &line)};
  const auto take_part = [&] {
    const std::size_t begin = TakeNumber(&line);
    return bytes.substr(begin, TakeNumber(&line));
  };
  file.text = take_part();
  file.packed = take_part();
  file.fingerprint = XXH3_64bits(file.text.data(), file.text.size());
  return file;
}

std::vector<SiteFile> ReadFiles() {
  const std::string_view bytes(orgreg_site, orgreg_site_end);
  std::string_view lines(orgreg_site_index, orgreg_site_index_end);
  std::vector<SiteFile> files;
  while (!lines.empty()) files.push_back(ReadLine(TakeUntil('\n', &lines), bytes));
  return files;
}

}  // namespace

const SiteFile* FindSiteFile(std::string_view path) {
  static const std::vector<SiteFile> files = ReadFiles();
  const auto found = std::ranges::find(files, path, &SiteFile::path);
  return found == files.end() ? nullptr : &*found;
}

}  // namespace orgreg::api
