// SPDX-License-Identifier: EUPL-1.2

// Batches over HTTP in cases that a property test does not reach: requests that go to the pool, and
// responses for a store that fails. tests/property/ingest_checks.py has the rest.

#include "api/batch_service.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "store/sqlite/store.h"

namespace orgreg::api {
namespace {

using http::Method;
using http::Placement;

constexpr std::string_view kToken = "a-token-that-is-long-enough";
constexpr std::string_view kBatch =
    "{\"batch\":\"one\",\"operations\":1}\n"
    "{\"operation\":\"upsert\",\"kind\":\"entity\",\"record\":{\"organisasjonsnummer\":"
    "\"312300028\","
    "\"navn\":\"EN AS\",\"organisasjonsform\":{\"kode\":\"AS\"}}}\n";

class BatchServiceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = ::testing::TempDir() + "batches_" + test->name();
    RemoveFiles();
    auto opened =
        store::OpenSqlite(path_, store::OpenMode::kReadWriteCreate, {.busy_timeout_ms = 50});
    ASSERT_TRUE(opened) << opened.error().message;
    store_ = std::move(opened).value();
    register_ = std::make_unique<records::Register>(store_.get());
    Serve(std::string(kToken));
  }

  void TearDown() override {
    service_.reset();
    store_.reset();
    RemoveFiles();
  }

  void Serve(std::string token) {
    service_ = std::make_unique<BatchService>(
        [this]() -> base::Result<records::Register*> {
          if (away_) return *away_;
          return register_.get();
        },
        BatchSettings{.token = std::move(token), .applied = [this] { ++applied_; }});
  }

  // Handles slow requests at once, as a server does on its pool.
  Placement Post(std::string_view body, const std::vector<http::Field>& fields,
                 std::string_view path = kBatchesPath, Method method = Method::kPost) {
    const http::Request request{.method = method,
                                .method_name = "POST",
                                .host = "localhost",
                                .raw_path = path,
                                .path = path,
                                .body = body,
                                .peer = peer_,
                                .fields = fields};
    response_.Clear();
    const Placement placement = service_->Handle(request, &response_);
    if (placement == Placement::kNeedsPool) service_->HandleSlowly(request, &response_);
    return placement;
  }

  Placement PostBatch(std::string_view body) {
    return Post(body, {{"Authorization", bearer_}, {"Content-Type", "application/x-ndjson"}});
  }

  bool Tells(std::string_view text) const {
    return response_.body().find(text) != std::string::npos;
  }

  std::int64_t Position() const { return register_->Position().value().value; }

  void RemoveFiles() {
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + ending);
  }

  std::string_view peer_ = "127.0.0.1";
  const std::string bearer_ = "Bearer " + std::string(kToken);
  std::string path_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<records::Register> register_;
  std::unique_ptr<BatchService> service_;
  http::Response response_;
  int applied_ = 0;
  std::optional<base::Error> away_;
};

TEST_F(BatchServiceTest, AppliesOnThePoolAndSaysSo) {
  EXPECT_EQ(PostBatch(kBatch), Placement::kNeedsPool);
  EXPECT_EQ(response_.status(), 200) << response_.body();
  EXPECT_TRUE(Tells(R"("batch":"one","repeated":false)"));
  EXPECT_EQ(applied_, 1);
  EXPECT_EQ(Position(), 1);
  PostBatch(kBatch);
  EXPECT_TRUE(Tells(R"("repeated":true)"));
  EXPECT_EQ(Position(), 1);
}

// With it a client can ask for an answer that has the batch.
TEST_F(BatchServiceTest, SaysUpToWhichUpdate) {
  PostBatch(kBatch);
  EXPECT_NE(response_.headers().find("Register-Position: 1\r\n"), std::string_view::npos);
  PostBatch("nothing");
  EXPECT_EQ(response_.headers().find("Register-Position"), std::string_view::npos);
}

TEST_F(BatchServiceTest, AnswersThatTheDatabaseIsAway) {
  away_ = base::Error{base::Code::kUnavailable, "the database is away"};
  PostBatch(kBatch);
  EXPECT_EQ(response_.status(), 503) << response_.body();
  EXPECT_NE(response_.headers().find("Retry-After"), std::string_view::npos);
  EXPECT_TRUE(Tells(R"({"failed":"the database is away"})")) << response_.body();
  away_.reset();
  PostBatch(kBatch);
  EXPECT_EQ(response_.status(), 200) << response_.body();
}

// The token and the numbers in a batch could be read on the way.
TEST_F(BatchServiceTest, RefusesPlainHttpFromOtherMachines) {
  peer_ = "192.0.2.1";
  EXPECT_EQ(PostBatch(kBatch), Placement::kAnswered);
  EXPECT_EQ(response_.status(), 403) << response_.body();
  EXPECT_TRUE(Tells("https"));
  EXPECT_EQ(Position(), 0);
  peer_ = "unix";
  EXPECT_EQ(PostBatch(kBatch), Placement::kNeedsPool);
}

