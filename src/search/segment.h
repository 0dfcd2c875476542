// A Segment is the unchanging index of all records of one kind: rendered bytes, and for
// each search parameter and each sort key of the field tables what answers it. Made by
// SegmentBuilder; never changed after, so any number of threads may read it.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/parameters.h"
#include "model/unit.h"
#include "search/name_index.h"
#include "search/record_table.h"
#include "search/sort_order.h"
#include "search/term_index.h"

namespace orgreg::search {

// The values of a range parameter, by document.
struct RangeColumn {
  static constexpr std::int32_t kAbsent = INT32_MIN;
  std::vector<std::int32_t> values = {};
};

// What answers one parameter; nothing for lists of numbers, which the record table answers.
using ParameterIndex = std::variant<std::monostate, TermIndex, RangeColumn, NameIndex>;

class Segment {
 public:
  model::Kind kind() const { return kind_; }
  // Live records are the documents of the segment.
  std::size_t size() const { return live_.size(); }
  const RecordTable& live() const { return live_; }
  // Records that are only looked up.
  const RecordTable& deleted() const { return deleted_; }
  const RecordTable& removed() const { return removed_; }

  // In the order of model::Parameters and model::SortKeys.
  const ParameterIndex& parameter(std::size_t index) const { return parameters_[index]; }
  const NameIndex& names() const { return std::get<NameIndex>(parameters_[name_parameter_]); }
  const SortOrder& sort_order(std::size_t index) const { return sort_orders_[index]; }

 private:
  friend class SegmentBuilder;

  model::Kind kind_ = model::Kind::kEntity;
  RecordTable live_;
  RecordTable deleted_;
  RecordTable removed_;
  std::vector<ParameterIndex> parameters_;
  std::size_t name_parameter_ = 0;
  std::vector<SortOrder> sort_orders_;
};

// Takes all records of a kind in order of number.
class SegmentBuilder {
 public:
  explicit SegmentBuilder(model::Kind kind);
  ~SegmentBuilder();
  SegmentBuilder(SegmentBuilder&&) = default;

  // Numbers must rise.
  void Add(const model::Unit& unit);
  std::shared_ptr<const Segment> Build() &&;

 private:
  void AddParameter(std::size_t index, const model::Unit& unit);
  void AddSortKey(std::size_t index, const model::Unit& unit);

  std::shared_ptr<Segment> segment_;
  NameIndexBuilder names_;
  std::vector<TermIndexBuilder> terms_;        // By parameter; unused where others answer.
  std::vector<RangeColumn> columns_;           // By parameter; unused where terms answer.
  std::vector<SortOrderBuilder> sort_orders_;  // By sort key.
  std::string rendered_;
};

}  // namespace orgreg::search
