// SPDX-License-Identifier: EUPL-1.2

// The stored columns of records (render/record_columns.h), by organisation number. The columns of
// one record are contiguous, so that an answer reads one place. The table is a view of a segment
// file, unchanging and for any number of threads; a builder fills one in order of number.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/values/org_number.h"
#include "render/record_columns.h"
#include "search/columns/doc_set.h"
#include "search/file/array.h"
#include "search/file/numbers.h"
#include "search/file/segment_file.h"

namespace orgreg::search {

class RecordTable {
 public:
  RecordTable() = default;
  // Takes `bytes` if they were written before the rest; see RecordTableBuilder.
  RecordTable(model::Kind kind, SectionReader* reader);
  RecordTable(model::Kind kind, SectionReader* reader, Array<char> bytes);

  std::size_t size() const { return numbers_.size(); }
  std::optional<Doc> Find(base::OrgNumber number) const;
  // The number of records with numbers up to this one.
  std::size_t CountUpTo(base::OrgNumber number) const;
  base::OrgNumber Number(Doc doc) const { return base::OrgNumber(numbers_[doc]); }
  render::RecordView Record(Doc doc) const;
  // Asks the processor for the place of a record that will be read soon: the places of a page's
  // records are far from each other.
  void Prefetch(Doc doc) const { ends_.Prefetch(doc * render::ByteColumnsOf(kind_).size()); }
  // The fingerprint of the served content, for entity tags.
  std::uint64_t Fingerprint(Doc doc) const { return fingerprints_[doc]; }

 private:
  friend class RecordTableBuilder;

  // The numbers in a bucket, if they were distributed evenly.
  static constexpr std::size_t kBucketNumbers = 32;
  // The head of the buckets: the least number, and the number of bits by which a number's distance
  // from it is shifted to get its bucket.
  static constexpr std::size_t kBucketHead = 2;

  model::Kind kind_ = model::Kind::kEntity;
  Array<std::uint32_t> numbers_;
  // The index in numbers_ of the first number of each bucket; one more at the end. The head comes
  // before them.
  Array<std::uint32_t> buckets_;
  Numbers ends_;  // The end of each column of each record in bytes_.
  Array<std::uint64_t> fingerprints_;
  Array<char> bytes_;
};

class RecordTableBuilder {
 public:
  // The bytes go to the open section of `stream`, or are kept until Write if it is null.
  explicit RecordTableBuilder(SegmentFileWriter* stream) : stream_(stream) {}

  // Numbers must ascend.
  void Append(base::OrgNumber number, const render::RecordView& record);
  std::size_t size() const { return numbers_.size(); }
  void Write(SegmentFileWriter* writer) const;

 private:
  // The content of RecordTable::buckets_.
  std::vector<std::uint32_t> Buckets() const;

  SegmentFileWriter* stream_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint64_t> ends_;
  std::vector<std::uint64_t> fingerprints_;
  std::uint64_t end_ = 0;
  std::string bytes_;
};

}  // namespace orgreg::search
