// SPDX-License-Identifier: EUPL-1.2

// Who publishes the register, as the description of the data sets says it (data_catalogue.h). A
// plain value; what is empty is left out of the description.

#pragma once

#include <string>

namespace orgreg::api {

struct Publisher {
  std::string name = {};
  std::string iri = {};      // Of the organisation: http or https.
  std::string contact = {};  // mailto, http or https.
  std::string licence = {};  // The IRI of the licence of the data.
};

}  // namespace orgreg::api
