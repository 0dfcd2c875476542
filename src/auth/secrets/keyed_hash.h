// SPDX-License-Identifier: EUPL-1.2

// HMAC-SHA-256 (RFC 2104). Pure functions, safe from any thread.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace orgreg::auth {

using KeyedDigest = std::array<unsigned char, 32>;

KeyedDigest HmacSha256(std::span<const std::uint8_t> key, std::string_view text);

// Hashes with a key that is random for each process: for tables in memory whose keys must reveal
// nothing.
KeyedDigest ProcessHash(std::string_view text);

}  // namespace orgreg::auth
