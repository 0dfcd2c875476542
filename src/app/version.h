// SPDX-License-Identifier: EUPL-1.2

// What --version prints: lines of a name, a space and a value. The first line has the program and
// its version; the next ones the commit of the sources ("-dirty" at its end if they differed from
// it, "unknown" if nothing said it), the build id that the linker made, and the compiler. Then
// come the libraries: the version that runs where the library tells it, else the version of the
// headers. Safe from any thread.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::app {

// "1.2.0".
std::string_view ProgramVersion();
// As --version prints it.
std::string_view ProgramCommit();

// Without a line feed at the end. `more` has further lines for the end, each begun with a line
// feed.
std::string VersionText(const std::string& program, const std::string& more);

}  // namespace orgreg::app
