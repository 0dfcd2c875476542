// SPDX-License-Identifier: EUPL-1.2

// The kinds of errors, declared once: status, name, title and detail in all languages. The name is
// the anchor of the kind in docs/guide/errors.md, so it never changes. Constants; pure functions.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "api/answers/messages.h"

namespace orgreg::api {

// The page that explains each kind.
inline constexpr std::string_view kErrorGuidePath = "/docs/guide/errors";

enum class ErrorKind : std::uint8_t {
  kWrongParameters,
  kMalformed,
  kPlainHttp,
  kNoCredentials,
  kNotAllowed,
  kPlainSecret,
  kNotFound,
  kUnknownAddress,
  kPlansNotServed,
  kMethod,
  kNotAcceptable,
  kTimeout,
  kRemoved,
  kCondition,
  kBodyTooLarge,
  kUriTooLong,
  kUnsupportedType,
  kRange,
  kMisdirected,
  kNoHost,
  kTooManyRequests,
  kTooOften,
  kHeadTooLarge,
  kFault,
  kNotImplemented,
  kShortage,
  kOverload,
  kTooMuchWork,
  kNotMade,
  kNoTokenKeys,
  kNoData,
  kBehind,
  kVersion,  // stays the last
};

struct ErrorRow {
  ErrorKind kind = ErrorKind::kFault;
  int status = 500;
  std::string_view name = {};
  Translated title = {};
  Translated detail = {};  // {0} stands for the subject.
  // The specification says what the body is; otherwise a browser may get a page.
  bool has_specified_body = false;
  // What a page says in place of a detail that speaks of members of the JSON; empty: the detail.
  Translated page_detail = {};
};

const ErrorRow& RowOf(ErrorKind kind);
// In the order of the kinds.
std::span<const ErrorRow> ErrorRows();

}  // namespace orgreg::api
