// SPDX-License-Identifier: EUPL-1.2

// Name and password among the Authorization fields of a request (RFC 7617). Pure functions, safe
// from any thread.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace orgreg::auth {

// The content of the fields before decoding. Its views point into them.
struct BasicField {
  enum class Form {
    kNone,       // no field, or one of another scheme
    kMalformed,  // several fields, or none that the scheme allows
    kGiven,
  };

  Form form = Form::kNone;
  // If given, it is not empty. Each name and password has exactly one such text.
  std::string_view encoded = {};
};

BasicField FindBasic(std::span<const std::string_view> authorization);

struct BasicCredentials {
  std::string name = {};  // a user's name (user_file.h)
  std::string password = {};

  BasicCredentials() = default;
  BasicCredentials(BasicCredentials&&) = default;
  BasicCredentials& operator=(BasicCredentials&&) = default;
  // Wipes the password.
  ~BasicCredentials();
};

// Nothing unless it is the strict base64 of UTF-8 without control characters, with a valid user
// name before the first colon.
std::optional<BasicCredentials> DecodeBasic(std::string_view encoded);

}  // namespace orgreg::auth
