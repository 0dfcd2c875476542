// SPDX-License-Identifier: EUPL-1.2

// A PDF of text on pages of A4, made by libharu: lines of one typeface at given places. The same
// calls give the same bytes: its dates are given. One thread.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/values/date.h"

namespace orgreg::tools {

// In points, from the lower left corner.
struct PdfPlace {
  float x = 0;
  float y = 0;
};

enum class PdfStyle : std::uint8_t { kText, kStrong, kTitle };

class Pdf {
 public:
  static constexpr float kWidth = 595;
  static constexpr float kHeight = 842;

  // `title` is in UTF-8 like all texts; letters outside Latin-1 become question marks.
  Pdf(std::string_view title, base::Date made_on);
  ~Pdf();
  Pdf(Pdf&&) noexcept;
  Pdf& operator=(Pdf&&) = delete;

  void AddPage();
  // On the newest page, which must exist.
  void WriteFrom(PdfPlace left, PdfStyle style, std::string_view text);
  void WriteTo(PdfPlace right, PdfStyle style, std::string_view text);
  // A line from here to the right margin.
  void Rule(PdfPlace left);

  // The whole file, once. kUnavailable if the library has failed at any time.
  base::Result<std::string> Finish();

 private:
  struct Document;
  std::unique_ptr<Document> document_;
};

}  // namespace orgreg::tools
