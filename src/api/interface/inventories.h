// SPDX-License-Identifier: EUPL-1.2

// The files of the register that are served now. The maker of files publishes them here; an answer
// takes the current ones when it begins, and keeps them to its end.
//
// Any number of threads.

#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "downloads/manifest.h"
#include "http/message/body.h"

namespace orgreg::api {

struct Inventory {
  downloads::FileEntry entry = {};
  std::shared_ptr<const http::OpenFile> file = {};
  std::string tag = {};  // The entity tag, with its quotes.
};

class Inventories {
 public:
  // In the order of downloads::Files(); nothing if a file is not made yet.
  using Set = std::array<std::optional<Inventory>, downloads::kFileCount>;

  // Opens the files of the entries. Files that cannot be opened are not served.
  static Set Open(const std::string& folder, const std::vector<downloads::FileEntry>& entries);

  // The file of the row; null if it is not made yet, or if there is no set.
  static const Inventory* Find(const Set* set, const downloads::FileRow& row);

  // null before the first Publish.
  std::shared_ptr<const Set> Current() const {
    const std::lock_guard lock(mutex_);
    return current_;
  }
  void Publish(Set set) {
    auto next = std::make_shared<const Set>(std::move(set));
    const std::lock_guard lock(mutex_);
    current_.swap(next);
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Set> current_;  // Guarded by mutex_.
};

}  // namespace orgreg::api
