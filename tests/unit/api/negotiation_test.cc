#include <gtest/gtest.h>

#include "api/accept.h"
#include "api/media_types.h"

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

TEST(Negotiate, ChoosesWhatTheClientWantsMost) {
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

TEST(Negotiate, RefusesWhatIsNotOffered) {
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
      // Malformed, so 0.
      {"text/turtle;q=abc", "none"},
      {"text/turtle;q=", "none"},
      {"text/turtle;q=-1", "none"},
      {"text/turtle;q=1x, application/xml;q=0.1", "application/xml"},
      {"text/turtle;q=0.5.5, */*;q=0.001", "application/json"},
      {"text/turtle;q=10", "none"},
      // More digits than there should be do no harm.
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
  for (const Resource resource :
       {Resource::kRoot, Resource::kEntity, Resource::kEntities, Resource::kSubEntity,
        Resource::kSubEntities, Resource::kForms, Resource::kMunicipalities,
        Resource::kEntityUpdates, Resource::kSubEntityUpdates, Resource::kRoleUpdates,
        Resource::kStatements, Resource::kStatementLog, Resource::kDocumentList,
        Resource::kDocument, Resource::kStatistics, Resource::kVersionNotes}) {
    EXPECT_FALSE(OffersOf(resource).empty());
  }
}

}  // namespace
}  // namespace orgreg::api
