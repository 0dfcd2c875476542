// SPDX-License-Identifier: EUPL-1.2

// The file `layout` in a folder of a register. It shows that the folder belongs to a register, so
// that no other folder is taken for one, and which layout the folder has. While a register of
// earlier versions is moved into the folder, the file names the store that it comes from. Internal
// to app/place; safe from any thread.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace orgreg::app {

inline constexpr std::string_view kLayoutName = "layout";

enum class FolderState : std::uint8_t { kMissing, kEmpty, kForeign, kBeingFilled, kRegister };

struct FolderLayout {
  FolderState state = FolderState::kMissing;
  std::string adopted = {};  // If it is being filled: the path of the store that it comes from.
};

// kInvalid if the path is a file, or the folder has a newer layout or a damaged layout file; kIo if
// it cannot be read.
base::Result<FolderLayout> ReadLayout(const std::string& folder);

// Writes the file, which is on the disk when this returns. The first fails with kUnavailable if
// there is one already.
base::Status BeginLayout(const std::string& folder, std::string_view adopted_store);
base::Status FinishLayout(const std::string& folder);

// kInvalid, naming the folder, if the file is the store of the register in its folder: alone it
// would be without its other parts.
base::Status CheckIsOfNoFolder(const std::string& store);

// The errors for folders that commands cannot use; each says what to do.
base::Error BeingFilled(const std::string& folder, const std::string& store);
base::Error NotOfRegister(const std::string& folder);
// The error with the command that moves a register of earlier versions here, if there is one next
// to the folder under its name and ".db".
base::Status CheckNotBefore(const std::string& folder);

}  // namespace orgreg::app
