// What is kept of records (render/record_columns.h), by organisation number. The columns of one
// record lie behind each other, so that an answer touches one place. The table is a view of a
// segment file, unchanging and for any number of threads; a builder fills one in order of number.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/values/org_number.h"
#include "render/record_columns.h"
#include "search/columns/doc_set.h"
#include "search/file/array.h"
#include "search/file/segment_file.h"

namespace orgreg::search {

class RecordTable {
 public:
  RecordTable() = default;
  // `bytes` where they were written before the rest; see RecordTableBuilder.
  RecordTable(model::Kind kind, SectionReader* reader);
  RecordTable(model::Kind kind, SectionReader* reader, Array<char> bytes);

  std::size_t size() const { return numbers_.size(); }
  std::optional<Doc> Find(base::OrgNumber number) const;
  // How many have numbers up to this one.
  std::size_t CountUpTo(base::OrgNumber number) const;
  base::OrgNumber Number(Doc doc) const { return base::OrgNumber(numbers_[doc]); }
  render::RecordView Record(Doc doc) const;
  // Of what is served of it, for entity tags.
  std::uint64_t Fingerprint(Doc doc) const { return fingerprints_[doc]; }

 private:
  friend class RecordTableBuilder;

  // So many numbers share a bucket, were they spread evenly.
  static constexpr std::size_t kBucketNumbers = 32;
  // What stands before the buckets: the least number, and by how many bits to shift what a
  // number is above it to get its bucket.
  static constexpr std::size_t kBucketHead = 2;

  model::Kind kind_ = model::Kind::kEntity;
  Array<std::uint32_t> numbers_;
  // Where in numbers_ each bucket begins; one more at the end. Behind its head.
  Array<std::uint32_t> buckets_;
  Array<std::uint64_t> ends_;  // Where each column of each record ends in bytes_.
  Array<std::uint64_t> fingerprints_;
  Array<char> bytes_;
};

class RecordTableBuilder {
 public:
  // The bytes go to the section that `stream` has open, or are kept until Write where it
  // is null.
  explicit RecordTableBuilder(SegmentFileWriter* stream) : stream_(stream) {}

  // Numbers must come in rising order.
  void Append(base::OrgNumber number, const render::RecordView& record);
  std::size_t size() const { return numbers_.size(); }
  void Write(SegmentFileWriter* writer) const;

 private:
  // As RecordTable::buckets_.
  std::vector<std::uint32_t> Buckets() const;

  SegmentFileWriter* stream_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint64_t> ends_;
  std::vector<std::uint64_t> fingerprints_;
  std::uint64_t end_ = 0;
  std::string bytes_;
};

}  // namespace orgreg::search
