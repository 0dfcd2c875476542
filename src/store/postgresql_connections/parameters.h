// SPDX-License-Identifier: EUPL-1.2

// The parameters of a statement, and arrays as single parameters, in the binary form of PostgreSQL.
// Internal to store/; one thread at a time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orgreg::store {

// The types of elements, by PostgreSQL's numbers for them, which never change.
enum class PgType : std::uint32_t { kBytes = 17, kInteger8 = 20, kInteger2 = 21, kInteger4 = 23 };

// An array of one dimension, which unnest() turns into rows.
class PgArray {
 public:
  explicit PgArray(PgType type);

  // `value` must be in the range of the array's type.
  void Add(std::int64_t value);
  void Add(std::string_view bytes);
  void AddNull();

  std::size_t size() const { return count_; }
  // The whole array, valid until the next call of Add.
  std::string_view bytes();

 private:
  PgType type_;
  std::size_t count_ = 0;
  bool has_null_ = false;
  std::string bytes_;
};

// $1, $2 … in the order of the calls. Bytes are copied.
class PgParameters {
 public:
  PgParameters& Integer2(std::int64_t value);
  PgParameters& Integer4(std::int64_t value);
  PgParameters& Integer8(std::int64_t value);
  PgParameters& Integer8(std::uint64_t value) { return Integer8(static_cast<std::int64_t>(value)); }
  PgParameters& Bytes(std::string_view bytes);
  // NULL if there are none.
  PgParameters& BytesOrNull(std::string_view bytes);
  PgParameters& Array(PgArray* array) { return Bytes(array->bytes()); }

  std::size_t size() const { return values_.size(); }
  bool IsNull(std::size_t at) const { return values_[at].is_null; }
  const std::string& operator[](std::size_t at) const { return values_[at].bytes; }

 private:
  struct Value {
    bool is_null = false;
    std::string bytes = {};
  };
  std::vector<Value> values_;
};

// Big-endian, as on the wire.
void AppendBigEndian(std::uint64_t value, std::size_t bytes, std::string* out);

}  // namespace orgreg::store
