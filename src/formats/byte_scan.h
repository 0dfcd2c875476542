// SPDX-License-Identifier: EUPL-1.2

// Searches many bytes at a time: with SSE2 if the compiler has it (every x86-64), byte by byte
// elsewhere. Only formats/ and render/ use it. Pure functions, safe from any thread. They read only
// the bytes that they are given.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace orgreg::formats {

// A block of text is 64 bytes, so that a mask with a bit for each byte fits a register.
inline constexpr std::size_t kBlockBytes = 64;

// The positions of special bytes in a block; bit 0 is the first byte.
struct JsonMasks {
  std::uint64_t quotes = 0;
  std::uint64_t backslashes = 0;
  std::uint64_t brackets = 0;  // any of { } [ ]
  std::uint64_t newlines = 0;
};

// The bytes of a block that a preceding backslash escapes. On input, `carry` says whether the first
// byte is escaped; on output, whether the next block's first byte is. Backslashes are rare, so one
// step for each is faster than arithmetic on whole runs of them.
inline std::uint64_t EscapedBytes(std::uint64_t backslashes, bool* carry) {
  std::uint64_t escaped = *carry ? 1 : 0;
  *carry = false;
  for (; backslashes != 0; backslashes &= backslashes - 1) {
    const std::uint64_t lowest = backslashes & (~backslashes + 1);
    if ((escaped & lowest) != 0) continue;
    escaped |= lowest << 1;
    *carry = lowest >> (kBlockBytes - 1) != 0;
  }
  return escaped;
}

constexpr bool NeedsJsonEscape(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

// U+FFFE and U+FFFF, which XML cannot hold, begin with this byte; few other characters do.
inline constexpr char kFirstOfNoncharacter = '\xEF';

constexpr bool MayNeedCellEscape(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '&' || c == '<' || c == '>' || c == '_' ||
         c == kFirstOfNoncharacter;
}

#if defined(__SSE2__)

inline __m128i LoadBytes(const char* bytes) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
}

inline std::uint64_t MatchMask(__m128i bytes, char wanted) {
  return static_cast<std::uint32_t>(
      _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(wanted))));
}

// Scans the sixteen bytes of a block that begin at `shift`.
inline void ScanJsonPart(const char* block, unsigned shift, JsonMasks* masks) {
  const __m128i bytes = LoadBytes(block + shift);
  // '[' and '{' differ in this bit only, and so do ']' and '}'.
  const __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
  masks->quotes |= MatchMask(bytes, '"') << shift;
  masks->backslashes |= MatchMask(bytes, '\\') << shift;
  masks->brackets |= (MatchMask(folded, '{') | MatchMask(folded, '}')) << shift;
  masks->newlines |= MatchMask(bytes, '\n') << shift;
}

// `block` points to kBlockBytes readable bytes. The code is no loop because the compiler would not
// unroll it.
inline JsonMasks ScanJsonBlock(const char* block) {
  JsonMasks masks;
  ScanJsonPart(block, 0, &masks);
  ScanJsonPart(block, 16, &masks);
  ScanJsonPart(block, 32, &masks);
  ScanJsonPart(block, 48, &masks);
  return masks;
}

// The bytes, among 16, that a JSON string must escape.
inline std::uint32_t EscapeMask(__m128i bytes) {
  const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
  return static_cast<std::uint32_t>(_mm_movemask_epi8(controls)) |
         static_cast<std::uint32_t>(MatchMask(bytes, '"') | MatchMask(bytes, '\\'));
}

// The length of the run at the start of `text` without a byte of a set. `mask` finds such bytes
// among 16, `is_hit` tests one byte.
template <typename Mask, typename IsHit>
std::size_t RunWithout(const char* text, std::size_t size, Mask mask, IsHit is_hit) {
  std::size_t done = 0;
  for (; size - done >= 16; done += 16) {
    const std::uint32_t hits = mask(LoadBytes(text + done));
    if (hits != 0) return done + static_cast<std::size_t>(std::countr_zero(hits));
  }
  // Most texts are shorter than 16 bytes.
  if (size - done >= 8) {
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(text + done));
    const std::uint32_t hits = mask(bytes) & 0xff;
    if (hits != 0) return done + static_cast<std::size_t>(std::countr_zero(hits));
    done += 8;
  }
  while (done < size && !is_hit(text[done])) ++done;
  return done;
}

// The length of the run at the start of `text` that a JSON string holds unescaped.
inline std::size_t PlainJsonRun(const char* text, std::size_t size) {
  return RunWithout(text, size, EscapeMask, NeedsJsonEscape);
}

// The bytes, among 16, that a cell of a spreadsheet may need to escape.
inline std::uint32_t CellMask(__m128i bytes) {
  const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
  return static_cast<std::uint32_t>(_mm_movemask_epi8(controls)) |
         static_cast<std::uint32_t>(MatchMask(bytes, '&') | MatchMask(bytes, '<') |
                                    MatchMask(bytes, '>') | MatchMask(bytes, '_') |
                                    MatchMask(bytes, kFirstOfNoncharacter));
}

// The length of the run at the start of `text` that a cell of a spreadsheet certainly holds
// unescaped.
inline std::size_t PlainCellRun(const char* text, std::size_t size) {
  return RunWithout(text, size, CellMask, MayNeedCellEscape);
}

#else

inline JsonMasks ScanJsonBlock(const char* block) {
  JsonMasks masks;
  for (unsigned i = 0; i < kBlockBytes; ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    const char c = block[i];
    if (c == '"') masks.quotes |= bit;
    if (c == '\\') masks.backslashes |= bit;
    if (c == '{' || c == '}' || c == '[' || c == ']') masks.brackets |= bit;
    if (c == '\n') masks.newlines |= bit;
  }
  return masks;
}

inline std::size_t PlainJsonRun(const char* text, std::size_t size) {
  std::size_t done = 0;
  while (done < size && !NeedsJsonEscape(text[done])) ++done;
  return done;
}

inline std::size_t PlainCellRun(const char* text, std::size_t size) {
  std::size_t done = 0;
  while (done < size && !MayNeedCellEscape(text[done])) ++done;
  return done;
}

#endif

}  // namespace orgreg::formats
