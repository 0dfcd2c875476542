// SPDX-License-Identifier: EUPL-1.2

// What a client accepts: the choice among the media types of every resource, and those of coding,
// language and form of errors, must be those of a slow reader below, which works on copies and
// looks at every pair of an item and a type. Each line of the input is a field; the first byte
// chooses whether a browser asks, and what for.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "api/answers/accept.h"
#include "api/answers/media_types.h"
#include "api/answers/wishes.h"

namespace {

using orgreg::api::Language;
using orgreg::api::Offer;
using orgreg::api::Resource;
using orgreg::http::Field;
using orgreg::http::Request;
using Texts = std::vector<std::string>;

void Demand(bool holds) {
  if (!holds) std::abort();
}

Texts Split(const std::string& text, char separator) {
  Texts parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  for (std::string& part : parts) {
    while (!part.empty() && (part.back() == ' ' || part.back() == '\t')) part.pop_back();
    while (!part.empty() && (part.front() == ' ' || part.front() == '\t')) part.erase(0, 1);
  }
  return parts;
}

std::string Lower(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return text;
}

// An optional sign, digits with at most one point among them, at least one digit.
bool IsNumber(const std::string& text) {
  int digits = 0;
  int points = 0;
  for (std::size_t at = text.starts_with('-') ? 1 : 0; at < text.size(); ++at) {
    if (text[at] == '.') {
      ++points;
    } else if (text[at] >= '0' && text[at] <= '9') {
      ++digits;
    } else {
      return false;
    }
  }
  return digits > 0 && points <= 1;
}

// In thousandths, cut off; docs/choices.md, q-values.
int QualityOf(const std::string& text) {
  if (!IsNumber(text)) return 1000;
  if (text.front() == '-') return 0;
  const Texts parts = Split(text, '.');
  for (const char digit : parts[0]) {
    if (digit != '0') return 1000;
  }
  const std::string decimals = (parts.size() > 1 ? parts[1] : "") + "000";
  return std::stoi(decimals.substr(0, 3));
}

struct Item {
  std::string name = {};  // In small letters.
  int quality = 1000;
};

std::vector<Item> ReadItems(const std::vector<Field>& fields) {
  std::vector<Item> items;
  for (const Field& field : fields) {
    for (const std::string& text : Split(std::string(field.value), ',')) {
      const Texts parts = Split(text, ';');
      Item item{.name = Lower(parts[0])};
      for (std::size_t i = 1; i < parts.size(); ++i) {
        if (Lower(parts[i]).starts_with("q=")) item.quality = QualityOf(parts[i].substr(2));
      }
      if (!item.name.empty()) items.push_back(item);
    }
  }
  return items;
}

// How the items judge a type: the first of the most specific ones does.
struct Judgement {
  int quality = 0;
  int specificity = 0;
  std::size_t item = 0;
};

// A type in small letters without parameters, and the range that has it.
struct Names {
  std::string name;
  std::string range;
};

// Made once for each of the few types that there are: an input asks for all of them.
const Names& NamesOf(const std::string& type) {
  static std::map<std::string, Names> known;
  Names& names = known[type];
  if (names.name.empty()) {
    names.name = Lower(Split(type, ';')[0]);
    names.range = names.name.substr(0, names.name.find('/') + 1) + "*";
  }
  return names;
}

Judgement Judge(const std::vector<Item>& items, const std::string& type) {
  const auto& [name, range] = NamesOf(type);
  Judgement judgement;
  for (const int specificity : {1, 2, 3}) {
    for (std::size_t i = items.size(); i-- > 0;) {
      const bool is_so = (specificity == 3 && items[i].name == name) ||
                         (specificity == 2 && items[i].name == range) ||
                         (specificity == 1 && (items[i].name == "*" || items[i].name == "*/*"));
      if (is_so) judgement = {items[i].quality, specificity, i};
    }
  }
  return judgement;
}

// The offer with the highest quality, of these the one whose item came first, of these the first.
const Offer* Choose(Resource resource, const std::vector<Item>& items) {
  const auto offers = orgreg::api::OffersOf(resource);
  if (items.empty()) return &offers.front();
  const Offer* chosen = nullptr;
  std::vector<Judgement> judgements;
  for (const Offer& offer : offers) judgements.push_back(Judge(items, offer.type));
  int quality = 0;
  for (const Judgement& judgement : judgements) quality = std::max(quality, judgement.quality);
  for (std::size_t item = 0; quality > 0 && chosen == nullptr; ++item) {
    for (std::size_t i = 0; i < offers.size(); ++i) {
      const bool is_it = judgements[i].quality == quality && judgements[i].item == item;
      if (is_it && chosen == nullptr) chosen = &offers[i];
    }
  }
  return chosen != nullptr && chosen->as_first ? &offers.front() : chosen;
}

bool Prefers(const std::vector<Item>& items, const std::string& type, const std::string& usual) {
  const Judgement one = Judge(items, type);
  const Judgement other = Judge(items, usual);
  if (one.specificity != 3 || one.quality == 0) return false;
  return one.quality > other.quality || (one.quality == other.quality && one.item < other.item);
}

// gzip is used if it is accepted, by name or by "*", and nothing speaks for plain bytes more.
bool TakesGzip(const std::vector<Item>& items) {
  int gzip = -1;
  int any = -1;
  int plain = 0;
  for (const Item& item : items) {
    if (item.name == "gzip" || item.name == "x-gzip") gzip = item.quality;
    if (item.name == "*") any = item.quality;
    if (item.name == "identity") plain = item.quality;
  }
  if (gzip < 0) gzip = any;
  return gzip > 0 && gzip >= plain;
}

Language ChooseLanguage(const std::vector<Item>& items, Language usual) {
  int english = 0;
  int norwegian = 0;
  for (const Item& item : items) {
    const std::string name = item.name.substr(0, item.name.find('-'));
    if (name == "en" && item.quality > english) english = item.quality;
    const bool is_norwegian = name == "nb" || name == "nn" || name == "no";
    if (is_norwegian && item.quality > norwegian) norwegian = item.quality;
  }
  if (english == norwegian) return usual;
  return english > norwegian ? Language::kEnglish : Language::kNorwegian;
}

std::vector<Field> FieldsOf(const Texts& lines, std::string_view name) {
  std::vector<Field> fields;
  for (const std::string& line : lines) fields.push_back({.name = name, .value = line});
  return fields;
}

// An input asks for an eighth of the resources: all of them take as long as several inputs.
constexpr int kParts = 8;

void CompareTypes(const Texts& lines, const std::vector<Item>& items, int choice) {
  const bool is_browser = choice % 2 == 0;
  const int part = choice / 2 % kParts;
  std::vector<Field> fields = FieldsOf(lines, "accept");
  fields.push_back({.name = "Sec-Fetch-Mode", .value = is_browser ? "navigate" : "cors"});
  const Request request{.fields = fields};
  for (int at = part; at <= static_cast<int>(Resource::kVersionNotes); at += kParts) {
    const auto resource = static_cast<Resource>(at);
    Demand(orgreg::api::Negotiate(resource, request) == Choose(resource, items));
  }
  Demand(orgreg::api::AsksForPage(request) ==
         (is_browser && Prefers(items, "text/html", "application/json")));
  for (const char* usual : {"application/json", "application/xml"}) {
    Demand(orgreg::api::AsksForProblem(request, usual) ==
           Prefers(items, "application/problem+json", usual));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // More items than these take long, and are no more than many items.
  constexpr std::size_t kMostBytes = 400;
  if (size < 1 || size > kMostBytes) return 0;
  const Texts lines = Split({reinterpret_cast<const char*>(data) + 1, size - 1}, '\n');
  const std::vector<Item> items = ReadItems(FieldsOf(lines, ""));
  CompareTypes(lines, items, data[0]);
  const std::vector<Field> codings = FieldsOf(lines, "Accept-Encoding");
  Demand(orgreg::api::AcceptsGzip({.fields = codings}) == TakesGzip(items));
  const std::vector<Field> languages = FieldsOf(lines, "Accept-Language");
  for (const Language usual : {Language::kEnglish, Language::kNorwegian}) {
    Demand(orgreg::api::LanguageFor({.fields = languages}, usual) == ChooseLanguage(items, usual));
  }
  return 0;
}
