// What the operations on financial statements need, made of the settings: the check of users, the
// counts of calls, the folder of documents. Lives as long as the server.

#pragma once

#include <memory>
#include <optional>

#include "api/statement_sources.h"
#include "api/statistics.h"
#include "app/daily_time.h"
#include "app/settings.h"
#include "base/result.h"
#include "records/register.h"

namespace orgreg::app {

class StatementSupport {
 public:
  // Where calls cannot be counted because the disk does not let it, the server goes on without,
  // and says so. kInvalid where a file is there but is not what it should be, or others may use
  // it. `source` outlives the object.
  static base::Result<std::unique_ptr<StatementSupport>> Make(const Settings& settings,
                                                              const records::Register* source);

  const api::StatementSources& sources() const { return sources_; }
  // Null where nothing is counted.
  const api::Statistics* statistics() const { return statistics_ ? &*statistics_ : nullptr; }

 private:
  explicit StatementSupport(const Settings& settings);
  base::Status TakeUsers(const Settings& settings);
  base::Status TakeCounts(const Settings& settings);

  const records::DocumentFolder folder_;
  std::unique_ptr<auth::BasicCheck> users_;
  std::unique_ptr<records::UsageCounts> counts_;
  std::optional<DailyTime> midnight_;
  std::optional<api::Statistics> statistics_;
  api::StatementSources sources_;
};

}  // namespace orgreg::app
