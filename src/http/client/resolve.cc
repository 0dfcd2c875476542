// SPDX-License-Identifier: EUPL-1.2

#include "http/client/resolve.h"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/ip/address_v6.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>
#include <condition_variable>
#include <cstddef>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "base/values/ascii.h"

namespace orgreg::http {
namespace {

namespace ip = boost::asio::ip;
using Addresses = std::vector<ip::address>;
using base::Code;
using base::Error;
using base::Result;

// Look-ups that the system does not end must not use up the threads of the process.
constexpr int kMostLookUps = 8;
// More addresses than a client would try.
constexpr std::size_t kMostAddresses = 16;

std::atomic<int> look_ups = 0;

// What the thread that looks up and the thread that waits for it share.
struct LookUp {
  std::mutex mutex = {};
  std::condition_variable ended = {};
  // All guarded by mutex.
  bool is_over = false;
  std::string problem = {};
  Addresses found = {};
};

ip::address AddressOf(const addrinfo& info) {
  ip::tcp::endpoint endpoint;
  const std::size_t bytes = std::min<std::size_t>(info.ai_addrlen, endpoint.capacity());
  std::memcpy(endpoint.data(), info.ai_addr, bytes);
  return endpoint.address();
}

Addresses ListOf(const addrinfo* info) {
  Addresses list;
  for (; info != nullptr && list.size() < kMostAddresses; info = info->ai_next) {
    if (info->ai_family == AF_INET || info->ai_family == AF_INET6) list.push_back(AddressOf(*info));
  }
  return list;
}

struct FreeList {
  void operator()(addrinfo* info) const { freeaddrinfo(info); }
};

void End(LookUp* look_up, std::string problem, Addresses found) {
  const std::lock_guard lock(look_up->mutex);
  look_up->is_over = true;
  look_up->problem = std::move(problem);
  look_up->found = std::move(found);
  look_up->ended.notify_all();
}

void Ask(const std::string& host, LookUp* look_up) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* first = nullptr;
  const int code = getaddrinfo(host.c_str(), nullptr, &hints, &first);
  const std::unique_ptr<addrinfo, FreeList> list(code == 0 ? first : nullptr);
  End(look_up, code == 0 ? "" : gai_strerror(code), ListOf(list.get()));
}

// Returns false if no thread can be had for it.
bool Begin(const std::string& host, const std::shared_ptr<LookUp>& look_up) {
  if (look_ups.fetch_add(1) >= kMostLookUps) {
    look_ups.fetch_sub(1);
    return false;
  }
  try {
    std::thread([host, look_up] {
      try {
        Ask(host, look_up.get());
      } catch (const std::exception& exception) {
        End(look_up.get(), exception.what(), {});
      }
      look_ups.fetch_sub(1);
    }).detach();
  } catch (const std::system_error&) {
    look_ups.fetch_sub(1);
    return false;
  }
  return true;
}

}  // namespace

Result<Addresses> Resolve(const std::string& host, std::chrono::steady_clock::time_point deadline) {
  boost::system::error_code is_name;
  const auto literal = ip::make_address(host, is_name);
  if (!is_name) return Addresses{literal};
  if (base::EqualsIgnoringCase(host, "localhost"))
    return Addresses{ip::address_v6::loopback(), ip::address_v4::loopback()};
  const auto look_up = std::make_shared<LookUp>();
  if (!Begin(host, look_up))
    return Error{Code::kUnavailable, "no thread is free to look the host up"};
  std::unique_lock lock(look_up->mutex);
  if (!look_up->ended.wait_until(lock, deadline, [&] { return look_up->is_over; }))
    return Error{Code::kUnavailable, "the host was not found in time"};
  if (look_up->problem.empty() && look_up->found.empty()) look_up->problem = "it has no address";
  if (!look_up->problem.empty())
    return Error{Code::kUnavailable, "the host was not found: " + look_up->problem};
  return std::move(look_up->found);
}

}  // namespace orgreg::http