// A request that is refused for its head never reaches the pool, which one slow batch may hold.
TEST_F(BatchServiceTest, RefusesHeadsAtOnce) {
  const http::Field bearer = {"Authorization", bearer_};
  const http::Field type = {"Content-Type", "application/x-ndjson"};
  struct Case {
    std::vector<http::Field> fields;
    std::string_view path = kBatchesPath;
    Method method = Method::kPost;
    int status = 0;
  };
  const std::string shorter = bearer_.substr(0, bearer_.size() - 1);
  const std::string longer = bearer_ + "x";
  const Case cases[] = {
      {{type}, kBatchesPath, Method::kPost, 401},
      {{type, {"Authorization", ""}}, kBatchesPath, Method::kPost, 401},
      {{type, {"Authorization", "Bearer "}}, kBatchesPath, Method::kPost, 401},
      {{type, {"Authorization", kToken}}, kBatchesPath, Method::kPost, 401},
      {{type, {"Authorization", shorter}}, kBatchesPath, Method::kPost, 401},
      {{type, {"Authorization", longer}}, kBatchesPath, Method::kPost, 401},
      {{bearer}, kBatchesPath, Method::kPost, 415},
      {{bearer, {"Content-Type", "application/json"}}, kBatchesPath, Method::kPost, 415},
      {{bearer, {"Content-Type", "application/x-ndjsonx"}}, kBatchesPath, Method::kPost, 415},
      {{bearer, type}, "/batch", Method::kPost, 404},
      {{bearer, type}, "/", Method::kPost, 404},
      {{bearer, type}, kBatchesPath, Method::kGet, 405},
  };
  for (const Case& example : cases) {
    EXPECT_EQ(Post(kBatch, example.fields, example.path, example.method), Placement::kAnswered);
    EXPECT_EQ(response_.status(), example.status) << example.path;
  }
  EXPECT_EQ(applied_, 0);
  EXPECT_EQ(Position(), 0);
}

TEST_F(BatchServiceTest, AsksForNoTokenIfNoneIsConfigured) {
  Serve("");
  Post(kBatch, {{"Content-Type", "application/x-ndjson; charset=utf-8"}});
  EXPECT_EQ(response_.status(), 200) << response_.body();
}

TEST_F(BatchServiceTest, ReportsRefusedBatches) {
  PostBatch("{\"batch\":\"bad\"}\n{\"operation\":\"delete\",\"kind\":\"entity\"}\n");
  EXPECT_EQ(response_.status(), 422);
  EXPECT_TRUE(Tells(R"({"refused":true,"count":)")) << response_.body();
  EXPECT_TRUE(Tells("line 2")) << response_.body();
  EXPECT_EQ(Position(), 0);
}

TEST_F(BatchServiceTest, ReportsTheBatchesBeforeARefusedOne) {
  PostBatch(std::string(kBatch) + "{\"batch\":\"two\"}\n{}\n");
  EXPECT_EQ(response_.status(), 422);
  EXPECT_TRUE(response_.body().starts_with(R"({"batch":"one")")) << response_.body();
  EXPECT_EQ(std::ranges::count(response_.body(), '\n'), 2);
  EXPECT_EQ(Position(), 1);
}

// Another writer is active for longer than the service waits: the client must try again.
TEST_F(BatchServiceTest, AnswersThatAnotherWrites) {
  auto other = store::OpenSqlite(path_, store::OpenMode::kReadWriteCreate);
  ASSERT_TRUE(other);
  {
    const auto writer = (*other)->Write();
    ASSERT_TRUE(writer);
    PostBatch(kBatch);
    EXPECT_EQ(response_.status(), 503) << response_.body();
    EXPECT_NE(response_.headers().find("Retry-After"), std::string_view::npos);
    EXPECT_TRUE(Tells(R"({"failed":")"));
  }
  PostBatch(kBatch);
  EXPECT_EQ(response_.status(), 200) << response_.body();
  EXPECT_TRUE(Tells(R"("repeated":false)"));
}

// A damaged store stays damaged.
TEST_F(BatchServiceTest, AnswersThatTheStoreIsDamaged) {
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "UPDATE meta SET checksum = 1", nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(other);
  PostBatch(kBatch);
  EXPECT_EQ(response_.status(), 500) << response_.body();
  EXPECT_EQ(response_.headers().find("Retry-After"), std::string_view::npos);
  EXPECT_TRUE(Tells(R"({"failed":")")) << response_.body();
  EXPECT_TRUE(Tells(R"(","timestamp":")")) << response_.body();
  EXPECT_TRUE(Tells(R"("status":500,"error":"Internal Server Error")")) << response_.body();
  EXPECT_TRUE(Tells(R"("path":"/batches","trace":")")) << response_.body();
  EXPECT_TRUE(response_.body().ends_with("\"}\n")) << response_.body();
}

}  // namespace
}  // namespace orgreg::api
