// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql_connections/parameters.h"

#include <cassert>

namespace orgreg::store {
namespace {

// Dimensions, whether there are NULLs, type, size, first index; four bytes each.
constexpr std::size_t kHeadBytes = 20;
constexpr std::size_t kWord = 4;
constexpr std::uint64_t kNullSize = 0xffffffff;

std::size_t SizeOf(PgType type) {
  switch (type) {
    case PgType::kInteger2:
      return 2;
    case PgType::kInteger4:
      return 4;
    case PgType::kInteger8:
      return 8;
    case PgType::kBytes:
      break;
  }
  return 0;
}

}  // namespace

void AppendBigEndian(std::uint64_t value, std::size_t bytes, std::string* out) {
  for (std::size_t at = bytes; at-- > 0;) out->push_back(static_cast<char>(value >> (8 * at)));
}

PgArray::PgArray(PgType type) : type_(type), bytes_(kHeadBytes, '\0') {}

void PgArray::Add(std::int64_t value) {
  const std::size_t size = SizeOf(type_);
  assert(size > 0);
  AppendBigEndian(size, kWord, &bytes_);
  AppendBigEndian(static_cast<std::uint64_t>(value), size, &bytes_);
  ++count_;
}

void PgArray::Add(std::string_view bytes) {
  assert(type_ == PgType::kBytes);
  AppendBigEndian(bytes.size(), kWord, &bytes_);
  bytes_.append(bytes);
  ++count_;
}

void PgArray::AddNull() {
  AppendBigEndian(kNullSize, kWord, &bytes_);
  has_null_ = true;
  ++count_;
}

std::string_view PgArray::bytes() {
  std::string head;
  // PostgreSQL has no empty array with a dimension.
  AppendBigEndian(count_ == 0 ? 0 : 1, kWord, &head);
  AppendBigEndian(has_null_ ? 1 : 0, kWord, &head);
  AppendBigEndian(static_cast<std::uint64_t>(type_), kWord, &head);
  AppendBigEndian(count_, kWord, &head);
  AppendBigEndian(1, kWord, &head);
  bytes_.replace(0, kHeadBytes, head);
  if (count_ == 0) return std::string_view(bytes_).substr(0, 3 * kWord);
  return bytes_;
}

PgParameters& PgParameters::Integer2(std::int64_t value) {
  Value& added = values_.emplace_back();
  AppendBigEndian(static_cast<std::uint64_t>(value), 2, &added.bytes);
  return *this;
}

PgParameters& PgParameters::Integer4(std::int64_t value) {
  Value& added = values_.emplace_back();
  AppendBigEndian(static_cast<std::uint64_t>(value), 4, &added.bytes);
  return *this;
}

PgParameters& PgParameters::Integer8(std::int64_t value) {
  Value& added = values_.emplace_back();
  AppendBigEndian(static_cast<std::uint64_t>(value), 8, &added.bytes);
  return *this;
}

PgParameters& PgParameters::Bytes(std::string_view bytes) {
  values_.push_back({.bytes = std::string(bytes)});
  return *this;
}

PgParameters& PgParameters::BytesOrNull(std::string_view bytes) {
  values_.push_back({.is_null = bytes.empty(), .bytes = std::string(bytes)});
  return *this;
}

}  // namespace orgreg::store
