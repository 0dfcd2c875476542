// The one way from the parameters of a request to values: what each takes, and what is wrong
// otherwise, stands in the rows of the operation. Pure; one thread a parser.

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

// A parameter that was given, as its row takes it. Points into the request.
struct Value {
  const ParameterRow* row = nullptr;
  std::string_view text = {};  // The value, where there is one.
  // The number; 0 or 1 of a flag; days, milliseconds, the place among the choices; of a sort key,
  // its place twice, and one more where it goes down.
  std::int64_t whole = 0;
  std::vector<std::string_view> items = {};  // Those of several values that are right.
  bool is_wrong = false;
  bool is_too_long = false;  // A list is, and that was reported.
};

// In the order given. Usable only where the parser found no problem.
class Values {
 public:
  explicit Values(const ParameterTable& table) : table_(table) {}

  std::span<const Value> all() const { return {values_.data(), values_.size()}; }
  const ParameterTable& table() const { return table_; }

  // The row need not be the table's own: its name decides. Nothing or null where it was not given.
  const Value* Find(const ParameterRow& row) const;
  bool Has(const ParameterRow& row) const { return Find(row) != nullptr; }
  std::string_view Text(const ParameterRow& row) const;
  // The usual number where none was given.
  std::int64_t Whole(const ParameterRow& row) const;
  std::optional<base::Date> Day(const ParameterRow& row) const;
  std::optional<base::Timestamp> Time(const ParameterRow& row) const;
  std::optional<base::OrgNumber> Number(const ParameterRow& row) const;
  // Each once, in rising order.
  std::vector<base::OrgNumber> Numbers(const ParameterRow& row) const;

 private:
  friend class ParameterParser;

  static constexpr std::size_t kUsualValues = 4;

  ParameterTable table_;
  boost::container::small_vector<Value, kUsualValues> values_;
};

class ParameterParser {
 public:
  // Adds to `values`, of whose table the parameters are; both outlive the parser.
  ParameterParser(Values* values, Problems* problems) : values_(*values), problems_(*problems) {}

  bool Knows(std::string_view name) const { return values_.table_.Find(name) != nullptr; }
  // A parameter of the query.
  void Take(const Argument& argument);
  // What stands in the path in the place of the row.
  void TakePath(const ParameterRow& row, std::string_view text);
  // After all arguments: checks the window. Spec, Limits: (page+1)*size at most 10 000.
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
};

// The same for what was all given in a query.
Values ParseParameters(const ParameterTable& table, std::span<const Argument> arguments,
                       Problems* problems);

}  // namespace orgreg::search
