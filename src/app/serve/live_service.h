// SPDX-License-Identifier: EUPL-1.2

// A LiveService answers with an api::Service that can be replaced by one with other settings while
// requests are answered. Those in progress go on with the service that they began with, so all
// services live as long as this object: 33 kB for each reload that changes one.
//
// All functions may be called from any thread.

#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "api/service.h"
#include "base/result.h"
#include "http/message/handler.h"

namespace orgreg::app {

class LiveService final : public http::Handler {
 public:
  using CatalogPointer = std::shared_ptr<const search::Catalog>;

  // The sources outlive the object. The catalog may be null (api::Service::Make).
  static base::Result<std::unique_ptr<LiveService>> Make(api::ServiceSettings settings,
                                                         const api::ServiceSources& sources,
                                                         CatalogPointer catalog);

  // Requests that begin from now on are answered with these settings. An error changes nothing.
  base::Status Replace(api::ServiceSettings settings);
  void Publish(const CatalogPointer& catalog);
  CatalogPointer Current() const { return now().Current(); }
  // The service that answers from now on, which is valid as long as this object.
  api::Service& now() const { return *now_.load(); }

  std::string_view CountsAs(const http::Request& request) const override {
    return now().CountsAs(request);
  }
  std::string_view ClientOf(const http::Request& request) const override {
    return now().ClientOf(request);
  }
  bool StreamsBody(const http::Request& head) const override { return now().StreamsBody(head); }
  std::size_t MostBodyBytes(const http::Request& head, std::size_t usual) const override {
    return now().MostBodyBytes(head, usual);
  }
  bool AdmitBody(const http::Request& head, http::Response* response) override {
    return now().AdmitBody(head, response);
  }
  http::Placement Handle(const http::Request& request, http::Response* response) override {
    return now().Handle(request, response);
  }
  void HandleSlowly(const http::Request& request, http::Response* response) override {
    now().HandleSlowly(request, response);
  }
  void HandleFault(http::Fault fault, http::Response* response) override {
    now().HandleFault(fault, response);
  }
  void HandleLongTarget(std::string_view path, http::Response* response) override {
    now().HandleLongTarget(path, response);
  }
  void HandleOverload(const http::Request& request, http::Response* response) override {
    now().HandleOverload(request, response);
  }

 private:
  explicit LiveService(const api::ServiceSources& sources) : sources_(sources) {}
  base::Status Add(api::ServiceSettings settings, CatalogPointer catalog);

  const api::ServiceSources sources_;
  std::mutex mutex_;  // guards the list, and publishing
  std::vector<std::unique_ptr<api::Service>> all_;
  std::atomic<api::Service*> now_ = nullptr;
};

}  // namespace orgreg::app
