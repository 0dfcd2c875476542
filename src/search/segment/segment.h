// SPDX-License-Identifier: EUPL-1.2

// A Segment is the unchanging index of all records of one kind: their byte columns; for units, an
// index for each search parameter and each sort key of the field tables; for supplements, the keys
// that lead to them. It is a view of one mapped file (docs/segment-format.md), made by
// SegmentBuilder; any number of threads may read it. Reads throw DamagedBlock if the file is
// damaged.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "model/unit.h"
#include "search/columns/key_index.h"
#include "search/columns/range_index.h"
#include "search/columns/record_table.h"
#include "search/columns/sort_order.h"
#include "search/columns/term_index.h"
#include "search/file/segment_file.h"
#include "search/segment/name_index.h"

namespace orgreg::search {

// The index of one parameter; nothing for lists of numbers, which use the record table.
using ParameterIndex = std::variant<std::monostate, TermIndex, RangeIndex, NameIndex>;

// The version of writing and indexing records. It must be raised whenever the content of a segment
// changes for the same records, since programs of one version use each other's segments.
// tests/unit/app/catalog/segment_maker_test.cc fails if that is forgotten.
inline constexpr std::uint64_t kIndexVersion = 6;

// The part of a segment's content that the program decides: the field tables, kIndexVersion and the
// version of the alphabet. Programs with the same value can serve each other's segments.
std::uint64_t LayoutOf(model::Kind kind);

class Segment {
 public:
  // kCorrupt if the file does not have the parts that the field tables require.
  static base::Result<std::shared_ptr<const Segment>> Open(model::Kind kind,
                                                           std::shared_ptr<const SegmentFile> file);

  model::Kind kind() const { return kind_; }
  const SegmentIdentity& identity() const { return file_->identity(); }
  // True after a read of a damaged part of the file.
  bool is_damaged() const { return file_->is_damaged(); }
  // The same as for the file.
  bool has_name() const { return file_->has_name(); }
  void LookForChange() const { file_->LookForChange(); }
  // Live records are the documents of the segment.
  std::size_t size() const { return live_.size(); }
  const RecordTable& live() const { return live_; }
  // Records that can only be looked up.
  const RecordTable& deleted() const { return deleted_; }
  const RecordTable& removed() const { return removed_; }
  std::size_t record_count() const { return live_.size() + deleted_.size() + removed_.size(); }

  // In the order of model::Parameters and model::SortKeys.
  const ParameterIndex& parameter(std::size_t index) const { return parameters_[index]; }
  const SortOrder& sort_order(std::size_t index) const { return sort_orders_[index]; }
  // For supplements.
  const KeyIndex& keys() const { return keys_; }
  // For units.
  const NameIndex& names() const { return std::get<NameIndex>(parameters_[name_parameter_]); }

 private:
  model::Kind kind_ = model::Kind::kEntity;
  std::shared_ptr<const SegmentFile> file_;  // All views below read it.
  RecordTable live_;
  RecordTable deleted_;
  RecordTable removed_;
  std::vector<ParameterIndex> parameters_;
  std::size_t name_parameter_ = 0;
  std::vector<SortOrder> sort_orders_;
  KeyIndex keys_;
};

// A record whose columns are already made.
struct IndexedRecord {
  base::OrgNumber number = {};
  model::State state = model::State::kLive;
  render::RecordView columns = {};
  std::span<const std::uint64_t> keys = {};  // For a live one.
};

// Takes all records of a kind in order of number. Their columns go straight to the file.
class SegmentBuilder {
 public:
  // An empty path builds in memory.
  SegmentBuilder(model::Kind kind, const std::string& path);
  SegmentBuilder(const SegmentBuilder&) = delete;
  SegmentBuilder& operator=(const SegmentBuilder&) = delete;

  // Numbers must ascend.
  void Add(const model::Unit& unit);
  // Adds a supplement.
  void Add(const IndexedRecord& record);
  // kUnavailable if it was stopped, which is looked at before each index.
  base::Result<std::shared_ptr<const Segment>> Build(const SegmentIdentity& identity,
                                                     const std::stop_token& stop = {}) &&;

 private:
  // False if it is not live.
  bool Append(const IndexedRecord& record);
  void AddParameter(std::size_t index, const model::Unit& unit);
  void AddSortKey(std::size_t index, const model::Unit& unit);
  void WriteParameter(std::size_t index);
  void WriteSortOrder(std::size_t index);
  base::Status WriteIndexes(const std::stop_token& stop);

  model::Kind kind_;
  SegmentFileWriter writer_;
  RecordTableBuilder live_{&writer_};
  RecordTableBuilder deleted_{nullptr};
  RecordTableBuilder removed_{nullptr};
  NameIndexBuilder names_;
  std::vector<TermIndexBuilder> terms_;  // By parameter, like the ranges; one of the two is used.
  std::vector<RangeIndexBuilder> ranges_;
  std::vector<SortOrderBuilder> sort_orders_;  // By sort key.
  KeyIndexBuilder keys_;
  render::RecordColumns columns_;  // Of the current unit.
};

}  // namespace orgreg::search
