#include "api/interface/number_in_path.h"

namespace orgreg::api {

std::optional<base::OrgNumber> NumberInPath(const Context& context, search::Problems* problems) {
  const std::string_view text = context.Capture(0);
  const std::optional<base::OrgNumber> number = base::OrgNumber::Parse(text);
  if (number) return number;
  // Reference, Errors: the wrong value stands where the parameter's name would.
  problems->insert(problems->begin(), {.reason = search::Reason::kNotOrgNumber,
                                       .parameters = {std::string(text)},
                                       .value = std::string(text)});
  return std::nullopt;
}

}  // namespace orgreg::api
