// SPDX-License-Identifier: EUPL-1.2

#include "blobs/s3_blobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <chrono>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "base/values/ascii.h"
#include "blobs/blobs.h"
#include "formats/sha256.h"
#include "http/message/http_date.h"
#include "unit/http/client/misbehaving_server.h"

namespace orgreg::blobs {
namespace {

namespace fs = std::filesystem;
using base::Code;
using http::Talk;
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr std::time_t kNow = 1'800'000'000;
constexpr std::time_t kHour = 3600;
constexpr const char* kSecret = "hidden-from-everybody";

std::string SumOf(const std::string& text) {
  formats::Sha256 sum;
  sum.Add(text);
  return sum.Finish();
}

std::string Answer(const std::string& status, const std::string& body,
                   const std::string& fields = "") {
  return "HTTP/1.1 " + status + "\r\nDate: " + http::FormatHttpDate(kNow) + "\r\n" + fields +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string Refused(const std::string& status, const std::string& code) {
  return Answer(status,
                "<Error><Code>" + code + "</Code><Message>" + kSecret + "</Message></Error>");
}

// The value of a field of a head.
std::string FieldOf(const std::string& head, const std::string& name) {
  const std::size_t at = head.find("\r\n" + name + ": ");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 4;
  return head.substr(begin, head.find("\r\n", begin) - begin);
}

// Keeps objects, and answers as an object store, or for some requests as the test says. What it
// does not do, because tests/operator/object_store.py does it, is to check signatures.
class Store {
 public:
  struct Object {
    std::string content = {};
    std::time_t modified = kNow;
  };
  // Called with the line of a request; false: answered as usual.
  using Fault = std::function<bool(Talk* talk)>;

  Store() : server_(AF_INET, [this](Talk* talk) { Serve(talk); }) {}

  void Fail(const Fault& fault) {
    const std::lock_guard lock(mutex_);
    faults_.push_back(fault);
  }
  void Answer(const std::string& bytes) {
    Fail([bytes](Talk* talk) { return talk->Write(bytes); });
  }
  void Set(const std::string& key, Object object) {
    const std::lock_guard lock(mutex_);
    objects_[key] = std::move(object);
  }
  Object Get(const std::string& key) {
    const std::lock_guard lock(mutex_);
    return objects_[key];
  }
  bool Has(const std::string& key) {
    const std::lock_guard lock(mutex_);
    return objects_.contains(key);
  }
  // The methods since the last call.
  std::vector<std::string> TakeMethods() {
    const std::lock_guard lock(mutex_);
    return std::exchange(methods_, {});
  }
  std::string last_head() {
    const std::lock_guard lock(mutex_);
    return last_head_;
  }
  std::uint16_t port() const { return server_.port(); }

 private:
  void Serve(Talk* talk) {
    const std::string head = talk->ReadHead();
    std::string line = head.substr(0, head.find("\r\n"));
    const std::string method = line.substr(0, line.find(' '));
    const std::string length = FieldOf(head, "Content-Length");
    const std::string body = talk->Read(length.empty() ? 0 : std::stoul(length));
    const std::lock_guard lock(mutex_);
    methods_.push_back(method);
    last_head_ = head;
    if (!faults_.empty()) {
      const Fault fault = faults_.front();
      faults_.pop_front();
      if (fault(talk)) return;
    }
    line.erase(0, line.find('/') + 1);
    talk->Write(AnswerTo(method, line.substr(0, line.find(' ')), head, body));
  }

  std::string AnswerTo(const std::string& method, const std::string& target,
                       const std::string& head, const std::string& body) {
    if (!target.starts_with("bucket/")) return Refused("404 Not Found", "NoSuchBucket");
    const std::string key = target.substr(7);
    if (key.starts_with("?")) return ListOf(key);
    const auto found = objects_.find(key);
    if (method == "PUT") return Put(key, head, body);
    if (method == "DELETE") objects_.erase(key);
    if (method == "DELETE") return blobs::Answer("204 No Content", "");
    if (found == objects_.end() && method == "HEAD") return "HTTP/1.1 404 Not Found\r\n\r\n";
    if (found == objects_.end()) return Refused("404 Not Found", "NoSuchKey");
    std::string answer = blobs::Answer(
        "200 OK", found->second.content,
        "ETag: \"x\"\r\nLast-Modified: " + http::FormatHttpDate(found->second.modified) + "\r\n");
    if (method == "HEAD") answer.erase(answer.find("\r\n\r\n") + 4);
    return answer;
  }

  std::string Put(const std::string& key, const std::string& head, const std::string& body) {
    if (!FieldOf(head, "X-Amz-Copy-Source").empty()) {
      objects_[key].modified = kNow;
      return blobs::Answer("200 OK", "<CopyObjectResult></CopyObjectResult>");
    }
    if (FieldOf(head, "If-None-Match") == "*" && objects_.contains(key))
      return Refused("412 Precondition Failed", "PreconditionFailed");
    if (SumOf(body) != FieldOf(head, "X-Amz-Content-Sha256"))
      return Refused("400 Bad Request", "XAmzContentSHA256Mismatch");
    objects_[key] = {.content = body};
    return blobs::Answer("200 OK", "", "ETag: \"not a sum\"\r\n");
  }

  // One object a page.
  std::string ListOf(const std::string& query) {
    auto at = objects_.begin();
    const std::string mark = "continuation-token=";
    if (query.find(mark) != std::string::npos) {
      const std::size_t begin = query.find(mark) + mark.size();
      std::string key = query.substr(begin, query.find('&') - begin);
      while (key.find("%2F") != std::string::npos) key.replace(key.find("%2F"), 3, "/");
      at = objects_.lower_bound(key);
    }
    std::string text = "<ListBucketResult>";
    if (at != objects_.end()) {
      text += "<Contents><Key>" + at->first + "</Key><Size>" +
              std::to_string(at->second.content.size()) + "</Size><LastModified>" +
              "2027-01-15T06:00:00.000Z</LastModified></Contents>";
      if (++at != objects_.end())
        text += "<IsTruncated>true</IsTruncated><NextContinuationToken>" + at->first +
                "</NextContinuationToken>";
    }
    return blobs::Answer("200 OK", text + "</ListBucketResult>");
  }

  std::mutex mutex_;
  std::map<std::string, Object> objects_;  // Guarded by mutex_, as the three below.
  std::deque<Fault> faults_;
  std::vector<std::string> methods_;
  std::string last_head_;
  http::MisbehavingServer server_;
};

bool Cut(Talk* /*talk*/) { return true; }

class S3BlobsTest : public testing::Test {
 protected:
  S3BlobsTest() {
    std::ofstream(folder_ / "key")
        << "aws_access_key_id = AKIDEXAMPLE\naws_secret_access_key = " << kSecret << "\n";
    fs::permissions(folder_ / "key", fs::perms::owner_read | fs::perms::owner_write);
  }
  ~S3BlobsTest() override { fs::remove_all(folder_); }

  static fs::path MakeFolder() {
    std::string name = testing::TempDir() + "s3-blobs-XXXXXX";
    return mkdtemp(name.data());
  }
  S3Place Place(const std::string& address = "s3://bucket/orgreg") const {
    return {.address = *ParseS3Address(address),
            .endpoint = *ParseS3Endpoint("http://127.0.0.1:" + std::to_string(store_.port())),
            .region = "us-east-1",
            .credentials = (folder_ / "key").string()};
  }
  std::string Write(const std::string& text) const {
    std::ofstream(folder_ / "source", std::ios::binary) << text;
    return folder_ / "source";
  }
  std::string Read(std::string_view name) {
    std::string text;
    got_ = blobs_.Get(name, [&text](std::string_view piece) -> base::Status {
      text.append(piece);
      return {};
    });
    return text;
  }
  static constexpr S3Pace kPace{.first_pause = milliseconds(1),
                                .answer = milliseconds(1500),
                                .piece = milliseconds(1500),
                                .budget = milliseconds(1000)};

  const std::string text_ = std::string(20'000, 'x');
  const std::string name_ = BlobName(kDocuments, SumOf(text_));
  const std::string key_ = "orgreg/" + name_;
  const fs::path folder_ = MakeFolder();
  Store store_;
  S3Blobs blobs_{"s3://bucket/orgreg", Place(), kPace};
  base::Status got_;
};

TEST_F(S3BlobsTest, KeepsWhatItIsGiven) {
  ASSERT_TRUE(blobs_.Put(name_, Write(text_)).ok());
  EXPECT_THAT(store_.TakeMethods(), ElementsAre("HEAD", "PUT"));
  EXPECT_EQ(FieldOf(store_.last_head(), "If-None-Match"), "*");
  EXPECT_THAT(FieldOf(store_.last_head(), "Authorization"),
              HasSubstr("SignedHeaders=content-type;host;if-none-match;x-amz-content-sha256;"
                        "x-amz-date, Signature="));
  EXPECT_EQ(Read(name_), text_);
  EXPECT_TRUE(got_.ok());
  const auto facts = blobs_.Find(name_);
  ASSERT_TRUE(facts.ok());
  EXPECT_EQ(facts->size_bytes, text_.size());
  EXPECT_EQ(facts->age.count(), 0);
  EXPECT_TRUE(blobs_.Delete(*facts).ok());
  EXPECT_TRUE(blobs_.Delete(*facts).ok()) << "it is gone already";
  EXPECT_EQ(blobs_.Find(name_).error().code, Code::kNotFound);
  Read(name_);
  EXPECT_EQ(got_.error().code, Code::kNotFound);
}

TEST_F(S3BlobsTest, MakesYoungWhatIsThere) {
  store_.Set(key_, {.content = text_, .modified = kNow - 2 * kHour});
  EXPECT_EQ(blobs_.Find(name_)->age, std::chrono::hours(2));
  store_.TakeMethods();
  ASSERT_TRUE(blobs_.Put(name_, Write(text_)).ok());
  EXPECT_THAT(store_.TakeMethods(), ElementsAre("HEAD", "PUT"));
  EXPECT_EQ(FieldOf(store_.last_head(), "X-Amz-Copy-Source"), "/bucket/" + key_);
  EXPECT_EQ(store_.Get(key_).modified, kNow);
}

TEST_F(S3BlobsTest, PutsWhatHasAnotherSizeAgain) {
  store_.Set(key_, {.content = "cut off"});
  ASSERT_TRUE(blobs_.Put(name_, Write(text_)).ok());
  EXPECT_EQ(store_.Get(key_).content, text_);
}

TEST_F(S3BlobsTest, TakesAnotherPutForItsOwn) {
  store_.Fail([](Talk*) { return false; });
  store_.Answer(Refused("412 Precondition Failed", "PreconditionFailed"));
  EXPECT_TRUE(blobs_.Put(name_, Write(text_)).ok());
}

TEST_F(S3BlobsTest, PutsWithoutAConditionThatAStoreDoesNotKnow) {
  for (const char* status : {"501 Not Implemented", "409 Conflict"}) {
    store_.Fail([](Talk*) { return false; });
    store_.Answer(Refused(status, "NotImplemented"));
    EXPECT_TRUE(blobs_.Put(name_, Write(text_)).ok());
    EXPECT_TRUE(store_.Has(key_)) << status;
    EXPECT_EQ(FieldOf(store_.last_head(), "If-None-Match"), "");
    ASSERT_TRUE(blobs_.Delete({.name = name_}).ok());
  }
}

TEST_F(S3BlobsTest, DoesNotPutAFileThatIsSomethingElse) {
  const base::Status put = blobs_.Put(name_, Write("other bytes"));
  ASSERT_FALSE(put.ok());
  EXPECT_THAT(put.error().message, HasSubstr("is not what was sent"));
  EXPECT_FALSE(store_.Has(key_));
  EXPECT_FALSE(blobs_.Put(name_, (folder_ / "none").string()).ok());
  EXPECT_EQ(blobs_.Put("documents/x", Write("x")).error().code, Code::kInvalid);
}

TEST_F(S3BlobsTest, ListsAllPages) {
  std::vector<std::string> names;
  for (const char* text : {"one", "two", "three"}) {
    names.push_back(BlobName(kDocuments, SumOf(text)));
    store_.Set("orgreg/" + names.back(), {.content = text});
  }
  store_.Set("orgreg/documents/other", {.content = "x"});
  store_.Set("orgreg/documents-x/" + SumOf("x"), {.content = "x"});
  const auto listed = blobs_.List(kDocuments);
  ASSERT_TRUE(listed.ok());
  std::vector<std::string> found;
  for (const BlobFacts& facts : *listed) found.push_back(facts.name);
  EXPECT_THAT(found, testing::UnorderedElementsAreArray(names));
  EXPECT_EQ(store_.TakeMethods().size(), 5U);
}

TEST_F(S3BlobsTest, LeavesAloneWhatWasPutAgain) {
  store_.Set(key_, {.content = text_});
  EXPECT_TRUE(blobs_.Delete({.name = name_, .age = std::chrono::hours(2)}).ok());
  EXPECT_TRUE(store_.Has(key_));
}

TEST_F(S3BlobsTest, TriesAgainWhereTheStoreIsOverloaded) {
  store_.Set(key_, {.content = text_});
  store_.Answer(Refused("503 Slow Down", "SlowDown"));
  store_.Answer(Refused("500 Internal Server Error", "InternalError"));
  store_.Fail(Cut);
  EXPECT_EQ(Read(name_), text_);
  EXPECT_EQ(store_.TakeMethods().size(), 4U);
  for (int i = 0; i < 4; ++i) store_.Answer(Refused("503 Slow Down", "SlowDown"));
  EXPECT_EQ(Read(name_), "");
  EXPECT_EQ(got_.error().code, Code::kUnavailable);
  EXPECT_THAT(got_.error().message, HasSubstr("503 SlowDown at the last of 4 tries"));
}

TEST_F(S3BlobsTest, HandsOverOnceWhatWasCutOff) {
  store_.Set(key_, {.content = text_});
  const std::string whole = Answer("200 OK", text_);
  for (const std::size_t bytes : {15'000U, 9'000U}) store_.Answer(whole.substr(0, bytes));
  EXPECT_EQ(Read(name_), text_);
  EXPECT_TRUE(got_.ok());
}

TEST_F(S3BlobsTest, FindsDamage) {
  store_.Set(key_, {.content = std::string(text_.size(), 'y')});
  Read(name_);
  ASSERT_FALSE(got_.ok());
  EXPECT_EQ(got_.error().code, Code::kCorrupt);
  store_.Set(key_, {.content = ""});
  Read(name_);
  EXPECT_EQ(got_.error().code, Code::kCorrupt);
}

TEST_F(S3BlobsTest, HandsOnTheErrorOfWhoTakes) {
  store_.Set(key_, {.content = text_});
  const base::Status got = blobs_.Get(name_, [](std::string_view) -> base::Status {
    return base::Error{Code::kIo, "the disk is full"};
  });
  EXPECT_EQ(got.error().code, Code::kIo);
  EXPECT_EQ(store_.TakeMethods().size(), 1U) << "nothing is tried again";
}

TEST_F(S3BlobsTest, SaysWhatToMendAndAsksOnce) {
  struct Case {
    const char* status;
    const char* code;
    const char* words;
  };
  for (const Case& one :
       {Case{"403 Forbidden", "SignatureDoesNotMatch", "the secret key of blobs_credentials"},
        Case{"403 Forbidden", "InvalidAccessKeyId", "does not know the access key"},
        Case{"403 Forbidden", "AccessDenied", "may not do this"},
        Case{"403 Forbidden", "RequestTimeTooSkewed", "differ by more than 15 minutes"},
        Case{"404 Not Found", "NoSuchBucket", "there is no such bucket"},
        Case{"400 Bad Request", "AuthorizationHeaderMalformed", "set blobs_region"},
        Case{"301 Moved", "PermanentRedirect", "set blobs_region"},
        Case{"400 Bad Request", "Other", "status 400 Other"}}) {
    store_.Answer(Refused(one.status, one.code));
    Read(name_);
    ASSERT_FALSE(got_.ok()) << one.code;
    EXPECT_EQ(got_.error().code, Code::kUnavailable) << one.code;
    EXPECT_THAT(got_.error().message, HasSubstr(one.words));
    EXPECT_THAT(got_.error().message, Not(HasSubstr(kSecret)));
    EXPECT_EQ(store_.TakeMethods().size(), 1U) << one.code;
  }
}

TEST_F(S3BlobsTest, TellsAMissingBucketFromAMissingBlob) {
  S3Blobs elsewhere("s3://other/orgreg", Place("s3://other/orgreg"), kPace);
  for (const base::Error& error :
       {elsewhere.Find(name_).error(), elsewhere.List(kDocuments).error()}) {
    EXPECT_EQ(error.code, Code::kUnavailable);
    EXPECT_THAT(error.message, HasSubstr("there is no such bucket"));
  }
}

TEST_F(S3BlobsTest, IsAwayUntilSomebodyReachesIt) {
  store_.Set(key_, {.content = text_});
  for (int i = 0; i < 4; ++i) store_.Fail(Cut);
  EXPECT_EQ(blobs_.Find(name_).error().code, Code::kUnavailable);
  EXPECT_EQ(store_.TakeMethods().size(), 4U);
  store_.Fail(Cut);
  EXPECT_EQ(blobs_.Find(name_).error().code, Code::kUnavailable);
  EXPECT_EQ(store_.TakeMethods().size(), 1U) << "it is tried once while it is away";
  EXPECT_TRUE(blobs_.Find(name_).ok());
}

TEST_F(S3BlobsTest, DoesNotWaitForASilentStore) {
  for (int i = 0; i < 4; ++i) {
    store_.Fail([](Talk* talk) {
      talk->Wait();
      return true;
    });
  }
  const auto begin = std::chrono::steady_clock::now();
  Read(name_);
  EXPECT_EQ(got_.error().code, Code::kUnavailable);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST_F(S3BlobsTest, LetsOneWaitForASlowStore) {
  store_.Set(key_, {.content = text_});
  base::Status second;
  const base::Status first = blobs_.Get(name_, [&](std::string_view) -> base::Status {
    if (second.ok()) second = blobs_.Get(name_, [](std::string_view) { return base::Status(); });
    return {};
  });
  EXPECT_TRUE(first.ok());
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, Code::kUnavailable);
  EXPECT_THAT(second.error().message, HasSubstr("others wait for it"));
  EXPECT_EQ(Read(name_), text_);
}

TEST_F(S3BlobsTest, NamesTheFileOfKeys) {
  fs::permissions(folder_ / "key", fs::perms::others_read, fs::perm_options::add);
  const auto found = blobs_.Find(name_);
  EXPECT_EQ(found.error().code, Code::kUnavailable);
  EXPECT_THAT(found.error().message, HasSubstr("chmod 0600"));
  EXPECT_TRUE(store_.TakeMethods().empty());
}

}  // namespace
}  // namespace orgreg::blobs
