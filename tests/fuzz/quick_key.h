// SPDX-License-Identifier: EUPL-1.2

// An RSA key of 2048 bits that signs a token in some 30 µs, where an ordinary one takes 600, so
// that a target can sign each of its inputs. Its modulus is the product of 64 primes of 32 bits,
// and its exponent is 3: a signature is a third root for each prime, and these are put together. A
// reader of the public part cannot tell, but anybody can find the factors: it is good for nothing
// else.

#pragma once

#include <openssl/bn.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

class QuickKey {
 public:
  static constexpr std::size_t kBytes = 256;

  QuickKey() {
    if (BN_one(modulus_.get()) != 1) std::abort();
    const std::string padding = Padding();
    for (std::uint32_t number = 0xFFFF'FFFF; parts_.size() < kBytes / 4; number -= 2) {
      // Only then each number has one third root.
      if (number % 3 != 2 || !IsPrime(number)) continue;
      parts_.push_back({.prime = number, .padding = Rest(padding, number)});
      if (BN_mul_word(modulus_.get(), number) != 1) std::abort();
    }
    for (Part& part : parts_) part.weight = WeightOf(part.prime);
  }

  // Big-endian, as are signatures.
  std::string modulus() const { return Bytes(modulus_.get()); }
  static std::string exponent() { return "\x03"; }

  // RSASSA-PKCS1-v1_5 with SHA-256.
  std::string Sign(std::string_view text) const {
    std::array<unsigned char, SHA256_DIGEST_LENGTH> hash = {};
    SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), hash.data());
    const std::string_view bytes(reinterpret_cast<const char*>(hash.data()), hash.size());
    const Number sum = NewNumber();
    const Number term = NewNumber();
    for (const Part& part : parts_) {
      const std::uint64_t root = Root(part.padding + Rest(bytes, part.prime), part.prime);
      const bool is_added = BN_copy(term.get(), part.weight.get()) != nullptr &&
                            BN_mul_word(term.get(), root) == 1 &&
                            BN_add(sum.get(), sum.get(), term.get()) == 1;
      if (!is_added) std::abort();
    }
    if (BN_nnmod(sum.get(), sum.get(), modulus_.get(), context_.get()) != 1) std::abort();
    return Bytes(sum.get());
  }

 private:
  struct Freeing {
    void operator()(BIGNUM* number) const { BN_free(number); }
    void operator()(BN_CTX* context) const { BN_CTX_free(context); }
  };
  using Number = std::unique_ptr<BIGNUM, Freeing>;
  struct Part {
    std::uint64_t prime = 0;
    std::uint64_t padding = 0;  // The rest of all that stands before a hash.
    Number weight = nullptr;    // 1 for this prime, 0 for the others.
  };

  static Number NewNumber() { return Number(BN_new()); }

  // What is signed, with a hash of zeros (RFC 8017, section 9.2).
  static std::string Padding() {
    constexpr std::string_view kHashName(
        "\x30\x31\x30\x0d\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01\x05\x00\x04\x20", 19);
    const std::size_t filled = kBytes - 3 - kHashName.size() - SHA256_DIGEST_LENGTH;
    std::string text("\0\1", 2);
    return text.append(filled, '\xff')
        .append(1, '\0')
        .append(kHashName)
        .append(SHA256_DIGEST_LENGTH, '\0');
  }

  static bool IsPrime(std::uint64_t number) {
    for (std::uint64_t factor = 3; factor * factor <= number; factor += 2) {
      if (number % factor == 0) return false;
    }
    return true;
  }

  // Of a big-endian number of whole words of 32 bits.
  static std::uint64_t Rest(std::string_view bytes, std::uint64_t prime) {
    std::uint64_t rest = 0;
    for (std::size_t at = 0; at < bytes.size(); at += 4) {
      std::uint64_t word = 0;
      for (const char byte : bytes.substr(at, 4))
        word = word << 8U | static_cast<unsigned char>(byte);
      rest = (rest << 32U | word) % prime;
    }
    return rest;
  }

  static std::uint64_t Power(std::uint64_t number, std::uint64_t exponent, std::uint64_t prime) {
    std::uint64_t power = 1;
    for (std::uint64_t square = number % prime; exponent != 0; exponent >>= 1U) {
      if (exponent % 2 == 1) power = power * square % prime;
      square = square * square % prime;
    }
    return power;
  }

  static std::uint64_t Root(std::uint64_t number, std::uint64_t prime) {
    return Power(number, (2 * (prime - 1) + 1) / 3, prime);
  }

  Number WeightOf(std::uint64_t prime) const {
    Number weight(BN_dup(modulus_.get()));
    if (weight == nullptr || BN_div_word(weight.get(), prime) != 0) std::abort();
    const std::uint64_t others = BN_mod_word(weight.get(), prime);
    if (BN_mul_word(weight.get(), Power(others, prime - 2, prime)) != 1) std::abort();
    return weight;
  }

  static std::string Bytes(const BIGNUM* number) {
    std::string bytes(kBytes, '\0');
    const int written = BN_bn2binpad(number, reinterpret_cast<unsigned char*>(bytes.data()),
                                     static_cast<int>(kBytes));
    if (written != static_cast<int>(kBytes)) std::abort();
    return bytes;
  }

  Number modulus_ = NewNumber();
  std::unique_ptr<BN_CTX, Freeing> context_{BN_CTX_new()};
  std::vector<Part> parts_;
};

}  // namespace fuzz
