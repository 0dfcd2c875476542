// SPDX-License-Identifier: EUPL-1.2

// The rows of the schemas of src/model for the members of bodies, found by the line of meanings.tsv
// that describes a member. A body of the interface with a schema is a row of the table in
// body_rows.cc. Built at first use and never changed; safe from any thread.

#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/meanings/meanings.h"
#include "model/schema/schema.h"

namespace orgreg::api {

class BodyRows {
 public:
  static const BodyRows& Get();

  // Every row that has this meaning, in any body; empty if it is of no schema.
  const std::vector<const model::Row*>& Of(const model::Meaning& meaning) const;

  // The rows of a body that has a schema of its own, by path; null if it has none.
  using ByPath = std::map<std::string, const model::Row*, std::less<>>;
  const ByPath* OwnOf(std::string_view body) const;

  // The form in which answers have the body.
  static model::Form FormOf(std::string_view body);

 private:
  BodyRows();
  void Add(std::string_view body, ByPath* own, const std::string& before,
           const model::Schema& schema);
  void Note(std::string_view body, ByPath* own, const std::string& path, const model::Row& row);

  std::map<const model::Meaning*, std::vector<const model::Row*>> rows_;
  std::map<std::string, ByPath, std::less<>> bodies_;
};

}  // namespace orgreg::api
