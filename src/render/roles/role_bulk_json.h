// From the roles in one entity as they are looked up to their line in the file of all roles:
// members in order of name, without links, with the entity's number (reference, totalbestand;
// spec, Download operations). Pure functions; safe from any thread.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::render {

// `rendered` is what AppendRoles wrote, kPublic or kAuthorised; identification numbers are in
// the line where they were in it. False, with `out` as it was, where that cannot be.
[[nodiscard]] bool AppendBulkRoles(std::string_view rendered, std::string* out);

}  // namespace orgreg::render
