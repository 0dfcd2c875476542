// SPDX-License-Identifier: EUPL-1.2

// Norwegian alphabetical order: æ, ø, å come last and aa counts as å (docs/choices.md,
// Sorting). An object holds ICU's collator: use one per thread.

#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace orgreg::search {

class Collation {
 public:
  Collation();
  ~Collation();

  // Bytes in whose order the texts are in alphabetical order.
  std::string Key(std::string_view text) const;
  // Keys of different versions cannot be compared.
  static std::string Version();

 private:
  struct Collator;
  std::unique_ptr<Collator> collator_;
};

}  // namespace orgreg::search
