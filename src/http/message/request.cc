// SPDX-License-Identifier: EUPL-1.2

#include "http/message/request.h"

namespace orgreg::http {

std::string_view Request::Header(std::string_view name) const {
  for (const Field& field : fields) {
    if (base::EqualsIgnoringCase(field.name, name)) return field.value;
  }
  return {};
}

}  // namespace orgreg::http
