// SPDX-License-Identifier: EUPL-1.2

#include "app/watch/access_line.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <iterator>

#include "api/answers/error_kinds.h"
#include "api/routes.h"
#include "app/watch/request_counts.h"
#include "auth/secrets/keyed_hash.h"
#include "formats/json/text.h"

namespace orgreg::app {
namespace {

constexpr std::int64_t kMicroseconds = 1'000'000;
constexpr std::size_t kHashBytes = 8;
constexpr std::size_t kMostHashes = 10'000;

// The members that are the same in all lines of an operation.
std::string OperationMembers(std::size_t operation) {
  std::string members;
  if (operation + 1 == CountOperations()) return R"(,"operation":null,"path":null)";
  const api::RoutePlace& place = api::RowWithId(static_cast<int>(operation)).at;
  members.append(R"(,"operation":)");
  formats::AppendJsonString(place.operation, &members);
  members.append(R"(,"path":)");
  formats::AppendJsonString(place.pattern, &members);
  return members;
}

void AppendText(std::string_view member, std::string_view value, std::string* out) {
  if (value.empty()) return;
  out->append(",\"").append(member).append("\":");
  formats::AppendJsonString(value, out);
}

void AppendNumber(std::string_view member, std::int64_t value, std::string* out) {
  out->append(",\"").append(member).append("\":");
  formats::AppendInteger(value, out);
}

// The name of an unusual one may be any text.
void AppendMethod(http::Method method, std::string* out) {
  const std::string_view name = http::MethodName(method);
  if (name.empty()) {
    out->append("null");
  } else {
    formats::AppendJsonString(name, out);
  }
}

}  // namespace

void FillRecord(const http::Answered& answered, LoggedClients clients, std::int64_t now_us,
                AccessRecord* record) {
  record->duration_us =
      std::chrono::duration_cast<std::chrono::microseconds>(answered.duration).count();
  record->begun_us = now_us - record->duration_us;
  record->bytes = answered.bytes;
  record->operation = answered.operation;
  record->status = static_cast<std::int16_t>(answered.status);
  record->error = static_cast<std::int16_t>(answered.error);
  record->method = answered.method;
  record->is_cut = answered.is_cut;
  record->trace.Set(answered.trace);
  record->answer_id.Set(answered.answer_id);
  record->client.Set(clients == LoggedClients::kNone ? std::string_view() : answered.client);
}

AccessLines::AccessLines(LoggedClients clients) : clients_(clients) {
  operations_.reserve(CountOperations());
  for (std::size_t i = 0; i < CountOperations(); ++i) operations_.push_back(OperationMembers(i));
}

void AccessLines::Append(const AccessRecord& record, std::string* out) {
  out->append(R"({"time":")");
  AppendTime(record.begun_us, out);
  const std::size_t operation =
      record.operation < 0 ? operations_.size() - 1 : static_cast<std::size_t>(record.operation);
  out->append(R"(","method":)");
  AppendMethod(record.method, out);
  out->append(operations_[operation]);
  AppendNumber("status", record.status, out);
  AppendNumber("bytes", static_cast<std::int64_t>(record.bytes), out);
  AppendNumber("duration_us", record.duration_us, out);
  if (record.is_cut) out->append(R"(,"cut":true)");
  if (record.error >= 0) {
    AppendText("error", api::RowOf(static_cast<api::ErrorKind>(record.error)).name, out);
  }
  AppendText("trace", record.trace.text(), out);
  AppendText("trace_id", record.answer_id.text(), out);
  const std::string_view client = record.client.text();
  if (clients_ == LoggedClients::kAddresses) AppendText("client", client, out);
  if (clients_ == LoggedClients::kHashed && !client.empty()) {
    AppendText("client", HashOf(client), out);
  }
  out->append("}\n");
}

const std::string& AccessLines::HashOf(std::string_view client) {
  if (hashes_.size() >= kMostHashes) hashes_.clear();
  std::string& text = hashes_[std::string(client)];
  if (!text.empty()) return text;
  const auth::KeyedDigest digest = auth::ProcessHash(client);
  for (std::size_t i = 0; i < kHashBytes; ++i)
    fmt::format_to(std::back_inserter(text), "{:02x}", digest[i]);
  return text;
}

// The text of a second is made once.
void AccessLines::AppendTime(std::int64_t time_us, std::string* out) {
  const std::int64_t second = time_us / kMicroseconds;
  if (second != second_) {
    second_ = second;
    second_text_ = fmt::format("{:%Y-%m-%dT%H:%M:%S}.", fmt::gmtime(std::time_t{second}));
  }
  out->append(second_text_);
  fmt::format_to(std::back_inserter(*out), "{:06}Z", time_us % kMicroseconds);
}

}  // namespace orgreg::app
