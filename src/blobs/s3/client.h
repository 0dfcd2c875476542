// SPDX-License-Identifier: EUPL-1.2

// Asks an object store with the interface of S3: signs each request, and tries again, a few times
// and with growing pauses, where the store is overloaded or the network fails. What it refuses is
// asked once. A key is read for each request, so a changed file counts at once.
//
// All errors say what to do and name neither a key nor what the store says in its own words.
// Safe from any thread; the calling thread waits.

#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "blobs/s3/address.h"
#include "blobs/s3/credentials.h"
#include "blobs/s3/presence.h"
#include "blobs/s3/signature.h"
#include "http/client/get.h"
#include "http/client/url.h"

namespace orgreg::blobs {

struct S3Place {
  S3Address address = {};
  http::Url endpoint = {};
  std::string region = {};
  std::string credentials = {};  // a file
  std::string ca_file = {};      // empty: the authorities of the system
};

// How long a store is waited for.
struct S3Pace {
  int tries = 4;
  std::chrono::milliseconds first_pause{250};  // doubled each time, and a random part of it more
  std::chrono::milliseconds answer{8000};      // to the head of an answer
  std::chrono::milliseconds piece{8000};       // for each piece of a body
  std::chrono::milliseconds budget{10'000};    // After it, no further try begins.
};

struct S3Request {
  std::string method = "GET";
  std::string key = {};  // in the bucket, which is meant if it is empty
  QueryPairs query = {};
  std::vector<http::GetField> fields = {};
  // Of PUT: what is sent, from its beginning for each try, and its SHA-256.
  std::function<base::Result<http::Sending>()> sending = {};
  std::string body_sha256 = {};
  // Of GET: who takes the body of a 200, from its beginning for each try.
  std::function<http::BodyTaker()> taker = {};
};

class S3Client {
 public:
  explicit S3Client(S3Place place, const S3Pace& pace = {})
      : place_(std::move(place)), pace_(pace) {}

  // The answer of any status, unless the last try still found the store overloaded (429, 5xx) or
  // did not reach it: kUnavailable. Errors of the file of keys are kUnavailable too; those of who
  // sends or takes a body are handed on.
  base::Result<http::GetAnswer> Ask(const S3Request& request);

  // The error in an answer that is none of those that the caller knows.
  base::Error Refusal(const http::GetAnswer& answer) const;

  const S3Place& place() const { return place_; }

 private:
  base::Result<http::GetAnswer> Try(const S3Request& request, const S3Credentials& key) const;
  http::GetRequest Sign(const S3Request& request, const S3Credentials& key) const;
  bool Pause(int tries, std::chrono::steady_clock::time_point begin) const;

  const S3Place place_;
  const S3Pace pace_;
  Presence presence_;
};

}  // namespace orgreg::blobs
