// Bounds how much expensive work is under way at a time: so much in all, and so much for one
// client. All expensive operations share the places, so that together they leave the server
// enough to answer everybody else. A client is the network of its address
// (base/client_network.h).
//
// Places may be taken and given back on any thread.

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace orgreg::api {

struct ExpensiveWorkLimits {
  std::size_t in_all = 2;
  std::size_t of_a_client = 1;
};

class ExpensiveWork {
 private:
  struct Taken;

 public:
  explicit ExpensiveWork(const ExpensiveWorkLimits& limits = {});

  // One piece of work. It is given back when it is destroyed, also after the ExpensiveWork.
  class Place {
   public:
    Place() = default;  // Not held.
    Place(Place&& other) noexcept = default;
    Place& operator=(Place&& other) noexcept;
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place() { GiveBack(); }

    bool is_held() const { return taken_ != nullptr; }
    void GiveBack();

   private:
    friend class ExpensiveWork;
    Place(std::shared_ptr<Taken> taken, std::string client)
        : taken_(std::move(taken)), client_(std::move(client)) {}

    std::shared_ptr<Taken> taken_;  // Null where it is not held.
    std::string client_;
  };

  // A place for work that the client at the address asks for; one that is not held where there is
  // none left for it.
  Place Take(std::string_view address);

 private:
  ExpensiveWorkLimits limits_;
  std::shared_ptr<Taken> taken_;
};

}  // namespace orgreg::api
