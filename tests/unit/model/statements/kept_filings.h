// SPDX-License-Identifier: EUPL-1.2

// Filings as they are served, made from filings as they are read. One thread.

#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/statements/kept.h"
#include "model/statements/served.h"
#include "model/statements/statements.h"

namespace orgreg::model {

class KeptFilings {
 public:
  explicit KeptFilings(const Filings& filings) {
    AppendKeptFilings(filings, &kept_);
    EXPECT_TRUE(ReadKeptFilings(kept_, &filings_));
  }
  KeptFilings(const KeptFilings&) = delete;
  KeptFilings& operator=(const KeptFilings&) = delete;

  const ServedStatement& front() const { return filings_.front(); }
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator ServedFilings() const { return filings_; }

 private:
  std::string kept_;
  std::vector<ServedStatement> filings_;
};

}  // namespace orgreg::model
