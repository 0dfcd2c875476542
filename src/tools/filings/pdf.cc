// SPDX-License-Identifier: EUPL-1.2

#include "tools/filings/pdf.h"

#include <hpdf.h>

#include <array>
#include <chrono>

#include "tools/values/series.h"

namespace orgreg::tools {
namespace {

constexpr const char* kEncoding = "WinAnsiEncoding";
constexpr std::array<HPDF_REAL, 3> kSizes = {9, 9, 15};  // By PdfStyle.
constexpr HPDF_REAL kRuleWidth = 0.5F;

// The encoding of the typeface: Latin-1 if that has the letter.
std::string Encoded(std::string_view utf8) {
  constexpr auto kFirstOfTwo = static_cast<unsigned char>(0xC2);
  constexpr auto kLastOfTwo = static_cast<unsigned char>(0xC3);
  constexpr auto kFirstWide = static_cast<unsigned char>(0x80);
  std::string encoded;
  for (std::size_t at = 0; at < utf8.size(); ++at) {
    const auto byte = static_cast<unsigned char>(utf8[at]);
    if (byte < kFirstWide) {
      encoded.push_back(utf8[at]);
    } else if (byte >= kFirstOfTwo && byte <= kLastOfTwo && at + 1 < utf8.size()) {
      const auto next = static_cast<unsigned char>(utf8[++at]);
      encoded.push_back(static_cast<char>(((byte & 3U) << 6U) | (next & 0x3FU)));
    } else if (byte > kLastOfTwo) {
      encoded.push_back('?');  // The following bytes are skipped.
    }
  }
  return encoded;
}

HPDF_Date DateOf(base::Date day) {
  const std::chrono::year_month_day calendar = CalendarOf(day);
  HPDF_Date date = {};
  date.year = static_cast<int>(calendar.year());
  date.month = static_cast<int>(static_cast<unsigned>(calendar.month()));
  date.day = static_cast<int>(static_cast<unsigned>(calendar.day()));
  date.ind = 'Z';
  return date;
}

}  // namespace

// After an error the library's functions ignore all further calls, and keep the error.
struct Pdf::Document {
  HPDF_Doc doc = HPDF_New(nullptr, nullptr);
  HPDF_Font font = nullptr;
  HPDF_Font strong_font = nullptr;
  HPDF_Page page = nullptr;

  Document() = default;
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;
  ~Document() { HPDF_Free(doc); }

  HPDF_Font FontOf(PdfStyle style) const { return style == PdfStyle::kText ? font : strong_font; }
  static HPDF_REAL SizeOf(PdfStyle style) { return kSizes[static_cast<std::size_t>(style)]; }

  void Write(PdfPlace left, PdfStyle style, const std::string& encoded) const {
    HPDF_Page_BeginText(page);
    HPDF_Page_SetFontAndSize(page, FontOf(style), SizeOf(style));
    HPDF_Page_TextOut(page, left.x, left.y, encoded.c_str());
    HPDF_Page_EndText(page);
  }
};

Pdf::Pdf(std::string_view title, base::Date made_on) : document_(std::make_unique<Document>()) {
  HPDF_Doc doc = document_->doc;
  if (doc == nullptr) return;
  HPDF_SetCompressionMode(doc, HPDF_COMP_ALL);
  document_->font = HPDF_GetFont(doc, "Helvetica", kEncoding);
  document_->strong_font = HPDF_GetFont(doc, "Helvetica-Bold", kEncoding);
  HPDF_SetInfoAttr(doc, HPDF_INFO_TITLE, Encoded(title).c_str());
  HPDF_SetInfoDateAttr(doc, HPDF_INFO_CREATION_DATE, DateOf(made_on));
}

Pdf::~Pdf() = default;
Pdf::Pdf(Pdf&&) noexcept = default;

void Pdf::AddPage() {
  if (document_->doc == nullptr) return;
  document_->page = HPDF_AddPage(document_->doc);
  HPDF_Page_SetWidth(document_->page, kWidth);
  HPDF_Page_SetHeight(document_->page, kHeight);
  HPDF_Page_SetLineWidth(document_->page, kRuleWidth);
}

void Pdf::WriteFrom(PdfPlace left, PdfStyle style, std::string_view text) {
  document_->Write(left, style, Encoded(text));
}

void Pdf::WriteTo(PdfPlace right, PdfStyle style, std::string_view text) {
  const std::string encoded = Encoded(text);
  HPDF_Page_SetFontAndSize(document_->page, document_->FontOf(style), Document::SizeOf(style));
  right.x -= HPDF_Page_TextWidth(document_->page, encoded.c_str());
  document_->Write(right, style, encoded);
}

void Pdf::Rule(PdfPlace left) {
  HPDF_Page_MoveTo(document_->page, left.x, left.y);
  HPDF_Page_LineTo(document_->page, kWidth - left.x, left.y);
  HPDF_Page_Stroke(document_->page);
}

base::Result<std::string> Pdf::Finish() {
  HPDF_Doc doc = document_->doc;
  const auto failed = [doc] {
    const HPDF_STATUS error = doc == nullptr ? HPDF_FAILD_TO_ALLOC_MEM : HPDF_GetError(doc);
    return base::Error{base::Code::kUnavailable,
                       "a PDF cannot be made: error " + std::to_string(error) + " of libharu"};
  };
  if (doc == nullptr || HPDF_GetError(doc) != HPDF_OK) return failed();
  if (HPDF_SaveToStream(doc) != HPDF_OK) return failed();
  std::string bytes(HPDF_GetStreamSize(doc), '\0');
  auto size = static_cast<HPDF_UINT32>(bytes.size());
  HPDF_ReadFromStream(doc, reinterpret_cast<HPDF_BYTE*>(bytes.data()), &size);
  if (size != bytes.size()) return failed();
  return bytes;
}

}  // namespace orgreg::tools
