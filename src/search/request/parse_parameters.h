// SPDX-License-Identifier: EUPL-1.2

// The one way from the parameters of a request to values: the rows of the operation say what each
// takes, and what is wrong otherwise. Pure; one thread for each parser.

#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/values/date.h"
#include "base/values/org_number.h"
#include "base/values/timestamp.h"
#include "search/request/arguments.h"
#include "search/request/parameter.h"

namespace orgreg::search {

// A given parameter, read as its row says. Points into the request.
struct Value {
  const ParameterRow* row = nullptr;
  std::string_view text = {};  // The value, if there is one.
  // The number; 0 or 1 for a flag; days, milliseconds, the index of a choice; for a sort key, twice
  // its index, plus one if it descends.
  std::int64_t whole = 0;
  std::vector<std::string_view> items = {};  // The valid ones of several values.
  bool is_wrong = false;
  bool is_too_long = false;  // A list is too long, and that was reported.
};

// The values in the order given. Usable only if the parser found no problem.
class Values {
 public:
  explicit Values(const ParameterTable& table) : table_(table) {}

  std::span<const Value> all() const { return {values_.data(), values_.size()}; }
  const ParameterTable& table() const { return table_; }

  // Finds by the row's name, so the row may belong to another table. Nothing or null if it was not
  // given.
  const Value* Find(const ParameterRow& row) const;
  bool Has(const ParameterRow& row) const { return Find(row) != nullptr; }
  std::string_view Text(const ParameterRow& row) const;
  // The usual number if none was given.
  std::int64_t Whole(const ParameterRow& row) const;
  std::optional<base::Date> Day(const ParameterRow& row) const;
  std::optional<base::Timestamp> Time(const ParameterRow& row) const;
  std::optional<base::OrgNumber> Number(const ParameterRow& row) const;
  // Each number once, ascending.
  std::vector<base::OrgNumber> Numbers(const ParameterRow& row) const;

 private:
  friend class ParameterParser;

  static constexpr std::size_t kUsualValues = 4;

  ParameterTable table_;
  boost::container::small_vector<Value, kUsualValues> values_;
};

class ParameterParser {
 public:
  // Adds to `values`, whose table describes the parameters; both outlive the parser.
  ParameterParser(Values* values, Problems* problems) : values_(*values), problems_(*problems) {}

  bool Knows(std::string_view name) const { return values_.table_.Find(name) != nullptr; }
  // Reads a parameter of the query.
  void Take(const Argument& argument);
  // A parameter of the query whose value cannot be decoded, which the caller reports: it is not
  // missing.
  void TakeUndecoded(std::string_view name);
  // Reads the part of the path that the row describes.
  void TakePath(const ParameterRow& row, std::string_view text);
  // Called after all arguments; checks the window. Spec, Limits: (page+1)*size at most 10 000.
  void Finish();

 private:
  void TakeOne(const Argument& argument, Value* value);
  void TakeItems(const Argument& argument, Value* value);
  void TakeSort(const Argument& argument, Value* value);
  void CheckEnds(const Value& value);
  void Report(Reason reason, const Argument& argument, std::string_view subject, Value* value);
  Value* FindGiven(const ParameterRow* row);

  Values& values_;
  Problems& problems_;
  std::vector<const ParameterRow*> undecoded_ = {};
};

// The same for parameters that are all in a query.
Values ParseParameters(const ParameterTable& table, std::span<const Argument> arguments,
                       Problems* problems);

}  // namespace orgreg::search
