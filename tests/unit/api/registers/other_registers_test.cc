// SPDX-License-Identifier: EUPL-1.2

// The registers next to the entity register in cases that a wire test does not reach: more entries
// than one reading takes. tests/wire/{voluntary,parties,cadastral} have the rest.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "api/interface/publication.h"
#include "api/service.h"
#include "model/registers/voluntary.h"
#include "records/readers/cadastral_record.h"
#include "render/cadastral_json.h"
#include "render/voluntary_json.h"
#include "unit/api/asking.h"

namespace orgreg::api {
namespace {

using model::Kind;
using model::State;

// More than any of the responses reads at once.
constexpr std::uint32_t kCount = 1000;
constexpr std::uint32_t kFirst = 312'000'000;

// Every seventh organisation is removed from publication.
bool IsRemovedHere(std::uint32_t at) { return at % 7 == 0; }
// All non-profits are struck off, except one in three hundred.
bool IsListedHere(std::uint32_t at) { return at % 300 == 5; }

struct Made {
  render::RecordColumns columns = {};
  State state = State::kLive;
  std::vector<std::uint64_t> keys = {};
};

search::Layers LayersOf(Kind kind, const std::function<Made(std::uint32_t)>& make) {
  search::SegmentBuilder builder(kind, "");
  for (std::uint32_t at = 0; at < kCount; ++at) {
    const Made made = make(at);
    builder.Add(search::IndexedRecord{.number = base::OrgNumber(kFirst + at),
                                      .state = made.state,
                                      .columns = {kind, made.columns},
                                      .keys = made.keys});
  }
  auto segment = std::move(builder).Build({});
  EXPECT_TRUE(segment);
  return search::LayUpon({}, *segment);
}

search::Layers Entities() {
  search::SegmentBuilder builder(Kind::kEntity, "");
  for (std::uint32_t at = 0; at < kCount; ++at) {
    model::Unit unit{.number = base::OrgNumber(kFirst + at), .name = "N" + std::to_string(at)};
    unit.form.code = "FLI";
    if (IsRemovedHere(at)) unit.state = State::kRemoved;
    builder.Add(unit);
  }
  auto segment = std::move(builder).Build({});
  EXPECT_TRUE(segment);
  return search::LayUpon({}, *segment);
}

Made VoluntaryAt(std::uint32_t at) {
  model::Voluntary record{.number = base::OrgNumber(kFirst + at)};
  if (!IsListedHere(at)) record.struck_off_on = base::Date::FromDays(0);
  Made made;
  render::AppendVoluntaryColumns(record, &made.columns);
  return made;
}

Made PartyAt(std::uint32_t at) {
  return {.columns = {.cells = "\"" + std::to_string(at) + "\"\n"}};
}

// All own the one property; the others only share its key.
constexpr std::uint64_t kProperty = 4711;
Made CadastralAt(std::uint32_t at) {
  const std::uint64_t id = at % 2 == 0 ? kProperty : kProperty + 1;
  Made made;
  render::AppendKeptCadastralUnits({.number = base::OrgNumber(kFirst + at), .units = {{.id = id}}},
                                   &made.columns.cadastral_units);
  made.keys = {records::CadastralKey(kProperty)};
  return made;
}

class OtherRegistersTest : public ::testing::Test {
 protected:
  void SetUp() override {
    search::Catalog::LayersByKind layers;
    layers[IndexOf(Kind::kEntity)] = Entities();
    layers[IndexOf(Kind::kVoluntary)] = LayersOf(Kind::kVoluntary, VoluntaryAt);
    layers[IndexOf(Kind::kParty)] = LayersOf(Kind::kParty, PartyAt);
    layers[IndexOf(Kind::kCadastral)] = LayersOf(Kind::kCadastral, CadastralAt);
    catalog_ = std::make_shared<const search::Catalog>(std::move(layers), search::Catalog::State());
    auto made = Service::Make({}, {.feed = &feed_, .inventories = &inventories_}, catalog_);
    ASSERT_TRUE(made);
    service_ = std::move(made).value();
  }

