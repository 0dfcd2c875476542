// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/live_service.h"

#include <utility>

namespace orgreg::app {

base::Result<std::unique_ptr<LiveService>> LiveService::Make(api::ServiceSettings settings,
                                                             const api::ServiceSources& sources,
                                                             CatalogPointer catalog) {
  std::unique_ptr<LiveService> made(new LiveService(sources));
  TRY(made->Add(std::move(settings), std::move(catalog)));
  return made;
}

base::Status LiveService::Replace(api::ServiceSettings settings) {
  const std::lock_guard lock(mutex_);
  return Add(std::move(settings), Current());
}

void LiveService::Publish(const CatalogPointer& catalog) {
  const std::lock_guard lock(mutex_);
  for (const auto& service : all_) service->Publish(catalog);
}

base::Status LiveService::Add(api::ServiceSettings settings, CatalogPointer catalog) {
  auto service = TRY(api::Service::Make(std::move(settings), sources_, std::move(catalog)));
  all_.push_back(std::move(service));
  now_ = all_.back().get();
  return {};
}

}  // namespace orgreg::app
