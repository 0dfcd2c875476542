// SPDX-License-Identifier: EUPL-1.2

// A folder that has its name only when it is complete. Until then it is called NAME.part-XXXXXX, is
// locked for as long as its process lives, and holds a file that says what it is, or the file
// `layout`: by these a rest of a killed process is known, which the next folder next to it sweeps.
// One thread at a time.
//
// Errors name the folder: kInvalid if something has the name already, kIo.

#pragma once

#include <string>
#include <utility>

#include "base/files/descriptor.h"
#include "base/result.h"

namespace orgreg::app {

class UnfinishedFolder {
 public:
  // Begins the folder that will stand at `path`, with mode 0700, and sweeps rests next to it.
  static base::Result<UnfinishedFolder> Begin(std::string path);
  // Without Finish, nothing remains of the folder.
  ~UnfinishedFolder();
  UnfinishedFolder(UnfinishedFolder&& other) noexcept
      : path_(std::move(other.path_)),
        temporary_(std::exchange(other.temporary_, {})),
        folder_(std::move(other.folder_)) {}
  UnfinishedFolder& operator=(UnfinishedFolder&&) = delete;

  // Where the folder is until it is finished.
  const std::string& working_path() const { return temporary_; }
  // Waits until the disk has all that is in the folder, and gives it its name, which is on the disk
  // when this returns a value.
  base::Status Finish();

 private:
  UnfinishedFolder(std::string path, std::string temporary, base::Descriptor folder)
      : path_(std::move(path)), temporary_(std::move(temporary)), folder_(std::move(folder)) {}

  std::string path_;
  std::string temporary_;  // Empty when the folder has its name.
  base::Descriptor folder_;
};

}  // namespace orgreg::app
