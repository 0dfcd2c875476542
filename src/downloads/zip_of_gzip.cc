// SPDX-License-Identifier: EUPL-1.2

#include "downloads/zip_of_gzip.h"

#include <algorithm>
#include <array>
#include <memory>

#include "formats/byte_source.h"
#include "formats/pack/zip_writer.h"

namespace orgreg::downloads {
namespace {

using base::Status;

// RFC 1952: a header without name, comment or further fields, the deflated text, its CRC-32 and
// the lower half of its size, both little-endian.
constexpr std::string_view kHeaderBegin = {"\x1f\x8b\x08\x00", 4};
constexpr std::size_t kHeaderBytes = 10;
constexpr std::size_t kTrailerBytes = 8;

std::uint32_t NumberIn(std::string_view bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = 4; i-- > 0;) number = number << 8U | static_cast<unsigned char>(bytes[i]);
  return number;
}

// Passes on the bytes of a source, except for the first and the last ones.
class Middle {
 public:
  explicit Middle(formats::ByteSource* source) : source_(source) {}

  // False at the end; then rest() is the end of the file.
  base::Result<bool> Next() {
    rest_.erase(0, given_);
    given_ = 0;
    const auto count = TRY(source_->Read(buffer_));
    if (count == 0) return false;
    rest_.append(buffer_.data(), count);
    if (rest_.size() > kTrailerBytes) given_ = rest_.size() - kTrailerBytes;
    return true;
  }

  std::string_view part() const { return std::string_view(rest_).substr(0, given_); }
  std::string_view rest() const { return rest_; }

 private:
  formats::ByteSource* source_;
  std::string rest_ = {};
  std::size_t given_ = 0;
  std::array<char, std::size_t{128} << 10> buffer_ = {};
};

// Drops the header, in however many parts it comes.
Status Copy(Middle* middle, formats::ZipWriter* zip, std::string* header) {
  while (true) {
    const auto more = TRY(middle->Next());
    if (!more) return {};
    std::string_view part = middle->part();
    const std::size_t missing = std::min(kHeaderBytes - header->size(), part.size());
    header->append(part.substr(0, missing));
    part.remove_prefix(missing);
    TRY(zip->AppendPacked(part));
  }
}

}  // namespace

Status PutIntoZip(const GzipFile& file, std::string_view name, formats::ByteSink* out) {
  auto source = TRY(formats::FileSource::Open(file.path));
  formats::ZipWriter zip(out);
  TRY(zip.BeginPackedFile(name));
  const auto middle = std::make_unique<Middle>(source.get());
  std::string header;
  TRY(Copy(middle.get(), &zip, &header));
  const std::string_view trailer = middle->rest();
  const bool is_whole = header.size() == kHeaderBytes && header.starts_with(kHeaderBegin) &&
                        NumberIn(trailer.substr(4)) == static_cast<std::uint32_t>(file.text_bytes);
  if (!is_whole) {
    return base::Error{base::Code::kCorrupt, "is not the gzip file that was written"}.At(file.path);
  }
  Status ended = zip.EndPackedFile({.checksum = NumberIn(trailer), .size_bytes = file.text_bytes});
  return ended ? zip.Finish() : ended;
}

}  // namespace orgreg::downloads
