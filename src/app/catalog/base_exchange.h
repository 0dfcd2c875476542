// SPDX-License-Identifier: EUPL-1.2

// Where bases come from that other servers of the same register have made, so that not each server
// makes each of them. Safe from any thread.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "app/catalog/kind_state.h"
#include "model/kind.h"

namespace orgreg::app {

class BaseExchange {
 public:
  // Whether a base of that state, made with these code lists, would do now.
  using Serves = std::function<bool(const KindState& state, std::uint64_t codes)>;

  BaseExchange() = default;
  BaseExchange(const BaseExchange&) = delete;
  BaseExchange& operator=(const BaseExchange&) = delete;
  virtual ~BaseExchange() = default;

  // Puts a base that serves into the file of the kind's base, and returns its state; waits for one
  // that another server is making. Nothing: it is to be made here, and one of the next two calls
  // says what came of it. Callers do not believe that the file is what it should be.
  virtual std::optional<KindState> Take(model::Kind kind, const Serves& serves,
                                        const std::stop_token& stop) = 0;
  // The file is a base of that state, made with these lists, for others to take.
  virtual void NoteMade(model::Kind kind, const KindState& state, std::uint64_t codes) = 0;
  virtual void NoteNotMade(model::Kind kind) = 0;
};

}  // namespace orgreg::app
