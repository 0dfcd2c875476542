// SPDX-License-Identifier: EUPL-1.2

// The register of the program for api_fuzz: store, index and service in one process, empty at the
// beginning of each input. Every failure ends the process.
//
// For one thread.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/service.h"
#include "app/catalog/catalog_builder.h"
#include "fuzz/damage.h"
#include "fuzz/scratch_folder.h"
#include "records/register.h"
#include "store/open/open.h"

namespace fuzz {

class Register {
 public:
  // An earlier day than that of any build, since clocks that are far ahead are refused.
  static constexpr std::int64_t kBeginMs = 1'750'000'000'000;

  Register() {
    std::filesystem::create_directory(empty());
    std::filesystem::create_directory(used());
    Open(empty());
    Close();
    auto made =
        orgreg::api::Service::Make({}, {.feed = &feed_, .inventories = &inventories_}, nullptr);
    Demand(made.ok());
    service_ = std::move(made).value();
  }

  // Forgets everything.
  void Clear() {
    service_->Publish(nullptr);
    Close();
    std::filesystem::remove_all(used());
    std::filesystem::copy(empty(), used(), std::filesystem::copy_options::recursive);
    clock_ms_ = kBeginMs;
    Open(used());
    Publish();
  }

  std::int64_t clock_ms() const { return clock_ms_; }

  // False if the batch is refused.
  bool Apply(const orgreg::records::Batch& batch) {
    clock_ms_ += 1000;
    const auto outcome = register_->Apply(batch);
    Demand(outcome.ok());
    return outcome->state == orgreg::records::BatchOutcome::State::kDone;
  }

  // From now on answers are of the present state.
  void Publish() {
    const auto catalog = builder_->Advance({});
    Demand(catalog.ok() && !builder_->is_behind());
    service_->Publish(*catalog);
  }

  // Merges layers as a server does next to its answers.
  void Merge() {
    for (int most = 20; most > 0; --most) {
      const auto wanted = builder_->WantedMerge({});
      if (!wanted) return;
      auto made = builder_->RunMerge(*wanted, {});
      Demand(made.ok());
      builder_->InstallSegment(wanted->kind, std::move(made).value());
      Publish();
    }
    Demand(false);  // Merging must come to an end.
  }

  // A new process, with the files of the one before.
  void Restart() {
    service_->Publish(nullptr);
    Close();
    Open(used());
    Publish();
  }

  orgreg::http::Response Ask(const std::string& path, const std::string& query) {
    const orgreg::http::Request request{.method = orgreg::http::Method::kGet,
                                        .method_name = "GET",
                                        .host = "localhost",
                                        .raw_path = path,
                                        .path = path,
                                        .query = query,
                                        .has_query = !query.empty()};
    orgreg::http::Response response;
    if (service_->Handle(request, &response) != orgreg::http::Placement::kAnswered)
      service_->HandleSlowly(request, &response);
    Demand(!response.has_stream());
    return response;
  }

 private:
  std::string empty() const { return folder_.path() + "/empty"; }
  std::string used() const { return folder_.path() + "/used"; }

  void Open(const std::string& folder) {
    const auto place = orgreg::app::Place::InFolder(folder);
    std::filesystem::create_directory(place.PathOf(orgreg::app::PlacePart::kSegments));
    auto opened =
        orgreg::store::OpenStore(place.address(), orgreg::store::OpenMode::kReadWriteCreate,
                                 {.clock_ms = [this] { return clock_ms_; }});
    Demand(opened.ok());
    store_ = std::move(opened).value();
    register_.emplace(store_.get());
    feed_ = orgreg::records::Feed(store_.get());
    builder_.emplace(&*register_, place);
    const auto kept = builder_->OpenKept({});
    Demand(kept.ok());
    if (*kept == nullptr) Demand(builder_->Advance({}).ok());
  }

  void Close() {
    builder_.reset();
    register_.reset();
    store_.reset();
  }

  ScratchFolder folder_;
  std::int64_t clock_ms_ = kBeginMs;
  std::unique_ptr<orgreg::store::Store> store_;
  std::optional<orgreg::records::Register> register_;
  std::optional<orgreg::app::CatalogBuilder> builder_;
  orgreg::records::Feed feed_{nullptr};
  orgreg::api::Inventories inventories_;
  std::unique_ptr<orgreg::api::Service> service_;
};

}  // namespace fuzz
