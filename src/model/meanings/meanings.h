// SPDX-License-Identifier: EUPL-1.2

// The meanings of the members of all bodies: a sentence in English and one in Norwegian (Bokmål),
// for documents that describe the interface. The sentences are in the table meanings.tsv, which is
// part of the program. The first query reads it; a server without such queries never does.
// Constants; safe from any thread.

#pragma once

#include <span>
#include <string_view>

namespace orgreg::model {

// A line of the table. Bodies have the names in the rows of routes ("EntityPage"), or are shared
// parts of these ("Address").
struct Meaning {
  std::string_view body = {};
  // "page.totalPages"; objects and elements of lists have the same form. Empty: the body as a
  // whole.
  std::string_view path = {};
  std::string_view english = {};
  std::string_view norwegian = {};
  // The body that has the members of this object, or of each element of this list, except those
  // with a line of their own. Empty: all have one.
  std::string_view members = {};
  // The value of a member, or of a body that is a list, if no row of a schema says it: "text",
  // "time", "whole", "flag", "texts", "list" (of objects) or "any"; or the only texts that it may
  // be, with | between; and "!" after it if every answer has the member. Empty: a row says it, or
  // it is an object.
  std::string_view form = {};
};

// In order of body, then path.
std::span<const Meaning> Meanings();

// Null if the path or the body is unknown.
const Meaning* FindMeaning(std::string_view body, std::string_view path);

}  // namespace orgreg::model
