// SPDX-License-Identifier: EUPL-1.2

// Records that supplement an entity (model/kind.h), between an inventory, the store and the index:
// how one is read and stored, and by which keys it is found. Each kind is a row of a table; the
// kinds' own readers have files of their own.
//
// A reader or indexer owns buffers: use one per thread.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/values/org_number.h"
#include "model/codes/value_rule.h"
#include "model/kind.h"
#include "records/readers/problem.h"
#include "records/readers/role_sealing.h"
#include "records/readers/withheld_names.h"
#include "render/record_columns.h"
#include "store/store.h"

namespace orgreg::records {

// A record as it is stored.
struct Supplement {
  base::OrgNumber number = {};
  // Compact JSON without links; equal content has equal bytes. Empty if there is no content, which
  // means that there is no record.
  std::string body = {};
  // Values that break a rule; the record is complete all the same.
  model::OddValues odd_values = {};
};

// A record as the index has it.
struct IndexedSupplement {
  // The columns in the index; nothing if nothing is served.
  render::RecordColumns columns = {};
  // Keys that lead to the record. Several records may have the same key, and a key may lead to a
  // wrong record by chance: the caller checks the record.
  std::vector<std::uint64_t> keys = {};
  // True if a name in the record is not shown, because its organisation was removed.
  bool withholds_names = false;
};

class SupplementReader {
 public:
  explicit SupplementReader(const NumberSealing& sealing);
  ~SupplementReader();
  SupplementReader(SupplementReader&&) noexcept;
  SupplementReader& operator=(SupplementReader&&) noexcept;

  // Reads the one object in `text`, as the kind's inventory has it; RecordReader::kPadding readable
  // bytes follow the text. False, with at least one problem ("MEMBER: reason"), if it is rejected.
  // Unknown members are added to `unknown`.
  bool Read(model::Kind kind, std::string_view text, Supplement* read, Problems* problems,
            std::vector<std::string>* unknown);

 private:
  struct Parsers;
  std::unique_ptr<Parsers> parsers_;
};

class SupplementIndexer {
 public:
  // `is_removed` is called for each organisation that a record names, for the state of the register
  // that is indexed.
  explicit SupplementIndexer(WithheldNames::IsRemoved is_removed);
  ~SupplementIndexer();
  SupplementIndexer(SupplementIndexer&&) noexcept;
  SupplementIndexer& operator=(SupplementIndexer&&) noexcept;

  // Indexes a live row. kCorrupt if the body cannot be read.
  base::Status Index(model::Kind kind, const store::RowView& row, IndexedSupplement* indexed);

 private:
  struct Parsers;
  std::unique_ptr<Parsers> parsers_;
};

}  // namespace orgreg::records
