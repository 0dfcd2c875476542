// SPDX-License-Identifier: EUPL-1.2

#include <gtest/gtest.h>

#include <vector>

#include "api/answers/accept.h"
#include "api/answers/media_types.h"

namespace orgreg::api {
namespace {

std::string Chosen(Resource resource, std::string_view accept) {
  const http::Field fields[] = {{.name = "accept", .value = accept}};
  http::Request request;
  if (!accept.empty()) request.fields = fields;
  const Offer* const offer = Negotiate(resource, request);
  return offer == nullptr ? "none" : offer->type;
}

struct Case {
  std::string_view accept;
  std::string_view chosen;
};

TEST(Negotiate, ChoosesTheMostWantedType) {
  const Case cases[] = {
      {"", "application/json"},
      {"*/*", "application/json"},
      {"application/*", "application/json"},
      {"application/hal+json", "application/hal+json"},
      {"Application/JSON; charset=utf-8", "application/json"},
      {"application/vnd.reg.enhetsregisteret.enhet.v2+json",
       "application/vnd.reg.enhetsregisteret.enhet.v2+json"},
      {"application/vnd.brreg.enhetsregisteret.enhet.v2+json;charset=UTF-8",
       "application/vnd.brreg.enhetsregisteret.enhet.v2+json"},
      {"application/vnd.brreg.enhetsregisteret.enhet.v1+json",
       "application/vnd.brreg.enhetsregisteret.enhet.v1+json"},
      {"application/hal+json;q=0.5, application/json;q=0.4", "application/hal+json"},
      {"application/json;q=0, */*", "application/hal+json"},
      {"application/vnd.reg.enhetsregisteret.enhet.v1+json;q=0.9, application/json;q=1.0",
       "application/json"},
      {"application/vnd.reg.enhetsregisteret.enhet.v1+json, application/json",
       "application/vnd.reg.enhetsregisteret.enhet.v1+json"},
      {"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json"},
      {"text/html, application/json;q=0.001", "application/json"},
  };
  for (const Case& example : cases)
    EXPECT_EQ(Chosen(Resource::kEntity, example.accept), example.chosen) << example.accept;
}

TEST(Negotiate, PacksTheFileOfRolesAsItIsAskedFor) {
  for (const std::string_view anything : {"", "*/*", "application/*", "application/gzip"}) {
    EXPECT_EQ(Chosen(Resource::kRoleFile, anything), kGzipFile) << anything;
  }
  EXPECT_EQ(Chosen(Resource::kRoleFile, "application/zip"), kZipFile);
  EXPECT_EQ(Chosen(Resource::kRoleFile, "application/gzip;q=0.5, application/zip"), kZipFile);
  EXPECT_EQ(Chosen(Resource::kRoleFile, "application/json"), "none");
  EXPECT_EQ(Chosen(Resource::kAuthorisedRoleFile, "*/*"), kGzipFile);
  EXPECT_EQ(Chosen(Resource::kAuthorisedRoleFile, "application/zip"), kZipFile);
}

// Published programs ask for the file of roles in this way.
TEST(Negotiate, KnowsTheVendorTypesOfTheFileOfRoles) {
  for (const Resource resource : {Resource::kRoleFile, Resource::kAuthorisedRoleFile}) {
    for (const char* type : {"application/vnd.brreg.enhetsregisteret.rolle.v1+gzip",
                             "application/vnd.reg.enhetsregisteret.rolle.v1+gzip",
                             "application/vnd.brreg.enhetsregisteret.rolleoversikt.v2+gzip",
                             "application/vnd.reg.enhetsregisteret.rolleoversikt.v2+gzip"}) {
      EXPECT_EQ(Chosen(resource, type), type);
      EXPECT_EQ(Chosen(resource, std::string(type) + ";charset=UTF-8"), type);
    }
    for (const char* type : {"application/vnd.brreg.enhetsregisteret.rolle.v2+gzip",
                             "application/vnd.brreg.enhetsregisteret.rolleoversikt.v1+gzip",
                             "application/vnd.brreg.enhetsregisteret.rolle.v1+json",
                             "application/vnd.brreg.enhetsregisteret.rolle.v1+zip"}) {
      EXPECT_EQ(Chosen(resource, type), "none") << type;
    }
  }
}

// A media type that names a file's content or just its bytes gets the default file.
TEST(Negotiate, TakesOtherNamesOfAFile) {
  struct Named {
    Resource resource;
    std::vector<std::string_view> taken;
    std::vector<std::string_view> not_taken;
  };
  const Named cases[] = {
      {Resource::kEntityFile, {"application/json"}, {"text/csv"}},
      {Resource::kSubEntityFile, {"application/json"}, {"text/csv"}},
      {Resource::kEntityCsvFile, {"text/csv", "text/*"}, {"application/json"}},
      {Resource::kSubEntityCsvFile, {"text/csv"}, {"application/json"}},
      {Resource::kEntitySheet, {}, {"application/json", "text/csv"}},
      {Resource::kSubEntitySheet, {}, {"application/json", "text/csv"}},
      {Resource::kRegisterCsv, {"text/csv"}, {"application/json"}},
  };
  for (const Named& example : cases) {
    const std::string wanted = Chosen(example.resource, "*/*");
    EXPECT_EQ(Chosen(example.resource, "application/octet-stream"), wanted);
    for (const std::string_view type : example.taken) {
      EXPECT_EQ(Chosen(example.resource, type), wanted) << type;
      EXPECT_EQ(Chosen(example.resource, std::string(type) + ", text/plain;q=0.1, */*;q=0.1"),
                wanted);
    }
    for (const std::string_view type : example.not_taken) {
      EXPECT_EQ(Chosen(example.resource, type), "none") << type;
    }
  }
  // The more wanted type is sent.
  EXPECT_EQ(Chosen(Resource::kEntityFile, "application/json;q=0.5, application/gzip"), kGzipFile);
  EXPECT_EQ(Chosen(Resource::kEntityFile, "application/json;q=0"), "none");
}

// Java's HttpURLConnection sends this if a program sets nothing.
TEST(Negotiate, GivesJavasDefaultTheSameAsAnything) {
  constexpr std::string_view kJava = "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2";
  for (int index = 0; index <= static_cast<int>(Resource::kVersionNotes); ++index) {
    const auto resource = static_cast<Resource>(index);
    EXPECT_EQ(Chosen(resource, kJava), OffersOf(resource).front().type);
    EXPECT_EQ(Chosen(resource, "*"), OffersOf(resource).front().type);
  }
}

// Spec, Versioning: the media types of the feeds.
TEST(Negotiate, KnowsTheTypesOfTheFeeds) {
  for (const char* type : {"application/vnd.reg.enhetsregisteret.oppdatering.enhet.v1+json",
                           "application/vnd.brreg.enhetsregisteret.oppdatering.enhet.v1+json",
                           "application/json", "application/hal+json"}) {
    EXPECT_EQ(Chosen(Resource::kEntityUpdates, type), type);
  }
  EXPECT_EQ(Chosen(Resource::kSubEntityUpdates,
                   "application/vnd.reg.enhetsregisteret.oppdatering.underenhet.v1+json"),
            "application/vnd.reg.enhetsregisteret.oppdatering.underenhet.v1+json");
  for (const char* type : {"application/vnd.reg.enhetsregisteret.oppdatering.underenhet.v1+json",
                           "application/vnd.reg.enhetsregisteret.oppdatering.enhet.v2+json",
                           "application/vnd.reg.enhetsregisteret.enhet.v2+json"}) {
    EXPECT_EQ(Chosen(Resource::kEntityUpdates, type), "none") << type;
  }
  for (const char* accept : {"", "*/*", "application/*", "application/cloudevents-batch+json"})
    EXPECT_EQ(Chosen(Resource::kRoleUpdates, accept), "application/cloudevents-batch+json");
  EXPECT_EQ(Chosen(Resource::kRoleUpdates, "application/json"), "application/json");
  EXPECT_EQ(Chosen(Resource::kRoleUpdates, "application/hal+json"), "none");
  EXPECT_EQ(Chosen(Resource::kVersionNotes, "*/*"), "text/plain;charset=UTF-8");
}

TEST(Negotiate, RefusesTypesThatAreNotOffered) {
  for (const char* accept :
       {"text/html", "application/xml", "application/json;q=0", "*/*;q=0", "text/*",
        "application/vnd.other.enhetsregisteret.enhet.v2+json",
        "application/vnd.reg.enhetsregisteret.enhet.v3+json",
        "application/vnd.reg.enhetsregisteret.underenhet.v2+json", "json", ";q=1x"}) {
    EXPECT_EQ(Chosen(Resource::kEntity, accept),
              std::string(accept) == ";q=1x" ? "application/json" : "none")
        << accept;
  }
  // Spec, Versioning, 3: version 1 is gone from searches.
  EXPECT_EQ(Chosen(Resource::kEntities, "application/vnd.reg.enhetsregisteret.enhet.v1+json"),
            "none");
}

// Spec, Endpoints: the six forms of statements.
TEST(Negotiate, KnowsTheTypesOfStatements) {
  for (const std::string_view type : kStatementTypes) {
    EXPECT_EQ(Chosen(Resource::kStatements, type), type);
  }
  const Case cases[] = {
      {"", "application/json"},
      {"*/*", "application/json"},
      {"application/*;q=0.5, text/turtle;q=0.4", "application/json"},
      {"application/rdf+xml;q=0.5, text/*;q=0.6", "text/turtle"},
      {"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/xml"},
      {"application/ld+json;profile=x", "application/ld+json"},
      {"text/csv", "none"},
      {"application/pdf", "none"},
      {"application/json;q=0", "none"},
      {"application/rdf", "none"},
      {"text/turtle, application/ld+json", "text/turtle"},
      // Not a number, so it counts as 1.
      {"text/turtle;q=abc, application/xml;q=0.9", "text/turtle"},
      {"text/turtle;q=, application/xml;q=0.9", "text/turtle"},
      {"text/turtle;q=., application/xml;q=0.9", "text/turtle"},
      {"text/turtle;q=-, application/xml;q=0.9", "text/turtle"},
      {"text/turtle;q=1x, application/xml;q=0.9", "text/turtle"},
      {"text/turtle;q=0.5.5, */*;q=0.9", "text/turtle"},
      {"text/turtle;q=\"0.1\", application/xml;q=0.9", "text/turtle"},
      // A number that is out of bounds counts as the bound.
      {"text/turtle;q=-1", "none"},
      {"text/turtle;q=-.5", "none"},
      {"text/turtle;q=10, application/xml;q=0.9", "text/turtle"},
      {"text/turtle;q=99999999999999999999, application/xml;q=0.9", "text/turtle"},
      // No digit before the point, or after it.
      {"text/turtle;q=.2, application/xml;q=.3", "application/xml"},
      {"text/turtle;q=.2, application/xml;q=0.1", "text/turtle"},
      {"text/turtle;q=.0", "none"},
      {"text/turtle;q=0.", "none"},
      {"text/turtle;q=00.9, application/xml;q=.8", "text/turtle"},
      // Extra digits do no harm.
      {"text/turtle;q=0.99999, application/xml;q=0.998", "text/turtle"},
      {"text/turtle;q=1.9", "text/turtle"},
      {"text/turtle;q=1.", "text/turtle"},
  };
  for (const Case& example : cases)
    EXPECT_EQ(Chosen(Resource::kStatements, example.accept), example.chosen) << example.accept;
}

TEST(Negotiate, SendsDocumentsAsBytesUnlessTheyAreAskedForByName) {
  EXPECT_EQ(Chosen(Resource::kDocument, "*/*"), "application/octet-stream");
  EXPECT_EQ(Chosen(Resource::kDocument, "application/pdf, */*;q=0.1"), "application/pdf");
  EXPECT_EQ(Chosen(Resource::kDocument, "image/tiff"), "none");
}

bool Gzip(std::string_view value) {
  const http::Field fields[] = {{.name = "Accept-Encoding", .value = value}};
  http::Request request;
  request.fields = fields;
  return AcceptsGzip(request);
}

TEST(AcceptsGzip, FollowsQualities) {
  for (const char* value : {"gzip", "GZIP", "br, gzip;q=0.5", "*", "deflate, *;q=0.1", "x-gzip"})
    EXPECT_TRUE(Gzip(value)) << value;
  for (const char* value : {"", "br", "gzip;q=0", "identity", "*;q=0", "gzip;q=0.000, *", "gzipped",
                            "identity, gzip;q=0.5"})
    EXPECT_FALSE(Gzip(value)) << value;
}

TEST(OffersOf, EveryResourceOffersSomething) {
  for (int index = 0; index <= static_cast<int>(Resource::kVersionNotes); ++index) {
    const auto offers = OffersOf(static_cast<Resource>(index));
    ASSERT_FALSE(offers.empty()) << index;
    EXPECT_FALSE(offers.front().as_first);
  }
}

}  // namespace
}  // namespace orgreg::api
