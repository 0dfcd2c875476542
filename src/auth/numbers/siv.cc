// SPDX-License-Identifier: EUPL-1.2

// OpenSSL takes each piece of associated data by an update without output, then the whole text by
// one update, and keeps the tag apart from the ciphertext.

#include "auth/numbers/siv.h"

#include <algorithm>
#include <array>

namespace orgreg::auth {
namespace {

CipherContext CopyOf(const CipherContext& keyed) {
  CipherContext context(EVP_CIPHER_CTX_new());
  Require(context != nullptr && EVP_CIPHER_CTX_copy(context.get(), keyed.get()) == 1);
  return context;
}

// Releases of OpenSSL before 3.0.10 ignore an empty piece, later ones count it. So it is left out.
bool Associate(EVP_CIPHER_CTX* context, std::string_view associated) {
  int size = 0;
  return associated.empty() || EVP_CipherUpdate(context, nullptr, &size, Bytes(associated),
                                                static_cast<int>(associated.size())) == 1;
}

}  // namespace

Siv::Siv(const Secret& key) : sealing_(EVP_CIPHER_CTX_new()), opening_(EVP_CIPHER_CTX_new()) {
  const Cipher cipher(EVP_CIPHER_fetch(nullptr, "AES-256-SIV", nullptr));
  const unsigned char* bytes = key.bytes().data();
  Require(cipher != nullptr && sealing_ != nullptr && opening_ != nullptr &&
          EVP_EncryptInit_ex2(sealing_.get(), cipher.get(), bytes, nullptr, nullptr) == 1 &&
          EVP_DecryptInit_ex2(opening_.get(), cipher.get(), bytes, nullptr, nullptr) == 1);
}

void Siv::Seal(std::string_view text, std::string_view associated,
               std::span<std::uint8_t> sealed) const {
  const CipherContext context = CopyOf(sealing_);
  std::uint8_t* const ciphertext = sealed.subspan(kTagBytes).data();
  int size = 0;
  Require(Associate(context.get(), associated) &&
          EVP_EncryptUpdate(context.get(), ciphertext, &size, Bytes(text),
                            static_cast<int>(text.size())) == 1 &&
          EVP_EncryptFinal_ex(context.get(), ciphertext + text.size(), &size) == 1 &&
          EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_GET_TAG, kTagBytes, sealed.data()) == 1);
}

bool Siv::Open(std::span<const std::uint8_t> sealed, std::string_view associated,
               std::span<char> text) const {
  const CipherContext context = CopyOf(opening_);
  std::array<std::uint8_t, kTagBytes> tag = {};
  std::copy_n(sealed.begin(), tag.size(), tag.begin());
  const auto ciphertext = sealed.subspan(kTagBytes);
  auto* const plain = reinterpret_cast<unsigned char*>(text.data());
  int size = 0;
  Require(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_TAG, kTagBytes, tag.data()) == 1 &&
          Associate(context.get(), associated));
  return EVP_DecryptUpdate(context.get(), plain, &size, ciphertext.data(),
                           static_cast<int>(ciphertext.size())) == 1 &&
         EVP_DecryptFinal_ex(context.get(), plain + ciphertext.size(), &size) == 1;
}

}  // namespace orgreg::auth
