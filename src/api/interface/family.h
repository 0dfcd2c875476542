// SPDX-License-Identifier: EUPL-1.2

// The common properties of all operations of one interface. Rows of api/routes.cc point to these;
// nothing else decides how an interface behaves. Constants.

#pragma once

#include <cstdint>
#include <string_view>

#include "api/answers/errors.h"
#include "api/answers/messages.h"
#include "api/authority/authority.h"

namespace orgreg::api {

// The form of the errors of an interface (spec, Errors; spec, Server error body).
enum class ErrorFamily : std::uint8_t { kRegisters, kStatements };

// How long caches, buffers and logs may keep an answer.
enum class Caching : std::uint8_t {
  kTagged,     // an entity tag, if the handler has a fingerprint
  kNotStored,  // answers of its handlers say no-store
  kSecret,     // no cache, no buffer, no stack keeps it, and no error repeats numbers
};

// Which threads and places for expensive work an answer uses.
enum class Limits : std::uint8_t {
  kPublic,    // those that all clients share
  kReserved,  // its own, which the public cannot take
};

struct Interface {
  // Requests below this path that match no row are answered in the form of this interface; if it is
  // empty, in the form of the first one (routes.h).
  std::string_view root = {};
  Language language = Language::kNorwegian;  // of problems; version 1 has English ones
  ErrorFamily errors = ErrorFamily::kRegisters;
  bool is_shared = true;             // pages of any origin may read the answers (CORS)
  bool is_documented = true;         // the interface document and the reference have its operations
  bool is_in_each_language = false;  // pages that are also found below each language
  Caching caching = Caching::kTagged;
  Access access = Access::kOpen;
  Limits limits = Limits::kPublic;

  bool is_secret() const { return caching == Caching::kSecret; }
  // `offer` is null if none was chosen yet, or none suits the client.
  ErrorForm ErrorFormFor(const Offer* offer) const {
    if (errors == ErrorFamily::kRegisters) return ErrorForm::kRegister;
    return offer != nullptr && offer->type == kXmlType ? ErrorForm::kXml : ErrorForm::kJson;
  }
};

}  // namespace orgreg::api
