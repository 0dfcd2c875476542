// SPDX-License-Identifier: EUPL-1.2

// Gives replicas of the register what they need (docs/replica.md): steps, copies of documents, and
// the segments of this build of the program, so that a replica need not make its own. A handler of
// its own for a listener of its own: a replica has sealed numbers, and statements that are not
// public, so none of this is on the public port.
//
// Its functions are called from many threads.

#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "api/origin/origin.h"
#include "http/answer/router.h"
#include "http/message/handler.h"
#include "model/kind.h"
#include "records/documents/folder.h"
#include "records/replica_feed.h"

namespace orgreg::api {

// The version of the interface is the second segment of each path.
inline constexpr std::string_view kReplicaPath = "/replica/1";

struct ReplicaSettings {
  // The bearer token of replicas; empty: every client that reaches the listener may read.
  std::string token = {};
  // Decides who may send the token over plain HTTP.
  OriginFinder origins = {};
  records::DocumentFolder documents = records::DocumentFolder::At("");
  // The path of the segment of a kind.
  std::function<std::string(model::Kind)> segment = {};
  std::stop_token stop = {};  // Streams end at it.
};

class ReplicaService final : public http::Handler {
 public:
  ReplicaService(records::ReplicaSource source, ReplicaSettings settings);

  bool AdmitBody(const http::Request& head, http::Response* response) override;
  http::Placement Handle(const http::Request& request, http::Response* response) override;
  void HandleFault(http::Fault fault, http::Response* response) override;

  // The number of replicas that follow now.
  std::size_t streams() const { return streams_; }

 private:
  bool Admit(const http::Request& request, const http::RouteMatch& match,
             http::Response* response) const;
  bool AnswerSteps(const http::RouteMatch& match, http::Response* response);
  bool AnswerDocument(const http::RouteMatch& match, http::Response* response) const;
  bool AnswerSegment(const http::RouteMatch& match, http::Response* response) const;

  records::ReplicaSource source_;
  ReplicaSettings settings_;
  http::Router router_;
  std::atomic<std::size_t> streams_ = 0;
};

}  // namespace orgreg::api
