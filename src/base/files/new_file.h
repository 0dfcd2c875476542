// SPDX-License-Identifier: EUPL-1.2

// A file that has its name only when it is whole. While it is written it has no name, so that
// nothing of it outlives a process that is killed. Where the file system has no such files, and
// where a library must open it by a name, it is called NAME.part-XXXXXX until then, and is locked
// for as long as its process lives: a file with such a name and no lock is a rest, which
// sweep_rests.h deletes.
//
// A file that already has the temporary name is never opened, so that a planted link leads nowhere.
// One thread at a time. Errors name the path: kIo.

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "base/files/descriptor.h"
#include "base/result.h"

namespace orgreg::base {

class NewFile {
 public:
  enum class Naming : std::uint8_t {
    kAtTheEnd,
    kAtOnce,  // a library opens it by its name
    kNever,   // no other process sees it, and Place is not called
  };

  // Begins the file that will stand at `path`, with this mode less the process's umask.
  static Result<NewFile> Begin(std::string path, mode_t mode, Naming naming = Naming::kAtTheEnd);
  // Without Place, nothing remains of the file.
  ~NewFile();
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&& other) noexcept;

  // Open for reading and writing, also after Place.
  int descriptor() const { return file_.number(); }
  // A path by which this process can open the file until it is placed.
  std::string working_path() const;

  // Waits until the disk has what was written.
  Status Sync();
  // Gives the file its name, in place of an older file. A power cut may undo that until the folder
  // is synced.
  Status Place();
  // The same, but fails where a file has the name already.
  Status PlaceAlone();

 private:
  NewFile(std::string path, Descriptor file, std::string temporary)
      : path_(std::move(path)), temporary_(std::move(temporary)), file_(std::move(file)) {}
  Status GiveTemporaryName();

  std::string path_;
  std::string temporary_;  // Empty where there is none, and after the file is placed.
  Descriptor file_;
};

}  // namespace orgreg::base
