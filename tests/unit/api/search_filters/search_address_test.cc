// SPDX-License-Identifier: EUPL-1.2

#include "api/search_filters/search_address.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "http/message/query.h"
#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

SearchAddress AddressOf(std::string_view text) {
  http::Query query;
  query.Parse(text);
  return SearchAddress::Of(query,
                           search::SearchTable(model::Kind::kEntity, search::Purpose::kPage));
}

TEST(SearchAddress, KeepsTheOrderAndTheValues) {
  for (const std::string text :
       {"navn=fjell", "navn=fjell&size=50&organisasjonsform=AS,ENK", "sort=navn,asc", ""})
    EXPECT_EQ(AddressOf(text).ToQuery(), text);
}

TEST(SearchAddress, LeavesOutWhatHasNoValue) {
  EXPECT_EQ(AddressOf("navn=&organisasjonsform=AS&konkurs&sort=").ToQuery(),
            "organisasjonsform=AS");
  EXPECT_EQ(AddressOf("navn=%FF&size=5").ToQuery(), "size=5");
}

TEST(SearchAddress, JoinsTheValuesOfAListAndOfNothingElse) {
  EXPECT_EQ(AddressOf("organisasjonsform=AS&size=5&organisasjonsform=ENK").ToQuery(),
            "organisasjonsform=AS,ENK&size=5");
  EXPECT_EQ(AddressOf("navn=a&navn=b").ToQuery(), "navn=a&navn=b");
}

TEST(SearchAddress, LeavesOutUnknownNames) {
  EXPECT_EQ(AddressOf("fbclid=a&navn=b&unknown=c").ToQuery(), "navn=b");
}

TEST(SearchAddress, ChangesEachPartInItsPlace) {
  const auto change = [](const AddressPart& part) {
    return part.name == "size" ? std::string() : part.value + "x";
  };
  EXPECT_EQ(AddressOf("navn=a&size=5&page=1").Changed(change).ToQuery(), "navn=ax&page=1x");
}

TEST(SearchAddress, EncodesWhatAnAddressMayNotHave) {
  EXPECT_EQ(AddressOf("navn=a%26b%3Dc+%22%3C%2F%3A%C3%A5").ToQuery(),
            "navn=a%26b%3Dc%20%22%3C%2F%3A%C3%A5");
}

TEST(SearchAddress, RemovesOneValueOfAList) {
  const SearchAddress address = AddressOf("navn=a&organisasjonsform=AS,ENK, NUF");
  EXPECT_EQ(address.WithoutItem("organisasjonsform", "ENK").ToQuery(),
            "navn=a&organisasjonsform=AS,NUF");
  EXPECT_EQ(address.WithoutItem("organisasjonsform", "NUF").ToQuery(),
            "navn=a&organisasjonsform=AS,ENK");
  EXPECT_EQ(address.WithoutItem("organisasjonsform", "E").ToQuery(),
            "navn=a&organisasjonsform=AS,ENK,NUF");
  EXPECT_EQ(
      AddressOf("organisasjonsform=AS&size=5").WithoutItem("organisasjonsform", "AS").ToQuery(),
      "size=5");
  EXPECT_EQ(AddressOf("size=5").WithoutItem("organisasjonsform", "AS").ToQuery(), "size=5");
}

TEST(SearchAddress, AddsAValueOnce) {
  EXPECT_EQ(AddressOf("size=5").WithItem("organisasjonsform", "AS").ToQuery(),
            "size=5&organisasjonsform=AS");
  const SearchAddress address = AddressOf("organisasjonsform=AS&size=5");
  EXPECT_EQ(address.WithItem("organisasjonsform", "ENK").ToQuery(),
            "organisasjonsform=AS,ENK&size=5");
  EXPECT_EQ(address.WithItem("organisasjonsform", "AS").ToQuery(), address.ToQuery());
}

TEST(SearchAddress, ReplacesAValueWhereItStands) {
  const SearchAddress address = AddressOf("page=1&navn=a&page=2");
  EXPECT_EQ(address.With("page", "3").ToQuery(), "page=3&navn=a");
  EXPECT_EQ(address.With("page", "").ToQuery(), "navn=a");
  EXPECT_EQ(address.With("size", "50").ToQuery(), "page=1&navn=a&page=2&size=50");
}

TEST(SearchAddress, IsALink) {
  EXPECT_EQ(AddressOf("navn=a").ToLink("entities"), "entities?navn=a");
  EXPECT_EQ(AddressOf("navn=").ToLink("entities"), "entities");
}

TEST(SearchAddress, FindsValues) {
  const SearchAddress address = AddressOf("organisasjonsform=AS,ENK");
  EXPECT_TRUE(address.HasItem("organisasjonsform", "ENK"));
  EXPECT_FALSE(address.HasItem("organisasjonsform", "EN"));
  EXPECT_FALSE(address.HasItem("navn", ""));
  EXPECT_EQ(address.ValueOf("navn"), "");
}

}  // namespace
}  // namespace orgreg::api
