// SPDX-License-Identifier: EUPL-1.2

// A Router finds the row of a route table that a request belongs to, by path and method.
// It is built once from the table and constant afterwards, so any number of threads may ask it.
// Asking allocates nothing, and takes time by the length of the path, not of the table.
//
// Patterns are compared segment by segment, to the byte: "/enheter/{number}" matches any one
// segment in place of {number}, but not an empty one. A literal segment wins over a capture.
// "/a" and "/a/" are different paths. No segment is ever normalised: "." and ".." are
// segments like any other.

#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "http/message/method.h"

namespace orgreg::http {

struct Route {
  MethodSet methods = {};
  std::string_view pattern = {};  // begins with '/'
  int id = 0;                     // the table's own name of the row, at least 0
};

inline constexpr std::size_t kMaxCaptures = 4;

struct RouteMatch {
  static constexpr int kNone = -1;

  // The row's id; kNone where no row has both path and method.
  int id = kNone;
  // The methods of all rows with that path: empty where the path is unknown, otherwise
  // what an Allow field lists.
  MethodSet allowed = {};
  // The texts in place of the captures, in order; they point into the path.
  std::array<std::string_view, kMaxCaptures> captures = {};
  std::size_t capture_count = 0;

  bool path_known() const { return !allowed.empty(); }
};

class Router {
 public:
  // Rows with the same pattern and method, or with too many captures, are mistakes in the program.
  explicit Router(std::span<const Route> routes);

  // `path` is decoded; an empty one (see Request::path) matches nothing.
  RouteMatch Find(Method method, std::string_view path) const;

 private:
  struct End {
    MethodSet methods = {};
    int id = 0;
  };
  // A place in the tree of segments. Children are few, so they are searched one by one.
  struct Node {
    std::string segment = {};
    bool is_capture = false;
    std::vector<Node> children = {};  // literals before the capture
    std::vector<End> ends = {};       // rows whose pattern ends here
  };

  static Node* ChildOf(Node* node, std::string_view segment);
  static bool Descend(const Node& node, std::string_view rest, Method method, RouteMatch* match);

  Node root_;
};

}  // namespace orgreg::http
