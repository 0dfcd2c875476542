// SPDX-License-Identifier: EUPL-1.2

// Blobs in a bucket of an object store with the interface of S3: PREFIX/KIND/SHA256. Sums are ours,
// the ETag of a store means nothing here. Ages are those of the store's own clock.
//
// Of several threads that get, one does so at a time, and the others wait for a second at most: so
// a slow store does not take all threads of a server.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/log_limit.h"
#include "base/result.h"
#include "blobs/blobs.h"
#include "blobs/s3/client.h"
#include "blobs/s3/turns.h"

namespace orgreg::blobs {

class S3Blobs final : public Blobs {
 public:
  // kInvalid if the settings are not those of an object store.
  static base::Result<std::unique_ptr<Blobs>> Open(const BlobSettings& settings);
  S3Blobs(std::string address, S3Place place, const S3Pace& pace = {});

  base::Status Put(std::string_view name, const std::string& path) override;
  // kCorrupt, at the end, if the bytes are not those of the name.
  base::Status Get(std::string_view name, const Take& take) override;
  base::Result<BlobFacts> Find(std::string_view name) override;
  base::Result<std::vector<BlobFacts>> List(std::string_view kind) override;
  base::Status Delete(const BlobFacts& listed) override;
  const std::string& address() const override { return address_; }

 private:
  std::string KeyOf(std::string_view name) const;
  base::Result<http::GetAnswer> Head(std::string_view name);
  base::Result<http::GetAnswer> Upload(std::string_view name, const std::string& path,
                                       bool replaces);
  base::Result<bool> Renew(std::string_view name);
  base::Error ExplainSilence(std::string_view name, const http::GetAnswer& answer);
  base::Status CheckSent(const base::Result<http::GetAnswer>& answer) const;
  base::Status GetNow(std::string_view name, const Take& take);
  void WarnOfVersions(const http::GetAnswer& answer);

  const std::string address_;
  S3Client client_;
  Turns getting_;
  base::LogLimit versions_told_;
};

}  // namespace orgreg::blobs
