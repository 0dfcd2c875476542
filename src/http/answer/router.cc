// SPDX-License-Identifier: EUPL-1.2

#include "http/answer/router.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace orgreg::http {
namespace {

// The first segment of "/a/b" is "a"; what is left is "/b", or nothing after the last.
std::string_view TakeSegment(std::string_view* rest) {
  rest->remove_prefix(1);
  const std::size_t end = std::min(rest->find('/'), rest->size());
  const std::string_view segment = rest->substr(0, end);
  rest->remove_prefix(end);
  return segment;
}

bool IsCapture(std::string_view segment) {
  return segment.size() > 2 && segment.front() == '{' && segment.back() == '}';
}

}  // namespace

Router::Router(std::span<const Route> routes) {
  for (const Route& route : routes) {
    assert(route.pattern.starts_with('/') && route.id >= 0 && !route.methods.empty());
    Node* node = &root_;
    std::size_t captures = 0;
    for (std::string_view rest = route.pattern; !rest.empty();) {
      node = ChildOf(node, TakeSegment(&rest));
      if (node->is_capture) ++captures;
    }
    assert(captures <= kMaxCaptures);
    node->ends.push_back({.methods = route.methods, .id = route.id});
  }
}

// Returns the child of that name, and makes it if necessary. All captures of a place are one child.
Router::Node* Router::ChildOf(Node* node, std::string_view segment) {
  const bool capture = IsCapture(segment);
  auto& children = node->children;
  const auto found = std::find_if(children.begin(), children.end(), [&](const Node& child) {
    return capture ? child.is_capture : !child.is_capture && child.segment == segment;
  });
  if (found != children.end()) return &*found;
  Node child;
  child.segment = segment;
  child.is_capture = capture;
  return &*children.insert(capture ? children.end() : children.begin(), std::move(child));
}

RouteMatch Router::Find(Method method, std::string_view path) const {
  RouteMatch match;
  if (!path.starts_with('/') || !Descend(root_, path, method, &match)) match.capture_count = 0;
  return match;
}

// True once a row's path is found. Recurses as deep as the longest pattern.
bool Router::Descend(const Node& node, std::string_view rest, Method method, RouteMatch* match) {
  if (rest.empty()) {
    for (const End& end : node.ends) {
      match->allowed = match->allowed | end.methods;
      if (end.methods.Has(method)) match->id = end.id;
    }
    return !node.ends.empty();
  }
  const std::string_view segment = TakeSegment(&rest);
  for (const Node& child : node.children) {
    if (!child.is_capture) {
      if (child.segment == segment && Descend(child, rest, method, match)) return true;
    } else if (!segment.empty()) {
      match->captures[match->capture_count++] = segment;
      if (Descend(child, rest, method, match)) return true;
      --match->capture_count;
    }
  }
  return false;
}

}  // namespace orgreg::http
