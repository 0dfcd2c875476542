// SPDX-License-Identifier: EUPL-1.2

// A loadable extension for the sqlite3 shell and other programs: unpacked(packed, dictionary) is
// the text of a packed body. The views of a store use it (docs/store-format.md); the server does
// not. A connection is used by one thread at a time, and each has a state of its own.

#include <sqlite3ext.h>
#include <zstd.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

SQLITE_EXTENSION_INIT1

namespace {

struct Free {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  void operator()(ZSTD_DDict* dictionary) const { ZSTD_freeDDict(dictionary); }
};

// The dictionary of the last call is kept in a form that is quick to use.
struct State {
  std::unique_ptr<ZSTD_DCtx, Free> unpacker{ZSTD_createDCtx()};
  std::unique_ptr<ZSTD_DDict, Free> dictionary;
  std::string dictionary_bytes;
  std::string text;
};

// SQLite refuses longer values.
constexpr std::size_t kMostBytes = 1'000'000'000;

std::string_view BytesOf(sqlite3_value* value) {
  const void* const bytes = sqlite3_value_blob(value);
  const int size = sqlite3_value_bytes(value);
  if (bytes == nullptr) return {};
  return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

bool Unpack(std::string_view packed, std::string_view dictionary, State* state) {
  if (state->dictionary == nullptr || state->dictionary_bytes != dictionary) {
    state->dictionary.reset(ZSTD_createDDict(dictionary.data(), dictionary.size()));
    state->dictionary_bytes = dictionary;
  }
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size > kMostBytes || state->dictionary == nullptr || state->unpacker == nullptr) return false;
  state->text.resize(static_cast<std::size_t>(size));
  const std::size_t unpacked =
      ZSTD_decompress_usingDDict(state->unpacker.get(), state->text.data(), state->text.size(),
                                 packed.data(), packed.size(), state->dictionary.get());
  return ZSTD_isError(unpacked) == 0 && unpacked == size;
}

void AnswerUnpacked(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  auto* const state = static_cast<State*>(sqlite3_user_data(context));
  if (sqlite3_value_type(values[0]) == SQLITE_NULL) return sqlite3_result_null(context);
  if (!Unpack(BytesOf(values[0]), BytesOf(values[1]), state)) {
    return sqlite3_result_error(context, "unpacked: this was not packed with the dictionary", -1);
  }
  sqlite3_result_text64(context, state->text.data(), state->text.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
}

void Forget(void* state) { delete static_cast<State*>(state); }

}  // namespace

// SQLite calls the function of this name when it loads a library.
extern "C" int sqlite3_extension_init(sqlite3* database, char** /*error*/,
                                      const sqlite3_api_routines* routines);

int sqlite3_extension_init(sqlite3* database, char** /*error*/,
                           const sqlite3_api_routines* routines) {
  SQLITE_EXTENSION_INIT2(routines)
  auto state = std::make_unique<State>();
  return sqlite3_create_function_v2(database, "unpacked", 2,
                                    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                    state.release(), AnswerUnpacked, nullptr, nullptr, Forget);
}
