// SPDX-License-Identifier: EUPL-1.2

// A request as the access log has it, and its line. What a line holds is a fixed list: no path,
// query, field or body of the request is in it, so neither tokens nor identification numbers can
// be (docs/guide/monitoring.md).

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "http/message/observer.h"

namespace orgreg::app {

// What the log says of clients.
enum class LoggedClients : std::uint8_t {
  kNone,
  kHashed,     // A hash of the address, whose key lives as long as the process.
  kAddresses,  // As they are.
};

// A text of bounded length without memory of its own; what is longer is cut.
template <std::size_t kMost>
class ShortText {
 public:
  void Set(std::string_view text) {
    size_ = static_cast<std::uint8_t>(text.copy(bytes_.data(), kMost));
  }
  std::string_view text() const { return {bytes_.data(), size_}; }

 private:
  static_assert(kMost < 256);
  std::array<char, kMost> bytes_ = {};
  std::uint8_t size_ = 0;
};

struct AccessRecord {
  std::int64_t begun_us = 0;  // Since 1970, UTC.
  std::uint64_t bytes = 0;
  std::int64_t duration_us = 0;
  std::int32_t operation = -1;
  std::int16_t status = 0;
  std::int16_t error = -1;
  http::Method method = http::Method::kOther;
  bool is_cut = false;
  ShortText<32> trace = {};      // Of the client's traceparent.
  ShortText<36> answer_id = {};  // Trace-Id, or the trace of an error.
  ShortText<45> client = {};     // The longest text of an IPv6 address.
};

// `now_us` is the time at which the answer was sent. It leaves the client out unless it is logged.
void FillRecord(const http::Answered& answered, LoggedClients clients, std::int64_t now_us,
                AccessRecord* record);

// Makes lines. For one thread.
class AccessLines {
 public:
  explicit AccessLines(LoggedClients clients);

  // Appends a line of JSON with its line feed.
  void Append(const AccessRecord& record, std::string* out);

 private:
  void AppendTime(std::int64_t time_us, std::string* out);
  // Hashing costs more than the rest of a line, and clients come back.
  const std::string& HashOf(std::string_view client);

  const LoggedClients clients_;
  std::vector<std::string> operations_;  // The members about each operation; the last: of none.
  std::int64_t second_ = -1;             // That of second_text_.
  std::string second_text_;
  std::unordered_map<std::string, std::string> hashes_;  // By client; bounded.
};

}  // namespace orgreg::app
