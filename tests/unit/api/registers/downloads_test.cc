// SPDX-License-Identifier: EUPL-1.2

// Files that are made while they are sent, in cases that a wire test does not reach: more records
// than a window has, and the number of reordered files that are sent at the same time.
// tests/wire/downloads has the rest.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "api/limits/work_shares.h"
#include "api/service.h"
#include "formats/byte_source.h"
#include "unit/api/asking.h"
#include "unit/formats/zip_reader.h"

namespace orgreg::api {
namespace {

using model::Kind;

// More than a window has.
constexpr std::uint32_t kCount = 10'050;
constexpr std::uint32_t kFirst = 312'000'000;

constexpr std::string_view kEntities = "/enhetsregisteret/api/enheter";
constexpr std::string_view kEntityFile = "/enhetsregisteret/api/enheter/lastned";
constexpr std::string_view kEntitySheet = "/enhetsregisteret/api/enheter/lastned/regneark";
constexpr std::string_view kSubEntityFile = "/enhetsregisteret/api/underenheter/lastned";

// Numbers rise while names fall; every third is bankrupt.
search::Layers Units(Kind kind) {
  search::SegmentBuilder builder(kind, "");
  for (std::uint32_t at = 0; at < kCount; ++at) {
    model::Unit unit{.number = base::OrgNumber(kFirst + at),
                     .name = "N" + std::to_string(99'999 - at)};
    unit.form.code = "AS";
    unit.bankrupt = at % 3 == 0;
    builder.Add(unit);
  }
  auto segment = std::move(builder).Build({});
  EXPECT_TRUE(segment);
  return search::LayUpon({}, *segment);
}

std::string Unpacked(const std::string& packed) {
  formats::MemorySource memory(packed);
  formats::GzipSource source(&memory);
  std::string text;
  std::string piece(100'000, '\0');
  while (true) {
    const auto size = source.Read(piece);
    EXPECT_TRUE(size);
    if (!size || *size == 0) return text;
    text.append(piece, 0, *size);
  }
}

// The numbers of the records in a file, in its order.
std::vector<std::uint32_t> NumbersIn(const std::string& file) {
  const std::string text = Unpacked(file);
  const std::string mark = "\"organisasjonsnummer\":\"";
  std::vector<std::uint32_t> numbers;
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1))
    numbers.push_back(static_cast<std::uint32_t>(std::stoul(text.substr(at + mark.size(), 9))));
  return numbers;
}

class DownloadsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    search::Catalog::LayersByKind layers;
    layers[IndexOf(Kind::kEntity)] = Units(Kind::kEntity);
    layers[IndexOf(Kind::kSubEntity)] = Units(Kind::kSubEntity);
    auto catalog =
        std::make_shared<const search::Catalog>(std::move(layers), search::Catalog::State());
    ServiceSettings settings;
    settings.origin.trusted_proxies = {"10.0.0.1"};
    auto made = Service::Make(std::move(settings),
                              {.feed = &feed_, .inventories = &inventories_, .shares = &shares_},
                              std::move(catalog));
    ASSERT_TRUE(made);
    service_ = std::move(made).value();
  }

  http::Response Ask(std::string_view path, std::string_view query,
                     std::string_view peer = "192.0.2.1",
                     const std::vector<http::Field>& fields = {}) {
    http::Request request = GetOf(path, query);
    request.peer = peer;
    request.fields = fields;
    return ResponseTo(request, service_.get());
  }

  static std::string BodyOf(const http::Response& response) {
    EXPECT_TRUE(response.has_stream());
    return RestOf(response);
  }

  static std::string FieldOf(const http::Response& response, std::string_view name) {
    const std::string line = std::string(name) + ": ";
    const std::size_t begin = response.headers().find(line);
    if (begin == std::string_view::npos) return "";
    const std::string_view rest = response.headers().substr(begin + line.size());
    return std::string(rest.substr(0, rest.find('\r')));
  }

