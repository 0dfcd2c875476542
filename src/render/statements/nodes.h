// SPDX-License-Identifier: EUPL-1.2

// The nodes of a graph next to each other, for forms that do not nest them: the text of each is
// collected while the nodes inside it are written. One thread.

#pragma once

#include <string>
#include <vector>

#include "formats/json/text.h"

namespace orgreg::render {

class FlatNodes {
 public:
  // Nodes are appended to `out`, with commas between them.
  explicit FlatNodes(std::string* out) : out_(out) {}

  // The text of the open node.
  std::string& text() { return open_.back(); }

  void Begin() { open_.emplace_back(); }
  void End() {
    if (!is_first_) out_->push_back(',');
    is_first_ = false;
    out_->append(open_.back());
    open_.pop_back();
  }

  // "_:b0", then "_:b1", …
  std::string NextLabel() {
    std::string label = "_:b";
    formats::AppendInteger(labels_++, &label);
    return label;
  }

 private:
  std::string* out_;
  std::vector<std::string> open_;
  bool is_first_ = true;
  std::int64_t labels_ = 0;
};

}  // namespace orgreg::render
