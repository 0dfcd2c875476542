// SPDX-License-Identifier: EUPL-1.2

// Writes a page of a list as HAL JSON: `_embedded`, `_links`, `page`, in this order (reference,
// Paging and links). A page links to its neighbours, but not to one outside the window (spec,
// Limits), since requesting it is an error. Pure functions; safe from any thread.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "render/public_form.h"

namespace orgreg::render {

// A link of a list, other than those of its paging.
struct NamedLink {
  std::string_view name = {};
  std::string href = {};  // From the root of the host: "/enhetsregisteret/api/…".
};

// The query and the number of matches, as the frame around the items needs them.
struct PageFrame {
  std::string_view collection = {};    // The key below `_embedded`.
  std::string_view path = {};          // From the root of the host.
  std::string_view raw_query = {};     // As sent; repeated by the link to this page.
  bool has_query = false;              // A lone "?" is a query too.
  std::string kept_query = {};         // The raw pairs that the other links repeat first.
  std::vector<std::string> sort = {};  // "navn,asc": the last parameters of the other links.
  std::vector<NamedLink> links = {};   // Come before the links of the paging.
  std::int64_t size = 0;               // At least 1.
  std::int64_t number = 0;             // Zero-based.
  std::int64_t total = 0;              // Items over all pages.
  bool has_page_object = true;         // Some lists have no `page`.
};

// True if more items follow than any page in the window can show.
bool IsCut(const PageFrame& frame);

// Append the parts before and after the items of a page. A comma separates two items.
void AppendPageBegin(const PageFrame& frame, bool has_items, std::string* out);
void AppendPageEnd(const PageFrame& frame, bool has_items, std::string_view origin,
                   std::string* out);

// Appends the whole page. `items` are those of this page only.
void AppendPage(const PageFrame& frame, std::span<const PublicForm> items, std::string_view origin,
                std::string* out);

}  // namespace orgreg::render
