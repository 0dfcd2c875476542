// Why a body, or a member of it, cannot be taken. Readers report values; what a person reads is
// worded here alone. Plain data; safe from any thread.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace orgreg::model {

// Why a value is not taken ("is not text"); empty where it is.
using Reason = std::string_view;
inline constexpr Reason kTaken = "";

struct Problem {
  std::string path = {};    // "postadresse.poststed"; empty where it is about the body as a whole.
  std::string reason = {};  // "is not text"

  // "postadresse.poststed: is not text"
  std::string Text() const { return path.empty() ? reason : path + ": " + reason; }
};

// Everything that is wrong with one body.
using Problems = std::vector<Problem>;

// True where one of the problems is about that member.
bool IsAbout(const Problems& problems, std::string_view path);

// The texts, with semicolons between them.
std::string Joined(const Problems& problems);

}  // namespace orgreg::model
