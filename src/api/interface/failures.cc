#include "api/interface/failures.h"

#include <chrono>
#include <string>
#include <string_view>

#include "api/answers/errors.h"
#include "base/log.h"
#include "base/log_limit.h"

namespace orgreg::api {
namespace {

constexpr std::chrono::milliseconds kBetweenLines(100);

}  // namespace

void AnswerFailed(const base::Error& error, const Context& context, Answer* answer) {
  const std::string_view path = context.shown_path;
  const std::string trace =
      AnswerFailure(CauseOf(error.code), path, context.error_form, &answer->response);
  if (trace.empty()) {
    // What passes may be met by every request until it has passed.
    static base::LogLimit limit(kBetweenLines);
    if (const auto held_back = limit.Pass(); held_back && *held_back != 0) {
      base::LogError("{}: {} ({} more such answers since the last line)", path, error.message,
                     *held_back);
    } else if (held_back) {
      base::LogError("{}: {}", path, error.message);
    }
  } else {
    base::LogError("{}: {} (trace {})", path, error.message, trace);
  }
}

}  // namespace orgreg::api
