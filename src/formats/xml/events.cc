// SPDX-License-Identifier: EUPL-1.2

// Expat parses a piece of the document and calls the handlers of State, which collect events; Next
// returns these one by one and parses the next piece when they are used up.

#include "formats/xml/events.h"

#include <expat.h>

#include <algorithm>
#include <new>
#include <string>
#include <vector>

namespace orgreg::formats {
namespace {

// Every piece has this size, so that limits do not depend on how a source delivers.
constexpr std::size_t kPieceBytes = std::size_t{16} << 10;
constexpr std::string_view kWhiteSpace = " \t\r\n";

// Expat 2.9, a security update of Debian 13, deprecates the names that Debian 12 has.
#if XML_MAJOR_VERSION > 2 || (XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION >= 9)
std::uint64_t LineOf(XML_Parser parser) { return XML_GetCurrentLineNumber64(parser); }
std::int64_t ByteIndexOf(XML_Parser parser) { return XML_GetCurrentByteIndex64(parser); }
std::uint64_t ByteCountOf(XML_Parser parser) { return XML_GetCurrentByteCount64(parser); }
#else
std::uint64_t LineOf(XML_Parser parser) { return XML_GetCurrentLineNumber(parser); }
std::int64_t ByteIndexOf(XML_Parser parser) { return XML_GetCurrentByteIndex(parser); }
std::uint64_t ByteCountOf(XML_Parser parser) {
  return static_cast<std::uint64_t>(XML_GetCurrentByteCount(parser));
}
#endif

// True for errors that the parser reports when a document has ended too early.
bool IsCutOff(XML_Error error) {
  return error == XML_ERROR_NO_ELEMENTS || error == XML_ERROR_UNCLOSED_TOKEN ||
         error == XML_ERROR_PARTIAL_CHAR || error == XML_ERROR_UNCLOSED_CDATA_SECTION;
}

}  // namespace

struct XmlEvents::State {
  // An event whose texts are positions in `texts`, which moves while it grows.
  struct Kept {
    XmlEvent::Type type = XmlEvent::Type::kBegin;
    std::size_t name_at = 0;
    std::size_t name_bytes = 0;
    std::size_t text_bytes = 0;  // The text follows the name.
    std::uint64_t line = 0;
  };

