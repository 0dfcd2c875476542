// SPDX-License-Identifier: EUPL-1.2

// The service before the first catalog is published: requests that need data get 503, and all
// others are answered as usual.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "api/interface/parameter_rows.h"
#include "api/routes.h"
#include "api/service.h"
#include "search/catalog.h"
#include "unit/api/asking.h"

namespace orgreg::api {
namespace {

using testing::HasSubstr;

class WithoutDataTest : public ::testing::Test {
 protected:
  WithoutDataTest() {
    auto made = Service::Make({}, {.feed = &feed_, .inventories = &inventories_}, nullptr);
    EXPECT_TRUE(made);
    service_ = std::move(made).value();
  }

  http::Response Ask(std::string_view path, std::string_view query = "",
                     http::Method method = http::Method::kGet, std::string_view name = "GET") {
    http::Request request = GetOf(path, query);
    request.method = method;
    request.method_name = name;
    return ResponseTo(request, service_.get());
  }
  // The pattern with a value in each place.
  static std::string PathOf(const RouteRow& route) {
    std::string path(route.at.pattern);
    for (const auto& [place, value] :
         {std::pair<std::string_view, std::string_view>{"{number}", "312300028"},
          {"{code}", "AS"},
          {"{id}", "2024"}}) {
      if (const std::size_t at = path.find(place); at != std::string::npos)
        path.replace(at, place.size(), value);
    }
    return path;
  }

  records::Feed feed_{nullptr};  // It gets no requests.
  Inventories inventories_;
  std::unique_ptr<Service> service_;
};

// An empty list or a 404 would be wrong, even for invalid requests.
TEST_F(WithoutDataTest, RequestsThatNeedDataAreAskedToRetry) {
  for (const RouteRow& route : Routes()) {
    if (!route.work.needs_data || route.at.interface->access != Access::kOpen) continue;
    for (const char* query : {"", "size=0", "x=%ff"}) {
      const bool takes_get = route.at.methods.Has(http::Method::kGet);
      const http::Response response = takes_get
                                          ? Ask(PathOf(route), query)
                                          : Ask(PathOf(route), query, http::Method::kPost, "POST");
      EXPECT_EQ(response.status(), 503) << route.at.pattern;
      EXPECT_THAT(response.headers(), HasSubstr("Retry-After: 5\r\n")) << route.at.pattern;
      EXPECT_THAT(response.body(), HasSubstr("still indexing the register")) << route.at.pattern;
    }
  }
}

TEST_F(WithoutDataTest, OthersAreAnsweredAsEver) {
  for (const char* path :
       {"/enhetsregisteret/api", "/enhetsregisteret/api/organisasjonsformer",
        "/enhetsregisteret/api/organisasjonsformer/AS", "/enhetsregisteret/api/kommuner/0301",
        "/enhetsregisteret/api/roller/rolletyper", "/docs/v1-to-v2", "/docs/statement-plans"}) {
    EXPECT_EQ(Ask(path).status(), 200) << path;
  }
  EXPECT_EQ(Ask("/enhetsregisteret/api/kommuner/x").status(), 404);
  EXPECT_EQ(Ask("/nowhere").status(), 404);
  EXPECT_EQ(Ask("/enhetsregisteret/api/enheter", "", http::Method::kPut, "PUT").status(), 405);
  EXPECT_EQ(Ask("/enhetsregisteret/api/enheter", "", http::Method::kOptions, "OPTIONS").status(),
            204);
}

TEST_F(WithoutDataTest, UnauthorisedClientsLearnNothingOfIt) {
  for (const RouteRow& route : Routes()) {
    if (!NeedsToken(route.at.interface->access)) continue;
    const http::Method method =
        route.at.methods.Has(http::Method::kPost) ? http::Method::kPost : http::Method::kGet;
    const http::Response response = Ask(PathOf(route), "", method, "GET");
    EXPECT_THAT(response.body(), testing::Not(HasSubstr("indexing"))) << route.at.pattern;
  }
}

// A server that is full refuses before it looks at its data.
TEST_F(WithoutDataTest, AFullServerSendsBrowsersAPage) {
  const auto refuse = [this](std::string_view path, bool is_browser) {
    const std::array fields = {
        http::Field{.name = "Accept", .value = is_browser ? "text/html,*/*;q=0.8" : "*/*"},
        http::Field{.name = "Sec-Fetch-Mode", .value = is_browser ? "navigate" : "cors"}};
    http::Request request = GetOf(path);
    request.fields = fields;
    http::Response response;
    service_->HandleOverload(request, &response);
    EXPECT_EQ(response.status(), 503);
    EXPECT_THAT(response.headers(), HasSubstr("Retry-After: 1\r\n"));
    EXPECT_THAT(response.headers(), HasSubstr("Cache-Control: no-store"));
    return response;
  };
  for (const char* path : {"/search/entities", "/enhetsregisteret/api/enheter", "/nowhere"})
    EXPECT_THAT(refuse(path, true).headers(), HasSubstr("Content-Type: text/html")) << path;
  http::Response of_fault;
  service_->HandleFault(http::Fault::kOverloaded, &of_fault);
  const http::Response other = refuse("/search/entities", false);
  EXPECT_EQ(other.headers(), of_fault.headers());
  EXPECT_EQ(other.body(), of_fault.body());
  EXPECT_EQ(refuse("/enhetsregisteret/autorisert-api/x", true).body(), of_fault.body());
}

TEST_F(WithoutDataTest, TheFirstCatalogIsAnsweredFrom) {
  EXPECT_EQ(service_->Current(), nullptr);
  EXPECT_EQ(Ask("/enhetsregisteret/api/enheter/312300028").status(), 503);
  service_->Publish(std::make_shared<const search::Catalog>(search::Catalog::LayersByKind(),
                                                            search::Catalog::State()));
  EXPECT_EQ(Ask("/enhetsregisteret/api/enheter/312300028").status(), 404);
}

// A row names its operation, so that documents and checks can be derived from it.
TEST(Routes, SayAllThatIsKnownOfAnOperation) {
  std::set<std::string_view> operations;
  for (const RouteRow& route : Routes()) {
    EXPECT_TRUE(operations.insert(route.at.operation).second) << route.at.operation;
    EXPECT_NE(route.at.interface, nullptr) << route.at.pattern;
    EXPECT_NE(route.work.handle, nullptr) << route.at.pattern;
    EXPECT_FALSE(route.answers.statuses.empty()) << route.at.pattern;
    std::size_t in_path = 0;
    for (const ParameterRow& row : route.takes.rows) {
      EXPECT_FALSE(row.meaning.empty()) << row.name;
      EXPECT_FALSE(row.meaning_norwegian.empty()) << row.name;
      if (row.in == In::kPath) ++in_path;
    }
    const auto captures = std::ranges::count(route.at.pattern, '{');
    EXPECT_EQ(in_path, static_cast<std::size_t>(captures)) << route.at.pattern;
  }
}

}  // namespace
}  // namespace orgreg::api
