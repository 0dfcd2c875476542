// SPDX-License-Identifier: EUPL-1.2

// Asks the source of a replica (api/replica_service.h). Each call is a connection of its own, which
// ends soon after a stop. One thread at a time.

#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/client/url.h"
#include "store/steps/step_reader.h"
#include "store/store.h"

namespace orgreg::app {

struct SourceAddress {
  std::string text = {};        // As set: https://HOST:PORT.
  std::string token_file = {};  // Read for each connection; empty: none is sent.
  std::string ca_file = {};     // PEM; empty: the authorities of the system.
};

// kInvalid unless the text is an http or https address without a path.
base::Result<http::Url> ParseSource(std::string_view text);

class SourceClient {
 public:
  // The text of the address satisfies ParseSource.
  explicit SourceClient(SourceAddress address) : address_(std::move(address)) {}

  // Takes steps from that state on until the connection ends, which is kUnavailable too; or the
  // error of the sink.
  base::Status Follow(store::CommitId commit, std::uint64_t fingerprint, store::StepSink* sink,
                      const std::stop_token& stop) const;
  // Takes a document or a segment; kNotFound if the source does not have it.
  base::Status FetchDocument(std::string_view sha256,
                             const std::function<base::Status(std::string_view)>& take,
                             const std::stop_token& stop) const;
  base::Status FetchSegment(std::string_view kind,
                            const std::function<base::Status(std::string_view)>& take,
                            const std::stop_token& stop) const;

  const std::string& address() const { return address_.text; }

 private:
  base::Status Fetch(const std::string& path,
                     const std::function<base::Status(std::string_view)>& take,
                     const std::stop_token& stop) const;

  SourceAddress address_;
};

}  // namespace orgreg::app
