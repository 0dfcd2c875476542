// SPDX-License-Identifier: EUPL-1.2

// Text as the audit log has it: the inside of a JSON string of printable ASCII. All other
// characters become \uXXXX, so that no text can end a line, forge a member or command a terminal;
// bytes that are not UTF-8 become the replacement character. Eleven digits that form an
// identification number, not next to other hexadecimal digits, become "[number]": the number must
// not be in the log even if a caller made a mistake. Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::auth {

void AppendAuditText(std::string_view text, std::string* out);

}  // namespace orgreg::auth
