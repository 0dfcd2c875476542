// SPDX-License-Identifier: EUPL-1.2

// The wording of problems, in the language of the interface or of a page (reference, Errors, for
// those that the real service is known to use; docs/choices.md for the rest).

#pragma once

#include <string>
#include <string_view>

#include "search/request/problem.h"

namespace orgreg::api {

// Norwegian is Bokmål. Only pages are in Nynorsk.
enum class Language { kNorwegian, kEnglish, kNynorsk };

// One text in each language.
struct Translated {
  std::string_view english = {};
  std::string_view norwegian = {};
  std::string_view nynorsk = {};

  constexpr std::string_view In(Language language) const {
    switch (language) {
      case Language::kEnglish:
        return english;
      case Language::kNorwegian:
        return norwegian;
      case Language::kNynorsk:
        break;
    }
    return nynorsk;
  }
};

std::string Message(const search::Problem& problem, Language language);

// The name of a reason: an anchor of docs/guide/errors.md, which never changes.
std::string_view NameOf(search::Reason reason);

// The headline of a 400 body.
std::string_view BadRequestTitle(Language language);

// The member names of a 400 body (spec, Errors).
struct ValidationNames {
  std::string_view timestamp, status, error, errors, path, count;
  std::string_view message, parameters, value;  // Of each error.
  bool errors_last = false;                     // After path and count, as older documents have it.
};
const ValidationNames& NamesOfValidation(Language language);

}  // namespace orgreg::api
