// SPDX-License-Identifier: EUPL-1.2

// Bodies that are not held in memory: a part of a file, or a stream that is produced while
// it is sent, perhaps from the body of its request, which comes at the same time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/files/descriptor.h"
#include "base/result.h"

namespace orgreg::http {

// A file open for reading. It closes with its last user: an unfinished answer goes on with the
// old bytes when another file takes the name. Any number of threads may share one.
class OpenFile {
 public:
  // kNotFound where the file does not exist, kUnavailable where the system has no descriptor or
  // memory left, kIo where it cannot be read.
  static base::Result<std::shared_ptr<const OpenFile>> Open(const std::string& path);

  int descriptor() const { return file_.number(); }
  std::uint64_t size_bytes() const { return size_bytes_; }

  // Asks the system to read this part ahead, and does not wait for it.
  void ReadAhead(std::uint64_t offset_bytes, std::uint64_t size_bytes) const;

 private:
  OpenFile(base::Descriptor file, std::uint64_t size_bytes)
      : file_(std::move(file)), size_bytes_(size_bytes) {}

  base::Descriptor file_;
  std::uint64_t size_bytes_ = 0;
};

// A part of a file, sent by the kernel without a copy. A file that turns out shorter cuts
// the connection.
struct FileBody {
  std::shared_ptr<const OpenFile> file = {};
  std::uint64_t offset_bytes = 0;
  std::uint64_t size_bytes = 0;
};

// A body of unknown length. Next is called on a thread of the server's pool, by one thread
// at a time, and only when the client has taken what came before: memory stays bounded.
// It is destroyed at its end, or when the client has left, on a thread that serves other clients
// too, so its destructor must be quick.
class BodyStream {
 public:
  BodyStream() = default;
  BodyStream(const BodyStream&) = delete;
  BodyStream& operator=(const BodyStream&) = delete;
  virtual ~BodyStream() = default;

  // Appends the next part to `out`, some 64 KiB to 1 MiB. Returns false after the last part. An
  // error cuts the connection, so that no client takes the part it has for the whole.
  virtual base::Result<bool> Next(std::string* out) = 0;

  // A piece of the request's body, without the framing of chunks.
  struct Input {
    std::string_view bytes = {};
    bool is_last = false;  // No more follow.
  };
  // For a stream that is made of the body of its request (Handler::StreamsBody). True: Next has
  // nothing to append until Take is called. The body is read only then, so a client that does not
  // take its answer cannot go on sending either. A stream that was given the last piece needs none.
  virtual bool NeedsInput() const { return false; }
  // Hands over a piece, at most some 16 KiB, valid during the call. Called as Next is.
  virtual void Take(const Input& /*input*/) {}

  // The share of Limits::waiting_bytes that the stream needs, with the part that is being sent.
  // Asked once, before the first part.
  virtual std::size_t held_bytes() const { return kUsualHeldBytes; }

 protected:
  static constexpr std::size_t kUsualHeldBytes = std::size_t{512} << 10;
};

}  // namespace orgreg::http
