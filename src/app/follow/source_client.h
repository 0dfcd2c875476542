// SPDX-License-Identifier: EUPL-1.2

// Asks another server for the steps of a replica (api/replica_service.h). Each call is a connection
// of its own, which ends soon after a stop.

#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "app/follow/step_source.h"
#include "http/client/url.h"

namespace orgreg::app {

struct SourceAddress {
  std::string text = {};        // As set: https://HOST:PORT.
  std::string token_file = {};  // Read for each connection; empty: none is sent.
  std::string ca_file = {};     // PEM; empty: the authorities of the system.
};

// kInvalid unless the text is an http or https address without a path.
base::Result<http::Url> ParseSource(std::string_view text);

class SourceClient final : public StepSource {
 public:
  // The text of the address satisfies ParseSource.
  explicit SourceClient(SourceAddress address) : address_(std::move(address)) {}

  base::Status Follow(store::CommitId commit, std::uint64_t fingerprint, store::StepSink* sink,
                      const std::stop_token& stop) override;
  // A restore of a folder repeats removals before its server starts.
  base::Result<std::string> WhySetBack(store::Store* /*replica*/) override { return std::string(); }
  bool has_files() const override { return true; }
  base::Status FetchDocument(std::string_view sha256, const Take& take,
                             const std::stop_token& stop) override;
  base::Status FetchSegment(std::string_view kind, const Take& take,
                            const std::stop_token& stop) override;
  base::Result<store::Store*> DocumentLists() override { return nullptr; }
  std::chrono::milliseconds longest_pause() const override;
  const std::string& address() const override { return address_.text; }

 private:
  base::Status Fetch(const std::string& path, const Take& take, const std::stop_token& stop) const;

  SourceAddress address_;
};

}  // namespace orgreg::app
