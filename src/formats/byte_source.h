// SPDX-License-Identifier: EUPL-1.2

// Streams of bytes that imports read from: a file, standard input, a gzip stream inside another
// source, or text in memory. One thread reads a source once, from front to back. Read fails with
// kIo if the system refuses, with kCorrupt if the bytes are not what was written (a truncated or
// damaged gzip stream), with kLimit if they unpack to more than is allowed. A source is not read
// again after an error.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace orgreg::formats {

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  // Puts 1 to into.size() bytes into `into` and returns how many; 0 means the end. `into` is not
  // empty.
  virtual base::Result<std::size_t> Read(std::span<char> into) = 0;
};

// Reads text that the caller keeps alive.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : rest_(bytes) {}
  base::Result<std::size_t> Read(std::span<char> into) override;

 private:
  std::string_view rest_;
};

// Reads a file, or standard input if the path is "-".
class FileSource final : public ByteSource {
 public:
  static base::Result<std::unique_ptr<FileSource>> Open(const std::string& path);
  ~FileSource() override;

  base::Result<std::size_t> Read(std::span<char> into) override;

  // Returns the next bytes without consuming them, fewer than kPeekBytes only at the end.
  static constexpr std::size_t kPeekBytes = 2;
  base::Result<std::string_view> Peek();

  // For progress: the bytes that were read so far, and the size of a regular file.
  std::uint64_t consumed_bytes() const { return consumed_; }
  std::optional<std::uint64_t> size_bytes() const { return size_; }

 private:
  FileSource(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  base::Result<std::size_t> ReadDescriptor(std::span<char> into) const;

  std::string path_;
  int descriptor_ = -1;
  std::optional<std::uint64_t> size_;
  std::uint64_t consumed_ = 0;
  std::string peeked_;
};

// The most that a gzip stream may unpack to: slack_bytes + ratio × packed bytes. Register data
// packs about 10 : 1; the format itself allows a little over 1000 : 1.
struct GzipLimits {
  std::uint64_t ratio = 200;
  std::uint64_t slack_bytes = std::uint64_t{64} << 20;
};

// True if the bytes begin as every gzip stream does.
bool BeginsAsGzip(std::string_view bytes);

// Unpacks the gzip stream that `packed` delivers. Consecutive members are one text, as gzip itself
// has it. A stream that is truncated, fails its checksum, or is followed by anything but another
// member is kCorrupt.
class GzipSource final : public ByteSource {
 public:
  // `packed` outlives the source.
  explicit GzipSource(ByteSource* packed, GzipLimits limits = {});
  ~GzipSource() override;
  base::Result<std::size_t> Read(std::span<char> into) override;

 private:
  struct State;  // Keeps ISA-L out of this header.
  base::Result<bool> Refill();
  base::Result<bool> BeginMember();
  base::Status SkipHeader(const char* unlike);
  base::Status SkipBytes(unsigned count);
  base::Status SkipText();
  base::Result<unsigned> NextByte();
  base::Status Inflate();
  base::Error CutOff() const;

  ByteSource* packed_;
  GzipLimits limits_;
  std::unique_ptr<State> state_;
};

// A file opened for import, unpacked if its content begins as gzip does (its name does not matter).
struct OpenedSource {
  std::unique_ptr<FileSource> file;      // for progress, which counts bytes as stored
  std::unique_ptr<GzipSource> unpacked;  // null if the file is not gzip

  ByteSource& bytes() const {
    return unpacked ? static_cast<ByteSource&>(*unpacked) : static_cast<ByteSource&>(*file);
  }
};

// `path` may be "-". Errors name the path.
base::Result<OpenedSource> OpenSource(const std::string& path, GzipLimits limits = {});

}  // namespace orgreg::formats
