// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/observation.h"

namespace orgreg::http {

void Observation::Begin(const Request& request, const Handler& handler) {
  if (observer_ == nullptr) return;
  Cut();
  is_open_ = true;
  begun_ = Clock::now();
  answered_.method = request.method;
  if (observer_->WantsClients()) NamesOfAnswer().client = handler.ClientOf(request);
  if (!observer_->WantsTraces()) return;
  const std::string_view trace = TraceIdOf(request);
  if (!trace.empty()) NamesOfAnswer().trace = trace;
}

Observation::Names& Observation::NamesOfAnswer() {
  if (!names_) names_ = std::make_unique<Names>();
  return *names_;
}

void Observation::Answer(const Response& response, std::size_t bytes) {
  if (observer_ == nullptr) return;
  if (!is_open_) {
    is_open_ = true;
    begun_ = Clock::now();
  }
  answered_.operation = response.operation();
  answered_.status = response.status();
  answered_.error = response.error();
  if (!response.trace().empty() && observer_->WantsTraces())
    NamesOfAnswer().answer_id = response.trace();
  answered_.bytes += bytes;
}

void Observation::Report(bool is_cut) {
  if (!is_open_) return;
  is_open_ = false;
  answered_.is_cut = is_cut || answered_.status == 0;
  answered_.duration = Clock::now() - begun_;
  if (names_) {
    answered_.client = names_->client;
    answered_.trace = names_->trace;
    answered_.answer_id = names_->answer_id;
  }
  observer_->OnAnswer(worker_, answered_);
  answered_ = {};
  // Its memory serves the next request.
  if (names_) names_->Clear();
}

}  // namespace orgreg::http
