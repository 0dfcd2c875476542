// SPDX-License-Identifier: EUPL-1.2

#include "api/answers/batch_errors.h"

#include "api/answers/errors.h"
#include "formats/json/text.h"

namespace orgreg::api {

void AnswerBatchRefused(std::uint64_t count, std::span<const std::string> first,
                        http::Response* response) {
  response->set_status(422);
  std::string* const out = &response->body();
  out->append("{\"refused\":true,\"count\":").append(std::to_string(count));
  out->append(",\"problems\":[");
  for (const std::string& problem : first) {
    if (&problem != first.data()) out->push_back(',');
    formats::AppendJsonString(problem, out);
  }
  out->append("]}\n");
}

std::string AnswerBatchFailed(Cause cause, std::string_view message, std::string_view path,
                              http::Response* response) {
  http::Response failure;
  std::string trace = AnswerFailure(cause, {.path = path}, &failure);
  response->set_status(failure.status());
  std::string* const out = &response->body();
  out->append("{\"failed\":");
  formats::AppendJsonString(message, out);
  if (trace.empty()) {
    response->AddHeader("Retry-After", RowOf(cause).retry_after_s);
    out->append("}\n");
  } else {
    out->append(",").append(failure.body(), 1).append("\n");
  }
  return trace;
}

}  // namespace orgreg::api
