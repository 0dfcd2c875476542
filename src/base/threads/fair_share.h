// SPDX-License-Identifier: EUPL-1.2

// Shares out a bounded amount of something (places, bytes) among clients, so that no client can
// take what the others need: a client may hold as much as is still free. A single client gets half
// of everything; the next one finds half of the rest. A client is the network of its address
// (base/values/client_network.h).
//
// A part may be given back on any thread, even after the end of the FairShare.

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace orgreg::base {

class FairShare {
 private:
  struct Books;

 public:
  // No client holds more than `most`; 0: there is no such bound.
  explicit FairShare(std::size_t total, std::size_t most = 0);

  // The part that a client holds. Destroying it gives it back.
  class Part {
   public:
    Part() = default;  // Not held.
    Part(Part&& other) noexcept = default;
    Part& operator=(Part&& other) noexcept;
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    ~Part() { GiveBack(); }

    bool is_held() const { return books_ != nullptr; }
    void GiveBack();

   private:
    friend class FairShare;
    Part(std::shared_ptr<Books> books, std::string client, std::size_t amount)
        : books_(std::move(books)), client_(std::move(client)), amount_(amount) {}

    std::shared_ptr<Books> books_;  // Null where it is not held.
    std::string client_;
    std::size_t amount_ = 0;
  };

  // A part for the client at the address; one that is not held where it would get more than its
  // share. Without an address, as for what a trusted proxy passes on, only the total counts.
  Part Take(std::string_view address, std::size_t amount = 1);

  // The amount that all clients hold at the moment, and the amount that is left.
  std::size_t taken() const;
  std::size_t free() const;

 private:
  std::shared_ptr<Books> books_;
};

}  // namespace orgreg::base