  State(ByteSource* from, const XmlLimits& given)
      : source(from), limits(given), parser(XML_ParserCreate(nullptr)) {
    if (parser == nullptr) throw std::bad_alloc();
    XML_SetUserData(parser, this);
    XML_SetElementHandler(parser, OnBegin, OnEnd);
    XML_SetCharacterDataHandler(parser, OnText);
    XML_SetStartDoctypeDeclHandler(parser, OnDoctype);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { XML_ParserFree(parser); }

  static State& Of(void* user) { return *static_cast<State*>(user); }

  static void OnBegin(void* user, const XML_Char* name, const XML_Char** /*attributes*/) {
    State& state = Of(user);
    if (++state.depth > state.limits.depth) {
      return state.Stop(base::Code::kLimit,
                        "has elements more than " + std::to_string(state.limits.depth) + " deep");
    }
    state.text.clear();
    state.Keep({.type = XmlEvent::Type::kBegin, .line = state.Line()}, name, "");
  }

  static void OnEnd(void* user, const XML_Char* name) {
    State& state = Of(user);
    --state.depth;
    const std::size_t last = state.text.find_last_not_of(kWhiteSpace);
    state.text.resize(last == std::string::npos ? 0 : last + 1);
    state.Keep({.type = XmlEvent::Type::kEnd}, name, state.text);
    state.text.clear();
  }

  static void OnText(void* user, const XML_Char* bytes, int count) {
    State& state = Of(user);
    std::string_view piece(bytes, static_cast<std::size_t>(count));
    if (state.text.empty()) {
      piece.remove_prefix(std::min(piece.find_first_not_of(kWhiteSpace), piece.size()));
    }
    if (state.text.size() + piece.size() > state.limits.text_bytes) {
      return state.Stop(base::Code::kLimit, "has a text of more than " +
                                                std::to_string(state.limits.text_bytes) + " bytes");
    }
    state.text.append(piece);
  }

  static void OnDoctype(void* user, const XML_Char* /*name*/, const XML_Char* /*system*/,
                        const XML_Char* /*publication*/, int /*has_subset*/) {
    Of(user).Stop(base::Code::kInvalid,
                  "has a document type declaration, which is not taken: it could expand or fetch "
                  "without end");
  }

  std::uint64_t Line() const { return LineOf(parser); }

  void Keep(Kept event, std::string_view name, std::string_view its_text) {
    event.name_at = texts.size();
    event.name_bytes = name.size();
    event.text_bytes = its_text.size();
    texts.append(name).append(its_text);
    events.push_back(event);
  }

  // Ends the reading from within a handler; later reasons are ignored.
  void Stop(base::Code code, const std::string& what) {
    if (!failure) return;
    failure = base::Error{code, "line " + std::to_string(Line()) + ": " + what};
    XML_StopParser(parser, XML_FALSE);
  }

  // Reads the next piece, which is full except at the end. An error of the source becomes an error
  // of the document.
  std::size_t Fill(char* into) {
    std::size_t filled = 0;
    while (filled < kPieceBytes) {
      const auto count = source->Read(std::span(into + filled, kPieceBytes - filled));
      if (!count) failure = count.error();
      if (!count || *count == 0) break;
      filled += *count;
    }
    return filled;
  }

  // Parses the next piece. The results are in `events`, and `failure` has the error, if any.
  void ParsePiece() {
    events.clear();
    texts.clear();
    next = 0;
    void* const buffer = XML_GetBuffer(parser, static_cast<int>(kPieceBytes));
    if (buffer == nullptr) throw std::bad_alloc();
    const std::size_t count = Fill(static_cast<char*>(buffer));
    if (!failure) return;
    given_bytes += count;
    at_end = count < kPieceBytes;
    if (XML_ParseBuffer(parser, static_cast<int>(count), at_end ? 1 : 0) == XML_STATUS_ERROR) {
      Fail(XML_GetErrorCode(parser));
    } else if (!at_end && WaitingBytes() > limits.tag_bytes) {
      failure = base::Error{base::Code::kLimit, "line " + std::to_string(Line()) +
                                                    ": has a tag or comment of more than " +
                                                    std::to_string(limits.tag_bytes) + " bytes"};
    }
  }

  // The number of bytes that the parser holds because a tag has not ended.
  std::uint64_t WaitingBytes() const {
    const std::int64_t at = ByteIndexOf(parser);
    const std::uint64_t used = at < 0 ? 0 : static_cast<std::uint64_t>(at) + ByteCountOf(parser);
    return given_bytes > used ? given_bytes - used : 0;
  }

  void Fail(XML_Error error) {
    if (!failure) return;
    const bool is_cut_off = at_end && IsCutOff(error);
    const std::string what = is_cut_off ? "is cut off" : XML_ErrorString(error);
    failure = base::Error{is_cut_off ? base::Code::kCorrupt : base::Code::kInvalid,
                          "line " + std::to_string(Line()) + ": " + what};
  }

  ByteSource* source;
  XmlLimits limits;
  XML_Parser parser;
  std::vector<Kept> events = {};
  std::string texts = {};
  std::size_t next = 0;  // An index of `events`.
  XmlEvent handed_out = {};
  std::string text = {};  // The text since the last tag.
  unsigned depth = 0;
  std::uint64_t given_bytes = 0;
  bool at_end = false;
  base::Status failure = {};
};

XmlEvents::XmlEvents(ByteSource* source, const XmlLimits& limits)
    : state_(std::make_unique<State>(source, limits)) {}
XmlEvents::~XmlEvents() = default;

base::Result<const XmlEvent*> XmlEvents::Next() {
  State& state = *state_;
  while (state.next == state.events.size()) {
    if (!state.failure) return state.failure.error();
    if (state.at_end) return static_cast<const XmlEvent*>(nullptr);
    state.ParsePiece();
  }
  const State::Kept& kept = state.events[state.next++];
  const std::string_view texts = state.texts;
  state.handed_out = {.type = kept.type,
                      .name = texts.substr(kept.name_at, kept.name_bytes),
                      .text = texts.substr(kept.name_at + kept.name_bytes, kept.text_bytes),
                      .line = kept.line};
  return static_cast<const XmlEvent*>(&state.handed_out);
}

}  // namespace orgreg::formats
