// SPDX-License-Identifier: EUPL-1.2

// Each file is a local header, its data and a descriptor with sizes and checksum; the directory at
// the end repeats all of them. Numbers of more than 32 bits get the zip64 form.

#include "formats/pack/zip_writer.h"

#include <isa-l/crc.h>

#include <cassert>
#include <concepts>
#include <limits>
#include <utility>

namespace orgreg::formats {
namespace {

// The numbers come from the format's description (APPNOTE.TXT of PKWARE, 4.3 and 4.5).
constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kDataDescriptor = 0x08074b50;
constexpr std::uint32_t kDirectoryRow = 0x02014b50;
constexpr std::uint32_t kDirectoryEnd = 0x06054b50;
constexpr std::uint32_t kDirectoryEnd64 = 0x06064b50;
constexpr std::uint32_t kLocator64 = 0x07064b50;
constexpr std::uint16_t kExtra64 = 0x0001;

constexpr std::uint16_t kVersion = 20;          // deflate
constexpr std::uint16_t kVersion64 = 45;        // zip64
constexpr std::uint16_t kSizesFollow = 1 << 3;  // general purpose flag: a data descriptor
constexpr std::uint16_t kDeflated = 8;
constexpr std::uint16_t kNoTime = 0;
constexpr std::uint16_t kFirstDay = (1 << 5) | 1;  // 1980-01-01

constexpr std::uint64_t kMax32 = std::numeric_limits<std::uint32_t>::max();

// Appends a number in little-endian order, like all numbers of the format.
template <std::unsigned_integral Number>
void Put(Number value, std::string* out) {
  for (unsigned shift = 0; shift < 8 * sizeof(Number); shift += 8) {
    out->push_back(static_cast<char>(value >> shift & 0xff));
  }
}

void Put16(std::size_t value, std::string* out) { Put(static_cast<std::uint16_t>(value), out); }
void Put32(std::uint64_t value, std::string* out) { Put(static_cast<std::uint32_t>(value), out); }

// A value that does not fit is written as the largest number, and again in the zip64 form.
std::uint64_t Fitting(std::uint64_t value) { return value < kMax32 ? value : kMax32; }

}  // namespace

ZipWriter::ZipWriter(ByteSink* out) : out_(out), deflater_(Deflater::Form::kRaw, out) {}

base::Status ZipWriter::Write(std::string_view bytes) {
  size_bytes_ += bytes.size();
  return out_->Append(bytes);
}

base::Status ZipWriter::BeginFile(std::string_view name) {
  if (base::Status status = WriteHeader(name); !status.ok()) return status;
  deflater_.Restart();
  stage_ = Stage::kInFile;
  return {};
}

base::Status ZipWriter::BeginPackedFile(std::string_view name) {
  if (base::Status status = WriteHeader(name); !status.ok()) return status;
  stage_ = Stage::kInPackedFile;
  return {};
}

// Ends the previous file.
base::Status ZipWriter::WriteHeader(std::string_view name) {
  if (base::Status status = EndFile(); !status.ok()) return status;
  entries_.push_back({.name = std::string(name), .offset = size_bytes_});
  std::string header;
  Put(kLocalHeader, &header);
  Put(kVersion, &header);
  Put(kSizesFollow, &header);
  Put(kDeflated, &header);
  Put(kNoTime, &header);
  Put(kFirstDay, &header);
  for (int field = 0; field < 3; ++field) Put32(0, &header);  // checksum and both sizes
  Put16(name.size(), &header);
  Put16(0, &header);  // extra field
  return Write(header.append(name));
}

base::Status ZipWriter::Append(std::string_view bytes) {
  assert(stage_ == Stage::kInFile);
  std::uint32_t& checksum = entries_.back().checksum;
  // ISA-L takes a length of 64 bits here, so a piece of any size fits.
  checksum =
      crc32_gzip_refl(checksum, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  return deflater_.Append(bytes);
}

base::Status ZipWriter::AppendPacked(std::string_view deflated) {
  assert(stage_ == Stage::kInPackedFile);
  entries_.back().packed_bytes += deflated.size();
  return Write(deflated);
}

base::Status ZipWriter::EndPackedFile(const Text& text) {
  assert(stage_ == Stage::kInPackedFile);
  entries_.back().checksum = text.checksum;
  entries_.back().text_bytes = text.size_bytes;
  return EndFile();
}

// A file that turns out to be larger than 4 GiB has a descriptor with sizes of 8 bytes, although
// its local header could not announce it: that would have forced the zip64 form on every file,
// which not all readers of spreadsheets accept. Readers use the directory; those that read front to
// back decide by the sizes that they found.
base::Status ZipWriter::EndFile() {
  const Stage stage = std::exchange(stage_, Stage::kBetween);
  if (stage == Stage::kBetween) return {};
  Entry& entry = entries_.back();
  if (stage == Stage::kInFile) {
    if (base::Status status = deflater_.Finish(); !status.ok()) return status;
    entry.text_bytes = deflater_.text_bytes();
    entry.packed_bytes = deflater_.packed_bytes();
    size_bytes_ += entry.packed_bytes;
  }
  std::string descriptor;
  Put(kDataDescriptor, &descriptor);
  Put(entry.checksum, &descriptor);
  if (entry.packed_bytes >= kMax32 || entry.text_bytes >= kMax32) {
    Put(entry.packed_bytes, &descriptor);
    Put(entry.text_bytes, &descriptor);
  } else {
    Put32(entry.packed_bytes, &descriptor);
    Put32(entry.text_bytes, &descriptor);
  }
  return Write(descriptor);
}

void ZipWriter::AppendDirectoryRow(const Entry& entry, std::string* out) {
  std::string large;
  for (const std::uint64_t value : {entry.text_bytes, entry.packed_bytes, entry.offset}) {
    if (value >= kMax32) Put(value, &large);
  }
  const std::uint16_t version = large.empty() ? kVersion : kVersion64;
  Put(kDirectoryRow, out);
  Put(version, out);  // made by
  Put(version, out);  // needed
  Put(kSizesFollow, out);
  Put(kDeflated, out);
  Put(kNoTime, out);
  Put(kFirstDay, out);
  Put(entry.checksum, out);
  Put32(Fitting(entry.packed_bytes), out);
  Put32(Fitting(entry.text_bytes), out);
  Put16(entry.name.size(), out);
  Put16(large.empty() ? 0 : 4 + large.size(), out);
  Put16(0, out);  // comment
  Put16(0, out);  // disk
  Put16(0, out);  // internal attributes
  Put32(0, out);  // external attributes
  Put32(Fitting(entry.offset), out);
  out->append(entry.name);
  if (large.empty()) return;
  Put(kExtra64, out);
  Put16(large.size(), out);
  out->append(large);
}

void ZipWriter::AppendDirectoryEnd(std::uint64_t directory_offset, std::string* out) const {
  const std::uint64_t directory_bytes = out->size();
  if (directory_offset >= kMax32) {
    Put(kDirectoryEnd64, out);
    Put(std::uint64_t{44}, out);  // the bytes that follow in this record
    Put(kVersion64, out);
    Put(kVersion64, out);
    Put32(0, out);  // this disk
    Put32(0, out);  // the directory's disk
    Put(std::uint64_t{entries_.size()}, out);
    Put(std::uint64_t{entries_.size()}, out);
    Put(directory_bytes, out);
    Put(directory_offset, out);
    Put(kLocator64, out);
    Put32(0, out);  // disk of that record
    Put(directory_offset + directory_bytes, out);
    Put32(1, out);  // disks
  }
  Put(kDirectoryEnd, out);
  Put16(0, out);  // this disk
  Put16(0, out);  // the directory's disk
  Put16(entries_.size(), out);
  Put16(entries_.size(), out);
  Put32(directory_bytes, out);
  Put32(Fitting(directory_offset), out);
  Put16(0, out);  // comment
}

base::Status ZipWriter::Finish() {
  assert(entries_.size() < std::numeric_limits<std::uint16_t>::max());
  if (base::Status status = EndFile(); !status.ok()) return status;
  std::string directory;
  for (const Entry& entry : entries_) AppendDirectoryRow(entry, &directory);
  AppendDirectoryEnd(size_bytes_, &directory);
  return Write(directory);
}

}  // namespace orgreg::formats
