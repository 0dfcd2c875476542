// SPDX-License-Identifier: EUPL-1.2

// The parts of a workbook other than its sheets: fixed texts and the list of sheets. Internal to
// formats/. Pure functions, safe from any thread.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "formats/pack/zip_writer.h"

namespace orgreg::formats {

inline constexpr std::string_view kXmlHead =
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
inline constexpr std::string_view kMainSpace =
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

// The styles that cells name by number.
inline constexpr std::string_view kDayStyle = "1";
inline constexpr std::string_view kHeaderStyle = "2";

// The path of sheet `number`, from 1, in the archive.
std::string SheetPath(std::size_t number);

// Writes all of them. The part by which programs recognise the archive comes first.
base::Status WriteWorkbookParts(std::span<const std::string> sheet_names, ZipWriter* zip);

}  // namespace orgreg::formats
