// SPDX-License-Identifier: EUPL-1.2

#include "api/answers/error_page.h"

#include <fmt/format.h>

#include <iterator>

#include "formats/xml/text.h"

namespace orgreg::api {
namespace {

struct PageWords {
  Translated language = {"en", "nb", "nn"};
  Translated explained = {"What this error means", "Hva feilen betyr", "Kva feilen tyder"};
  Translated guides = {"Documentation", "Dokumentasjon", "Dokumentasjon"};
  Translated start = {"To the start", "Til forsiden", "Til framsida"};
};
constexpr PageWords kWords;

std::string Escaped(std::string_view text) {
  std::string escaped;
  formats::AppendXmlAttribute(text, &escaped);
  return escaped;
}

}  // namespace

void AppendErrorPage(const ErrorDetails& error, const ProblemFrame& frame, std::string* out) {
  const ErrorRow& row = RowOf(error.kind);
  const std::string title = fmt::format("{} {}", row.status, row.title.In(frame.language));
  const std::string pages = Escaped(frame.pages.value_or(""));
  fmt::format_to(std::back_inserter(*out),
                 "<!DOCTYPE html>\n<html lang=\"{0}\">\n<head>\n<meta charset=\"utf-8\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width\">\n"
                 "<title>{1}</title>\n</head>\n<body>\n<h1>{1}</h1>\n<p>{2}</p>\n<ul>\n",
                 kWords.language.In(frame.language), Escaped(title),
                 Escaped(PageDetailOf(error, frame.language)));
  for (const std::string& type : error.offered) {
    fmt::format_to(std::back_inserter(*out), "<li><code>{}</code></li>\n", Escaped(type));
  }
  fmt::format_to(std::back_inserter(*out),
                 "<li><a href=\"{0}{1}#{2}\">{3}</a></li>\n<li><a href=\"{0}/docs\">{4}</a></li>\n"
                 "<li><a href=\"{0}/\">{5}</a></li>\n</ul>\n</body>\n</html>\n",
                 pages, kErrorGuidePath, row.name, kWords.explained.In(frame.language),
                 kWords.guides.In(frame.language), kWords.start.In(frame.language));
}

}  // namespace orgreg::api