  records::Feed feed_{nullptr};  // It gets no requests.
  Inventories inventories_;
  WorkShares shares_{WorkLimits{.made_files = 2}};
  std::unique_ptr<Service> service_;
};

TEST_F(DownloadsTest, HoldEverythingInTheOrderAskedFor) {
  for (const std::string_view path : {kEntityFile, kSubEntityFile}) {
    const http::Response response = Ask(path, "sort=navn,ASC&navnMetodeForSoek=FORTLOEPENDE");
    EXPECT_EQ(response.status(), 200);
    EXPECT_EQ(FieldOf(response, "Register-Selection"), "");
    EXPECT_NE(FieldOf(response, "Content-Disposition").find("enheter_alle.json.gz"),
              std::string::npos);
    std::vector<std::uint32_t> wanted;
    for (std::uint32_t at = kCount; at-- > 0;) wanted.push_back(kFirst + at);
    EXPECT_EQ(NumbersIn(BodyOf(response)), wanted);
  }
}

TEST_F(DownloadsTest, PutEntitiesOnTwoSheetsInAnyOrder) {
  const http::Response response = Ask(kEntitySheet, "sort=konkurs,DESC&sort=navn");
  EXPECT_NE(FieldOf(response, "Content-Disposition").find("\"enheter_alle.xlsx\""),
            std::string::npos);
  const std::string body = BodyOf(response);
  const formats::ZipReader reader(body);
  EXPECT_NE(reader.Text("xl/workbook.xml").find("Enheter 2"), std::string::npos);
  const std::string rows = reader.Text("xl/worksheets/sheet1.xml");
  // The last of every third comes first, and the first of the others last.
  EXPECT_LT(rows.find(std::to_string(kFirst + kCount - 3)), rows.find(std::to_string(kFirst)));
  EXPECT_LT(rows.find(std::to_string(kFirst)), rows.find(std::to_string(kFirst + 1)));
}

// The nightly file has them in that order; here it does not exist.
TEST_F(DownloadsTest, AreTheNightlyFileInItsOrder) {
  for (const std::string_view query :
       {"", "navnMetodeForSoek=FORTLOEPENDE", "sort=organisasjonsnummer",
        "sort=organisasjonsnummer,ASC&sort=navn,DESC"}) {
    const http::Response response = Ask(kEntityFile, query);
    EXPECT_EQ(response.status(), 503) << query;
    EXPECT_NE(response.body().find("is being made"), std::string::npos) << query;
  }
}

TEST_F(DownloadsTest, ReportTruncatedLists) {
  struct Case {
    std::string_view query;
    std::size_t sent;
    std::string_view said;
  };
  constexpr Case kCases[] = {
      {"organisasjonsform=AS", 10'000, "cut; total=10050; sent=10000"},
      {"organisasjonsform=AS&sort=navn", 10'000, "cut; total=10050; sent=10000"},
      {"page=0", 10'000, "cut; total=10050; sent=10000"},
      {"size=10000", 10'000, "cut; total=10050; sent=10000"},
      {"size=7&page=3&sort=navn", 7, "cut; total=10050; sent=7"},
      {"konkurs=true", 3'350, ""},
      {"konkurs=true&size=3350", 3'350, ""},
      {"konkurs=true&size=3349", 3'349, "cut; total=3350; sent=3349"},
      {"konkurs=true&size=3349&page=1", 1, "cut; total=3350; sent=1"},
      {"navn=finnesikke", 0, ""},
  };
  for (const Case& example : kCases) {
    const http::Response response = Ask(kEntityFile, example.query);
    EXPECT_EQ(FieldOf(response, "Register-Selection"), example.said) << example.query;
    EXPECT_EQ(NumbersIn(BodyOf(response)).size(), example.sent) << example.query;
  }
}

TEST_F(DownloadsTest, ReportTheEndOfTheWindow) {
  const http::Response whole = Ask(kEntities, "size=10000");
  EXPECT_EQ(FieldOf(whole, "Register-Selection"), "cut; total=10050; sent=10000");
  const std::string body = BodyOf(whole);
  EXPECT_EQ(body.find("\"next\""), std::string::npos);
  EXPECT_NE(body.find("page=1&size=10000"), std::string::npos);  // The last page.
  const http::Response end = Ask(kEntities, "size=20&page=499");
  EXPECT_EQ(FieldOf(end, "Register-Selection"), "cut; total=10050; sent=20");
  EXPECT_EQ(end.body().find("\"next\""), std::string::npos);
  EXPECT_NE(end.body().find("page=502&size=20"), std::string::npos);
  const http::Response before = Ask(kEntities, "size=20&page=498");
  EXPECT_EQ(FieldOf(before, "Register-Selection"), "");
  EXPECT_NE(before.body().find("\"next\""), std::string::npos);
}

constexpr std::string_view kReordered = "sort=navn,DESC";

TEST_F(DownloadsTest, InAnotherOrderAreOneAnAddressAndTwoInAll) {
  http::Response first = Ask(kEntityFile, kReordered);
  EXPECT_EQ(first.status(), 200);
  for (const std::string_view path : {kEntityFile, kEntitySheet, kSubEntityFile}) {
    const http::Response refused = Ask(path, kReordered);
    EXPECT_EQ(refused.status(), 503);
    EXPECT_EQ(FieldOf(refused, "Retry-After"), "60");
    EXPECT_EQ(FieldOf(refused, "Content-Disposition"), "");
    EXPECT_FALSE(refused.has_stream());
  }
  http::Response second = Ask(kSubEntityFile, kReordered, "2001:db8:1:2::1");
  EXPECT_EQ(second.status(), 200);
  EXPECT_EQ(Ask(kEntityFile, kReordered, "192.0.2.3").status(), 503);
  // All other requests are answered.
  EXPECT_EQ(Ask(kEntityFile, "size=3&sort=navn").status(), 200);
  EXPECT_EQ(Ask(kEntities, "size=3&sort=navn").status(), 200);
  // One connection is closed; that frees its place, and no other.
  second.Clear();
  EXPECT_EQ(Ask(kEntityFile, kReordered).status(), 503);
  const http::Response third = Ask(kEntityFile, kReordered, "2001:db8:1:2::9");
  EXPECT_EQ(third.status(), 200);
  EXPECT_EQ(Ask(kEntityFile, kReordered, "2001:db8:1:2::1").status(), 503);
}

// With the last bytes the client has everything, and may request the next file at once.
TEST_F(DownloadsTest, InAnotherOrderGiveTheirPlaceBackWithTheirLastBytes) {
  std::vector<http::Response> responses;  // None is closed yet.
  for (int i = 0; i < 4; ++i) {
    responses.push_back(Ask(kEntityFile, kReordered));
    EXPECT_EQ(responses.back().status(), 200);
    EXPECT_EQ(NumbersIn(BodyOf(responses.back())).size(), kCount);
  }
}

TEST_F(DownloadsTest, CountTheClientsOfATrustedProxy) {
  const auto ask = [&](std::string_view peer, std::string_view client) {
    return Ask(kEntityFile, kReordered, peer, {{.name = "X-Forwarded-For", .value = client}});
  };
  const http::Response first = ask("10.0.0.1", "192.0.2.1");
  EXPECT_EQ(first.status(), 200);
  EXPECT_EQ(ask("10.0.0.1", "192.0.2.1").status(), 503);
  const http::Response second = ask("10.0.0.1", "192.0.2.2");
  EXPECT_EQ(second.status(), 200);
}

// Values that any client may write are not trusted.
TEST_F(DownloadsTest, CountOthersByTheirOwnAddress) {
  const auto ask = [&](std::string_view client) {
    return Ask(kEntityFile, kReordered, "192.0.2.9",
               {{.name = "X-Forwarded-For", .value = client}});
  };
  const http::Response first = ask("192.0.2.1");
  EXPECT_EQ(first.status(), 200);
  EXPECT_EQ(ask("192.0.2.2").status(), 503);
}

}  // namespace
}  // namespace orgreg::api
