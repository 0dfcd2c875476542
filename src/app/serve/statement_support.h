// SPDX-License-Identifier: EUPL-1.2

// The parts that the operations on financial statements need, made from the settings: the check of
// users, the counts of calls, the folder of documents. Lives as long as the server.

#pragma once

#include <memory>
#include <optional>

#include "api/interface/statement_sources.h"
#include "api/statements/statistics.h"
#include "app/settings/daily_time.h"
#include "app/settings/settings.h"
#include "app/shared/shared_documents.h"
#include "base/result.h"
#include "records/register.h"

namespace orgreg::app {

class StatementSupport {
 public:
  // A file that is damaged or cannot be used is reported in the log, and closes only the operations
  // that need it: credentials are not checked, there are no statistics, calls are not counted. The
  // server retries while it runs. `source` outlives the object.
  static base::Result<std::unique_ptr<StatementSupport>> Make(const Settings& settings,
                                                              const records::Register* source);

  const api::StatementSources& sources() const { return sources_; }
  // Null if documents are not shared.
  SharedDocuments* shared() const { return shared_.get(); }
  const api::Statistics* statistics() const { return &*statistics_; }

 private:
  explicit StatementSupport(const Settings& settings);
  base::Status Fetch(base::OrgNumber number, const model::Document& document,
                     const records::Register* source) const;
  base::Status TakeUsers(const Settings& settings);
  base::Status TakeCounts(const Settings& settings);

  const records::DocumentFolder folder_;
  std::unique_ptr<SharedDocuments> shared_;
  records::DocumentCheck check_;
  std::unique_ptr<auth::BasicCheck> users_;
  std::unique_ptr<records::UsageCounts> counts_;
  std::optional<DailyTime> midnight_;
  std::optional<api::Statistics> statistics_;
  api::StatementSources sources_;
};

}  // namespace orgreg::app
