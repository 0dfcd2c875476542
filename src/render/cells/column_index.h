// SPDX-License-Identifier: EUPL-1.2

// Finds the column of a record's member in the files of a kind, by the member's object and name.
// Internal to render/. A constant once made; safe from any thread.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "model/kind.h"
#include "model/schema/value.h"

namespace orgreg::render {

class ColumnIndex {
 public:
  // An object of a record: the record itself or one that groups fields.
  using Group = std::uint16_t;
  static constexpr Group kTop = 0;

  struct Member {
    std::string_view name = {};
    Group parent = kTop;
    Group group = kTop;        // For a group's name: which group it is.
    std::uint16_t column = 0;  // Otherwise: the column of the field.
    std::uint16_t id = 0;      // Its place among members().
    model::ValueKind kind = model::ValueKind::kText;
  };

  explicit ColumnIndex(model::Kind kind);
  // Of these columns only.
  ColumnIndex(model::Kind kind, std::span<const std::size_t> columns);
  ColumnIndex(const ColumnIndex&) = delete;
  ColumnIndex& operator=(const ColumnIndex&) = delete;
  static const ColumnIndex& Of(model::Kind kind);

  std::span<const Member> members() const { return members_; }

  // Null if the member has no column.
  const Member* Find(Group parent, std::string_view name) const {
    const Member* const member = places_[PlaceOf(parent, name)];
    return member != nullptr && Is(*member, parent, name) ? member : nullptr;
  }

  static bool Is(const Member& member, Group parent, std::string_view name) {
    return member.parent == parent && IsSame(member.name, name);
  }

 private:
  static constexpr unsigned kPlaceBits = 12;  // Enough to find a mixer soon.
  static constexpr std::size_t kPlaces = std::size_t{1} << kPlaceBits;

  static std::uint64_t Load(const char* bytes, std::size_t count) {
    std::uint64_t loaded = 0;
    std::memcpy(&loaded, bytes, count);
    return loaded;
  }

  // Names of less than eight characters as one number.
  static std::uint64_t ShortName(std::string_view name) {
    if (name.size() >= 4)
      return Load(name.data(), 4) | Load(name.data() + name.size() - 4, 4) << 32U;
    std::uint64_t bytes = 0;
    for (const char c : name) bytes = bytes << 8U | static_cast<unsigned char>(c);
    return bytes;
  }

  // The whole name counts, so that every two names differ under some mixer.
  std::size_t PlaceOf(Group parent, std::string_view name) const {
    std::uint64_t mixed = name.size() << 16U | parent;
    if (name.size() < 8) {
      mixed = (mixed ^ ShortName(name)) * mixer_;
    } else {
      const std::size_t last = name.size() - 8;
      for (std::size_t at = 0; at < last; at += 8)
        mixed = (mixed ^ Load(name.data() + at, 8)) * mixer_;
      mixed = (mixed ^ Load(name.data() + last, 8)) * mixer_;
    }
    return mixed >> (64U - kPlaceBits);
  }

  static bool IsSame(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    if (a.size() < 8) return ShortName(a) == ShortName(b);
    const std::size_t last = a.size() - 8;
    std::uint64_t difference = Load(a.data() + last, 8) ^ Load(b.data() + last, 8);
    for (std::size_t at = 0; at < last; at += 8) {
      difference |= Load(a.data() + at, 8) ^ Load(b.data() + at, 8);
    }
    return difference == 0;
  }

  void Add(model::Kind kind, std::size_t column);
  void Finish();
  Group GroupOf(std::string_view name);
  bool Place();

  std::vector<Member> members_;
  std::vector<std::string_view> groups_ = {""};
  // A hash table without collisions: the mixer is chosen for that.
  std::array<const Member*, kPlaces> places_ = {};
  std::uint64_t mixer_ = 0x9E3779B97F4A7C15;
};

}  // namespace orgreg::render
