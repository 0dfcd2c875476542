// SPDX-License-Identifier: EUPL-1.2

// The database that a node follows (docs/nodes.md): a store that many nodes write to. Steps take
// the same way as from another server, so that one loop serves both.

#pragma once

#include <stop_token>
#include <string>
#include <utility>

#include "app/follow/database.h"
#include "app/follow/step_source.h"
#include "app/shared/lost_part.h"

namespace orgreg::app {

class DatabaseSource final : public StepSource {
 public:
  // `database` outlives the source; `node` is what this node is called.
  DatabaseSource(Database* database, std::string node)
      : database_(database), node_(std::move(node)) {}

  base::Status Follow(store::CommitId commit, std::uint64_t fingerprint, store::StepSink* sink,
                      const std::stop_token& stop) override;
  base::Result<std::string> WhySetBack(store::Store* replica) override;
  bool has_files() const override { return false; }
  base::Status FetchDocument(std::string_view sha256, const Take& take,
                             const std::stop_token& stop) override;
  base::Status FetchSegment(std::string_view kind, const Take& take,
                            const std::stop_token& stop) override;
  base::Result<store::Store*> DocumentLists() override { return database_->Open(); }
  std::chrono::milliseconds longest_pause() const override;
  const std::string& address() const override { return database_->address(); }

 private:
  base::Status TellOf(const LostPart& lost);

  Database* const database_;
  const std::string node_;
  // Of which state of the database what was said; a reading of all rows is not repeated for it.
  store::StateId judged_ = {};
  std::string said_ = {};
};

}  // namespace orgreg::app
