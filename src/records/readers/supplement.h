// What supplements an entity (model/kind.h), between an inventory, the store and the index:
// how a record is read and kept, and what is looked up of it. One row a kind in a table; the
// kinds' own readers stand in files of their own.
//
// A reader or indexer owns buffers: one per thread.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "auth/numbers/vault.h"
#include "base/result.h"
#include "base/values/org_number.h"
#include "model/codes/value_rule.h"
#include "model/kind.h"
#include "records/readers/problem.h"
#include "records/readers/withheld_names.h"
#include "render/record_columns.h"
#include "store/store.h"

namespace orgreg::records {

// A record as it is stored.
struct Supplement {
  base::OrgNumber number = {};
  // JSON, compact, without links; the same for the same content. Empty where there is nothing of
  // it, which is as if there were no record.
  std::string body = {};
  // What breaks a rule; the record is whole all the same.
  model::OddValues odd_values = {};
};

// A record as it is served and found.
struct IndexedSupplement {
  // What the index keeps of it; nothing where nothing is served.
  render::RecordColumns columns = {};
  // What leads back to the record; several records may have a key in common, and a key may
  // lead to a record by chance: whoever finds one looks into it.
  std::vector<std::uint64_t> keys = {};
  // A name that the record has is not shown, because its organisation was removed.
  bool withholds_names = false;
};

// How identification numbers are taken.
struct NumberSealing {
  // Seals them; null where there is none, and a record with one cannot be taken then. Outlives
  // whoever uses it.
  const auth::NumberVault* vault = nullptr;
  base::ControlRule rule = base::ControlRule::kPresent;
};

class SupplementReader {
 public:
  explicit SupplementReader(const NumberSealing& sealing);
  ~SupplementReader();
  SupplementReader(SupplementReader&&) noexcept;
  SupplementReader& operator=(SupplementReader&&) noexcept;

  // Reads the one object that `text` holds, as the kind's inventory has it; RecordReader::
  // kPadding readable bytes follow the text. False, with at least one problem ("MEMBER:
  // reason"), where it cannot be taken. Members that are not known add to `unknown`.
  bool Read(model::Kind kind, std::string_view text, Supplement* read, Problems* problems,
            std::vector<std::string>* unknown);

 private:
  struct Parsers;
  std::unique_ptr<Parsers> parsers_;
};

class SupplementIndexer {
 public:
  // Asked of each organisation that a record names, in the state of the register that is indexed.
  explicit SupplementIndexer(WithheldNames::IsRemoved is_removed);
  ~SupplementIndexer();
  SupplementIndexer(SupplementIndexer&&) noexcept;
  SupplementIndexer& operator=(SupplementIndexer&&) noexcept;

  // Of a live row. kCorrupt where the body cannot be read.
  base::Status Index(model::Kind kind, const store::RowView& row, IndexedSupplement* indexed);

 private:
  struct Parsers;
  std::unique_ptr<Parsers> parsers_;
};

}  // namespace orgreg::records
