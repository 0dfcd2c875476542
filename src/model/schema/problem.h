// SPDX-License-Identifier: EUPL-1.2

// Why a body, or a member of it, is rejected. Readers report values; only this file words them for
// people. Plain data; safe from any thread.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace orgreg::model {

// Why a value is rejected ("is not text"); empty if it is accepted.
using Reason = std::string_view;
inline constexpr Reason kTaken = "";

struct Problem {
  std::string path = {};    // "postadresse.poststed"; empty if the body as a whole is meant.
  std::string reason = {};  // "is not text"
  std::string value = {};   // The value in quotation marks, if it may be repeated.

  // "postadresse.poststed: is not text", "dato: \"x\" is not a date".
  std::string Text() const;
};

// Everything that is wrong with one body.
using Problems = std::vector<Problem>;

// True where one of the problems is about that member.
bool IsAbout(const Problems& problems, std::string_view path);

// The texts, with semicolons between them.
std::string Joined(const Problems& problems);

}  // namespace orgreg::model
