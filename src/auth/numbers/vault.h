// SPDX-License-Identifier: EUPL-1.2

// Seals identification numbers for the store and finds them again without opening them.
//
// A sealed number is text, "VERSION.siv.BASE64URL": the key's version, the scheme, and tag and
// ciphertext of AES-256-SIV (16 + 11 bytes, always 36 characters). It is bound to a context, the
// bytes that say where it stands: copied to another holder, it does not open. Sealing the same
// number in the same place again gives the same text, so an unchanged inventory is no change
// (docs/decisions/0036-aes-siv.md). Text without a scheme has the form of before
// (former_sealing.h): it opens, and it needs to be resealed.
//
// The blind index is a keyed hash of the number alone: equal for equal numbers under one key, and
// of no use without the key. Marks are another, for the audit log, so that log and store cannot
// be joined without the key.
//
// Safe from any thread.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "auth/numbers/keys.h"
#include "base/result.h"
#include "base/values/identity_number.h"

namespace orgreg::auth {

class NumberVault {
 public:
  static constexpr std::size_t kBlindDigits = 32;  // 128 bits, hexadecimal.

  explicit NumberVault(NumberKeys keys);
  NumberVault(NumberVault&&) noexcept;
  NumberVault& operator=(NumberVault&&) noexcept;
  ~NumberVault();

  // Seals with the newest key. The same `context` opens it: the holder's organisation number and
  // kind, in bytes that no other place has.
  std::string Seal(const base::IdentityNumber& number, std::string_view context) const;

  // kCorrupt if the text is not a result of Seal for this context; kNotFound if the key file no
  // longer has its version.
  base::Result<base::IdentityNumber> Open(std::string_view sealed, std::string_view context) const;

  // True if the text is not sealed with the newest key or has the former form, and for text that
  // Open will refuse, so that it is found.
  bool NeedsReseal(std::string_view sealed) const;

  // The versions of all keys, newest first.
  std::vector<std::uint32_t> Versions() const;

  // The ids of all keys, newest first.
  std::vector<std::string> Ids() const;

  // 32 hexadecimal digits, made with the newest key.
  std::string Blind(const base::IdentityNumber& number) const;
  // One for each key, newest first. A look-up asks for all of them while rows are being resealed.
  std::vector<std::string> BlindAll(const base::IdentityNumber& number) const;

  // "VERSION:32 hexadecimal digits", made with the newest key. It stands for the number in the
  // audit log.
  std::string Mark(const base::IdentityNumber& number) const;
  // One for each key, to find every line about a person.
  std::vector<std::string> MarkAll(const base::IdentityNumber& number) const;

 private:
  struct Engine;  // One for each key; keeps OpenSSL out of this header.

  const Engine* Find(std::uint32_t version) const;

  NumberKeys keys_;
  std::vector<std::unique_ptr<const Engine>> engines_;  // Newest first; each refers to its key.
};

// The version of the key that a sealed number needs; nothing where the text names none.
std::optional<std::uint32_t> SealedVersion(std::string_view sealed);

// True if both texts name the same key and `former` has the former form, `present` the present one.
// They hold the same number if the blind indexes next to them are equal.
bool IsLaterForm(std::string_view former, std::string_view present);

// The first 64 bits of a blind index, for an index of numbers. Nothing if the text is not a blind
// index.
std::optional<std::uint64_t> BlindKey64(std::string_view blind);

}  // namespace orgreg::auth
