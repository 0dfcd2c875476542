// SPDX-License-Identifier: EUPL-1.2

// JSON that is kept unchanged, because no table says what it means. Plain data; safe from any
// thread.

#pragma once

#include <optional>
#include <string>

namespace orgreg::model {

// JSON text that is kept unchanged.
struct RawJson {
  std::string text = {};
  friend bool operator==(const RawJson&, const RawJson&) = default;
};
using Raw = std::optional<RawJson>;

// A member that the tables do not know, because the register grows before this program does. It
// survives import and is served after the known members of its object.
struct UnknownMember {
  std::string group = {};  // The object that contains it; "" at the top.
  std::string name = {};
  std::string json = {};
  friend bool operator==(const UnknownMember&, const UnknownMember&) = default;
};

}  // namespace orgreg::model
