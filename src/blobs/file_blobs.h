// SPDX-License-Identifier: EUPL-1.2

// Blobs in a folder that all nodes see, such as one of NFS: FOLDER/KIND/two digits/the others. The
// folder itself is never made, since it may be one that is not mounted now. A file gets its name
// when it is whole and on the disk.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "blobs/blobs.h"

namespace orgreg::blobs {

class FileBlobs final : public Blobs {
 public:
  explicit FileBlobs(std::string folder) : folder_(std::move(folder)) {}

  base::Status Put(std::string_view name, const std::string& path) override;
  base::Status Get(std::string_view name, const Take& take) override;
  base::Result<BlobFacts> Find(std::string_view name) override;
  base::Result<std::vector<BlobFacts>> List(std::string_view kind) override;
  base::Status Delete(const BlobFacts& listed) override;
  const std::string& address() const override { return folder_; }

 private:
  std::string PathOf(std::string_view name) const;
  base::Status CheckFolder() const;
  base::Status MakeFolders(const std::string& path) const;

  const std::string folder_;
};

}  // namespace orgreg::blobs
