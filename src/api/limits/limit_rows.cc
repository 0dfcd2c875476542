// SPDX-License-Identifier: EUPL-1.2

#include "api/limits/limit_rows.h"

#include <array>
#include <chrono>
#include <type_traits>

namespace orgreg::api {
namespace {

constexpr std::uint32_t kMostSeconds = 3600;
constexpr std::uint32_t kMostClients = 1'000'000;
constexpr std::uint32_t kMostRate = 1'000'000;
constexpr std::uint32_t kMiB = 1U << 20U;
// 2,000 organisation numbers joined by an encoded comma take 24 KiB.
constexpr std::uint32_t kLeastRequestLine = 28U << 10U;

// A member in a part of the limits, as a number of units: of bytes, of milliseconds, of 1.
template <auto kPart, auto kMember, std::uint32_t kUnit = 1>
struct Of {
  using Value = std::remove_cvref_t<decltype((ServerLimits().*kPart).*kMember)>;

  static std::uint32_t Get(const ServerLimits& limits) {
    const Value& value = (limits.*kPart).*kMember;
    if constexpr (std::is_same_v<Value, std::chrono::milliseconds>) {
      return static_cast<std::uint32_t>(value.count() / kUnit);
    } else {
      return static_cast<std::uint32_t>(value / kUnit);
    }
  }
  static void Set(ServerLimits* limits, std::uint32_t number) {
    (limits->*kPart).*kMember = Value(Value(number) * kUnit);
  }
};

struct Words {
  std::string_view name = {};
  std::string_view what = {};
  std::string_view beyond = {};
};
struct Range {
  std::uint32_t least = 0;
  std::uint32_t most = 0;
};

template <auto kMember, std::uint32_t kUnit = 1>
constexpr LimitRow Transport(Words words, Range range) {
  using Member = Of<&ServerLimits::transport, kMember, kUnit>;
  return {.name = words.name,
          .what = words.what,
          .beyond = words.beyond,
          .least = range.least,
          .most = range.most,
          .get = Member::Get,
          .set = Member::Set};
}

template <auto kMember>
constexpr LimitRow Seconds(Words words) {
  return Transport<kMember, 1000>(words, {1, kMostSeconds});
}

template <auto kMember>
constexpr LimitRow Rate(Words words, std::uint32_t least) {
  using Member = Of<&ServerLimits::rates, kMember>;
  return {.name = words.name,
          .what = words.what,
          .beyond = words.beyond,
          .least = least,
          .most = kMostRate,
          .get = Member::Get,
          .set = Member::Set,
          .is_live = true};
}

template <auto kMember>
constexpr LimitRow Work(Words words, std::uint32_t least) {
  using Member = Of<&ServerLimits::work, kMember>;
  return {.name = words.name,
          .what = words.what,
          .beyond = words.beyond,
          .least = least,
          .most = kMostClients,
          .get = Member::Get,
          .set = Member::Set};
}

constexpr std::string_view kClosed = "the connection is closed";
constexpr std::string_view kLater = "503";
constexpr std::string_view kTooOften = "429";

using http::Limits;
using Failures = Of<&ServerLimits::attempts, &AttemptLimits::failures_per_minute>;

constexpr std::array kRows = {
    Transport<&Limits::connections>({"max_connections", "Open connections of all clients", kLater},
                                    {1, kMostClients}),
    Transport<&Limits::connections_per_address>(
        {"connections_per_address", "Open connections of one address, if as many are still free",
         kLater},
        {0, kMostClients}),
    Transport<&Limits::requests_per_connection>(
        {"requests_per_connection", "Requests over one connection",
         "the last answer says Connection: close"},
        {1, kMostClients}),
    Transport<&Limits::pipelined_requests>(
        {"pipelined_requests", "Requests of one connection that are answered in a row",
         "other connections come first"},
        {1, 1000}),
    Transport<&Limits::request_line_bytes>(
        {"request_line_bytes", "The request line: method, address and version", "414"},
        {kLeastRequestLine, kMiB}),
    Transport<&Limits::header_block_bytes>(
        {"header_block_bytes", "All header fields of a request together", "431"}, {4096, kMiB}),
    Transport<&Limits::header_field_bytes>(
        {"header_field_bytes", "One header field of a request", "431"}, {1024, kMiB}),
    Transport<&Limits::header_fields>({"header_fields", "Header fields of a request", "431"},
                                      {20, 1000}),
    Transport<&Limits::body_bytes>(
        {"body_bytes", "The body of a request, unless its operation takes more", "413"},
        {1024, 16 * kMiB}),
    Seconds<&Limits::head_timeout>({"head_timeout_s",
                                    "Time until the head of a request is complete",
                                    "408, or the connection is closed"}),
    Seconds<&Limits::body_timeout>(
        {"body_timeout_s", "Time until the body of a request is complete", "408"}),
    Seconds<&Limits::idle_timeout>(
        {"idle_timeout_s", "Time that a connection waits for its next request", kClosed}),
    Seconds<&Limits::write_stall_timeout>(
        {"stall_timeout_s", "Time between two bytes that a client reads", kClosed}),
    Transport<&Limits::write_bytes_per_second>(
        {"read_bytes_per_second",
         "Speed at which a client must read an answer that takes it longer than a minute", kClosed},
        {1, kMiB}),
    Transport<&Limits::download_bytes_per_second>(
        {"download_bytes_per_second",
         "Speed at which a client must read a file or a stream, over a minute", kClosed},
        {0, kMiB}),
    Transport<&Limits::upload_bytes_per_second>(
        {"upload_bytes_per_second",
         "Speed at which a client must send a body that is answered while it comes, over a minute",
         kClosed},
        {0, kMiB}),
    Transport<&Limits::waiting_bytes, kMiB>(
        {"unread_mib", "Memory of answers that their clients have not read yet",
         "503, or the connection is closed"},
        {16, 4095}),
    Transport<&Limits::queued_jobs>(
        {"queued_requests", "Slow requests that wait for a thread, in each of four queues", kLater},
        {1, kMostClients}),
    Transport<&Limits::queue_timeout>(
        {"queue_timeout_ms", "Time that a slow request waits for a thread", kLater},
        {1, kMostSeconds * 1000}),
    Seconds<&Limits::stop_timeout>(
        {"stop_timeout_s", "Time that a stop waits for answers in progress", kClosed}),
    Rate<&RateLimits::lookups_per_second>(
        {"lookups_per_second", "Look-ups, searches and pages of one address", kTooOften}, 0),
    Rate<&RateLimits::lookups_at_once>(
        {"lookups_at_once", "The same at once, after a rest", kTooOften}, 1),
    Rate<&RateLimits::downloads_per_hour>(
        {"downloads_per_hour", "Downloads of one file by one address", kTooOften}, 0),
    Rate<&RateLimits::authorised_per_second>(
        {"authorised_per_second", "Requests of one address to operations that need a token",
         kTooOften},
        0),
    Rate<&RateLimits::authorised_at_once>(
        {"authorised_at_once", "The same at once, after a rest", kTooOften}, 1),
    Rate<&RateLimits::free_per_second>(
        {"free_requests_per_second",
         "HEAD, and answers 304 and 206, of one address that count in none of these rates",
         "they count"},
        0),
    Work<&WorkLimits::downloads_per_address>(
        {"downloads_per_address", "Files on their way to one address", kLater}, 0),
    Work<&WorkLimits::made_files>(
        {"made_files", "Files that are made for one request while they are sent", kLater}, 1),
    Work<&WorkLimits::made_files_per_address>(
        {"made_files_per_address", "The same for one address", kLater}, 0),
    Work<&WorkLimits::matched_bodies>(
        {"matched_bodies", "Bodies that are matched at a time", kLater}, 1),
    Work<&WorkLimits::matched_bodies_per_address>(
        {"matched_bodies_per_address", "The same for one address", kLater}, 0),
    LimitRow{.name = "failures_per_minute",
             .what = "Attempts of one address with wrong passwords",
             .beyond = kTooOften,
             .least = 1,
             .most = 10'000,
             .get = Failures::Get,
             .set = Failures::Set},
};

}  // namespace

std::span<const LimitRow> LimitRows() { return kRows; }

}  // namespace orgreg::api
