// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/site.h"

extern "C" {
extern const char orgreg_site[], orgreg_site_end[];
extern const char orgreg_site_index[], orgreg_site_index_end[];
}

namespace orgreg::api {

const ArchivedFile* FindSiteFile(std::string_view path) {
  static const Archive site({orgreg_site, orgreg_site_end},
                            {orgreg_site_index, orgreg_site_index_end});
  return site.Find(path);
}

}  // namespace orgreg::api
