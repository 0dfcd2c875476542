// SPDX-License-Identifier: EUPL-1.2

// The service's responses for feeds in cases that a wire test does not reach: between a commit and
// the catalog that shows it, and when the store fails. tests/wire/updates has the rest.

#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "api/service.h"
#include "store/sqlite/store.h"
#include "unit/api/asking.h"

namespace orgreg::api {
namespace {

constexpr std::string_view kPath = "/enhetsregisteret/api/oppdateringer/enheter";

class FeedsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = ::testing::TempDir() + "feeds_" + test->name();
    RemoveFiles();
    auto opened = store::OpenSqlite(path_, store::OpenMode::kReadWriteCreate);
    ASSERT_TRUE(opened) << opened.error().message;
    store_ = std::move(opened).value();
    feed_ = std::make_unique<records::Feed>(store_.get());
    for (const std::uint32_t number : {312'300'028U, 312'300'036U, 312'300'044U}) Add(number);
    Show(2);
  }

  void TearDown() override {
    store_.reset();
    RemoveFiles();
  }

  // A further entity, and a line of the log.
  void Add(std::uint32_t number) {
    auto writer = store_->Write();
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE(
        (*writer)->Put(model::Kind::kEntity, {.number = base::OrgNumber(number), .body = "{}"}));
    ASSERT_TRUE(
        (*writer)->Log({.number = base::OrgNumber(number), .type = store::ChangeType::kNew}));
    ASSERT_TRUE((*writer)->Commit());
  }

  // From now on the catalog shows records up to this change.
  void Show(std::int64_t last_change) {
    auto catalog = std::make_shared<const search::Catalog>(
        search::Catalog::LayersByKind{}, search::Catalog::State{.last_change = last_change});
    if (service_) return service_->Publish(std::move(catalog));
    auto made =
        Service::Make({}, {.feed = feed_.get(), .inventories = &inventories_}, std::move(catalog));
    ASSERT_TRUE(made);
    service_ = std::move(made).value();
  }

  void Ask(std::string_view query, std::string_view tag = "") {
    const http::Field fields[] = {{.name = "If-None-Match", .value = tag}};
    http::Request request = GetOf(kPath, query);
    if (!tag.empty()) request.fields = fields;
    response_.Clear();
    // The feeds read the store, for which a server uses its pool.
    EXPECT_EQ(service_->Handle(request, &response_), http::Placement::kNeedsPool);
    service_->HandleSlowly(request, &response_);
  }

  std::string Tag() const {
    const std::string_view name = "ETag: ";
    const std::string_view headers = response_.headers();
    const std::size_t start = headers.find(name);
    if (start == std::string_view::npos) return "";
    const std::size_t from = start + name.size();
    return std::string(headers.substr(from, headers.find('\r', from) - from));
  }

  bool Tells(std::string_view text) const {
    return response_.body().find(text) != std::string::npos;
  }

  void RemoveFiles() {
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + ending);
  }

  std::string path_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<records::Feed> feed_;
  Inventories inventories_;
  std::unique_ptr<Service> service_;
  http::Response response_;
};

// A client never sees a change before its record can be looked up.
TEST_F(FeedsTest, ReturnsNoMoreThanTheCatalogShows) {
  Ask("");
  EXPECT_EQ(response_.status(), 200) << response_.body();
  EXPECT_TRUE(Tells(R"("oppdateringsid":2,)"));
  EXPECT_FALSE(Tells(R"("oppdateringsid":3,)"));
  EXPECT_TRUE(Tells(R"("totalElements":2)"));
  Show(3);
  Ask("sort=id,DESC&size=1");
  EXPECT_TRUE(Tells(R"("oppdateringsid":3,)"));
  EXPECT_TRUE(Tells(R"("totalElements":3)"));
}

// A client that polls learns from one line that there is nothing new.
TEST_F(FeedsTest, HasATagThatChangesWithTheContent) {
  Ask("oppdateringsid=3");
  EXPECT_EQ(response_.status(), 200);
  const std::string tag = Tag();
  ASSERT_NE(tag, "");
  Ask("oppdateringsid=3", tag);
  EXPECT_EQ(response_.status(), 304);
  Show(3);
  Ask("oppdateringsid=3", tag);
  EXPECT_EQ(response_.status(), 200);
  EXPECT_NE(Tag(), tag);
}

TEST_F(FeedsTest, SaysThatTheLogCannotBeRead) {
  // The files are gone: processes that have them open continue, but no other can open them.
  RemoveFiles();
  std::vector<std::unique_ptr<store::Snapshot>> open;
  for (auto snapshot = store_->Read(); snapshot; snapshot = store_->Read()) {
    open.push_back(std::move(snapshot).value());
    ASSERT_LT(open.size(), 100U);
  }
  Ask("");
  EXPECT_EQ(response_.status(), 500);
  EXPECT_TRUE(Tells("\"trace\":\""));
  EXPECT_FALSE(Tells(path_));
  EXPECT_EQ(Tag(), "");
  // Requests that need no store are still answered.
  Ask("oppdateringsid=3");
  EXPECT_EQ(response_.status(), 200);
}

}  // namespace
}  // namespace orgreg::api