  // The whole body.
  std::string Ask(std::string_view path, std::string_view query = "") {
    const http::Response response = ResponseTo(GetOf(path, query), service_.get());
    EXPECT_EQ(response.status(), 200);
    return response.has_stream() ? RestOf(response) : response.body();
  }

  records::Feed feed_{nullptr};  // It gets no requests.
  Inventories inventories_;
  std::shared_ptr<const search::Catalog> catalog_;
  std::unique_ptr<Service> service_;
};

// How many numbers below kCount fit.
template <typename Fits>
std::ptrdiff_t CountOf(Fits fits) {
  std::ptrdiff_t count = 0;
  for (std::uint32_t at = 0; at < kCount; ++at) count += fits(at) ? 1 : 0;
  return count;
}

TEST_F(OtherRegistersTest, PartiesAreAllInTheFileInOrder) {
  const std::string body = Ask("/partiregisteret/api/lastned/csv");
  std::string expected = body.substr(0, body.find('\n') + 1);
  for (std::uint32_t at = 0; at < kCount; ++at) {
    if (!IsRemovedHere(at)) expected += PartyAt(at).columns.cells;
  }
  EXPECT_EQ(body, expected);
}

TEST_F(OtherRegistersTest, NonProfitsThatAreListedAreAllInTheFile) {
  const std::string body =
      Ask("/frivillighetsregisteret/api/frivillige-organisasjoner/totalbestand/csv");
  const auto is_shown = [](std::uint32_t at) { return IsListedHere(at) && !IsRemovedHere(at); };
  EXPECT_EQ(std::ranges::count(body, '\n'), CountOf(is_shown) + 1);
}

TEST_F(OtherRegistersTest, AListGoesOnBehindAllThatIsNotShown) {
  const std::string_view path = "/frivillighetsregisteret/api/frivillige-organisasjoner";
  // 5 is listed; 305 too; 605; 905. None of these is divisible by 7.
  const std::string first = Ask(path, "size=1");
  EXPECT_NE(first.find("\"312000005\""), std::string::npos);
  EXPECT_NE(first.find("searchAfter=312000005&size=1"), std::string::npos);
  const std::string second = Ask(path, "searchAfter=312000005&size=1");
  EXPECT_NE(second.find("\"312000305\""), std::string::npos);
  EXPECT_EQ(second.find("\"312000005\""), std::string::npos);
  const std::string last = Ask(path, "searchAfter=312000605&size=1");
  EXPECT_NE(last.find("\"312000905\""), std::string::npos);
  EXPECT_EQ(last.find("next"), std::string::npos);
}

TEST_F(OtherRegistersTest, AllOwnersOfAUnitAreFoundAndNoneByAKeyAlone) {
  const std::string body = Ask("/enhetsregisteret/api/matrikkelenhet", "matrikkelenhetid=4711");
  const auto is_shown = [](std::uint32_t at) { return at % 2 == 0 && !IsRemovedHere(at); };
  EXPECT_EQ(std::ranges::count(body, '{'), CountOf(is_shown));
  EXPECT_EQ(body.find("4712"), std::string::npos);
  EXPECT_EQ(Ask("/enhetsregisteret/api/matrikkelenhet", "matrikkelenhetid=4712"), "[]");
}

TEST_F(OtherRegistersTest, ARemovedOrganisationDiffersFromAnUnknownOne) {
  EXPECT_TRUE(*IsRemoved(*catalog_, base::OrgNumber(kFirst)));
  EXPECT_FALSE(*IsRemoved(*catalog_, base::OrgNumber(kFirst + 1)));
  EXPECT_FALSE(*IsRemoved(*catalog_, base::OrgNumber(kFirst + kCount)));
}

}  // namespace
}  // namespace orgreg::api
