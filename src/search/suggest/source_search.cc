// SPDX-License-Identifier: EUPL-1.2

#include "search/suggest/source_search.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/values/ascii.h"
#include "base/values/fold.h"
#include "base/values/org_number.h"
#include "search/segment/name_words.h"
#include "search/suggest/word_errors.h"

namespace orgreg::search {
namespace {

// A name that is read on a walk takes as long as weighing this many others.
constexpr std::size_t kReadCost = 40;
// A walk that finds too little after so many names is given up: all names with the beginning are
// weighed then.
constexpr std::size_t kMostSteps = 16'384;
constexpr std::size_t kChunk = 256;
// Words of more documents, or more words, are not looked at one by one.
constexpr std::size_t kMostCandidates = 20'000;
constexpr std::size_t kMostTerms = 4096;
// So few names are read rather than another word looked up.
constexpr std::size_t kFewCandidates = 500;
// A word of more documents is compared with the names that are read.
constexpr std::size_t kMostMarked = 100'000;
// A text of more words is compared only as a beginning.
constexpr std::size_t kMostWords = 12;

// The least of many numbers, each once.
class Least {
 public:
  explicit Least(std::size_t most) : most_(most) {}

  bool Wants(std::uint32_t number) const {
    if (heap_.size() == most_ && number >= heap_.front()) return false;
    return std::ranges::find(heap_, number) == heap_.end();
  }
  void Add(std::uint32_t number) {
    if (heap_.size() == most_) {
      std::ranges::pop_heap(heap_);
      heap_.pop_back();
    }
    heap_.push_back(number);
    std::ranges::push_heap(heap_);
  }
  // Ascending.
  std::vector<std::uint32_t> Take() && {
    std::ranges::sort_heap(heap_);
    return std::move(heap_);
  }

 private:
  std::size_t most_;
  std::vector<std::uint32_t> heap_;  // The greatest first.
};

}  // namespace

bool SourceSearch::IsFree(Doc doc) const {
  if (source_.hidden != nullptr && source_.hidden->Contains(doc)) return false;
  return std::ranges::find(found_, doc) == found_.end();
}

std::vector<Doc> SourceSearch::Keep(std::vector<Doc> docs) {
  found_.insert(found_.end(), docs.begin(), docs.end());
  return docs;
}

std::vector<Doc> SourceSearch::TakeCode() {
  std::vector<Doc> docs;
  if (source_.records != nullptr) {
    const auto number = base::OrgNumber::Parse(typed_.digits);
    const auto doc = number ? source_.records->Find(*number) : std::nullopt;
    if (doc && IsFree(*doc)) docs.push_back(*doc);
  }
  for (std::size_t at = 0; at < source_.codes.size(); ++at) {
    const auto doc = static_cast<Doc>(at);
    if (source_.codes[at] == typed_.digits && IsFree(doc)) docs.push_back(doc);
  }
  return Keep(std::move(docs));
}

std::vector<Doc> SourceSearch::TakeCodeBeginning() {
  std::vector<Doc> docs;
  if (source_.records != nullptr) {
    const RecordTable& records = *source_.records;
    std::string padded = typed_.digits;
    padded.resize(base::OrgNumber::kDigits, '0');
    const std::uint32_t first = base::OrgNumber::Parse(padded)->value();
    std::size_t row = first == 0 ? 0 : records.CountUpTo(base::OrgNumber(first - 1));
    for (; row < records.size() && docs.size() < most_; ++row) {
      const auto doc = static_cast<Doc>(row);
      if (!records.Number(doc).ToString().starts_with(typed_.digits)) break;
      if (IsFree(doc)) docs.push_back(doc);
    }
  }
  for (std::size_t at = 0; at < source_.codes.size() && docs.size() < most_; ++at) {
    const auto doc = static_cast<Doc>(at);
    if (source_.codes[at].starts_with(typed_.digits) && IsFree(doc)) docs.push_back(doc);
  }
  return Keep(std::move(docs));
}

std::vector<Doc> SourceSearch::BestOf(Range by_content) const {
  Least least(most_);
  for (const Doc doc : names_.ByContent(by_content)) {
    const std::uint32_t preference = names_.Preference(doc);
    if (least.Wants(preference) && IsFree(doc)) least.Add(preference);
  }
  std::vector<Doc> docs = std::move(least).Take();
  for (Doc& doc : docs) doc = names_.ByPreference(doc);
  return docs;
}

template <typename Matches>
std::optional<std::vector<Doc>> SourceSearch::Walk(std::size_t letters, std::size_t most_steps,
                                                   std::vector<Doc>* found, Matches matches) const {
  // The first name that is long enough: the weight of a name is twice its length or one more.
  std::size_t place = 0;
  std::size_t end = names_.size();
  while (place < end) {
    const std::size_t middle = (place + end) / 2;
    if (names_.Weight(names_.ByPreference(middle)) < 2 * letters) {
      place = middle + 1;
    } else {
      end = middle;
    }
  }
  const std::size_t last = std::min(names_.size(), place + most_steps);
  while (place < last) {
    const std::size_t next = std::min(last, place + kChunk);
    for (const Doc doc : names_.ByPreference({.first = place, .last = next})) {
      if (!matches(doc) || !IsFree(doc)) continue;
      found->push_back(doc);
      if (found->size() == most_) return std::move(*found);
    }
    place = next;
  }
  if (last == names_.size()) return std::move(*found);
  return std::nullopt;
}

std::vector<Doc> SourceSearch::TakeBeginning(std::string_view text) {
  const Range range = names_.ContentsBeginningWith(text);
  const std::size_t count = range.last - range.first;
  // A walk reads about most * size / count names.
  if (count > 1 && count > most_ * kReadCost * (names_.size() / count)) {
    std::vector<Doc> found;
    auto docs = Walk(base::CountCharacters(text), kMostSteps, &found,
                     [&](Doc doc) { return names_.Content(doc).starts_with(text); });
    if (docs) return Keep(*std::move(docs));
  }
  return Keep(BestOf(range));
}

std::size_t SourceSearch::ErrorsIn(const TypedWord& word, std::size_t errors) const {
  return std::min(word.errors, errors);
}

SourceSearch::Candidates SourceSearch::CandidatesOf(const TypedWord& word, std::size_t errors,
                                                    std::size_t most) const {
  Candidates candidates{.words = WordsWithErrors(names_, word.loose, ErrorsIn(word, errors))};
  std::size_t terms = 0;
  for (const Range& range : candidates.words) {
    terms += range.last - range.first;
    if (terms > kMostTerms) break;
    for (const std::uint32_t term : names_.TermsByLoose(range)) {
      candidates.count += names_.words().At(term).count;
      if (candidates.count > most) break;
    }
    if (candidates.count > most) break;
  }
  candidates.are_many = terms > kMostTerms || candidates.count > most;
  return candidates;
}

// Those of the word that fewest names have: every name that matches is among them. Words without
// errors are tried first, then the longest, because looking up errors takes longest.
SourceSearch::Candidates SourceSearch::FewestCandidates(std::size_t errors) const {
  std::vector<const TypedWord*> order;
  order.reserve(typed_.loose.size());
  for (const TypedWord& word : typed_.loose) order.push_back(&word);
  std::ranges::stable_sort(order, [&](const TypedWord* a, const TypedWord* b) {
    const bool a_is_exact = ErrorsIn(*a, errors) == 0;
    const bool b_is_exact = ErrorsIn(*b, errors) == 0;
    return a_is_exact != b_is_exact ? a_is_exact : a->loose.size() > b->loose.size();
  });
  std::optional<Candidates> fewest;
  for (const TypedWord* const word : order) {
    // A word with more candidates than another one is not counted to the end.
    const bool has_few = fewest && !fewest->are_many;
    Candidates candidates = CandidatesOf(*word, errors, has_few ? fewest->count : kMostCandidates);
    if (candidates.words.empty()) return candidates;
    if (!fewest || !candidates.are_many) fewest = std::move(candidates);
    // Another word would hardly take less than reading these names.
    if (!fewest->are_many && fewest->count <= kFewCandidates) break;
  }
  return *std::move(fewest);
}

template <typename Visit>
void SourceSearch::ForEachDoc(const Candidates& candidates, Visit visit) const {
  for (const Range& range : candidates.words) {
    for (const std::uint32_t term : names_.TermsByLoose(range)) {
      // A legal form is no word of a name.
      if (IsLegalForm(names_.words().Term(term))) continue;
      const Postings docs = names_.words().At(term);
      for (const Doc doc : docs.list) visit(doc);
      ForEachBit(docs.bits, visit);
    }
  }
}

std::vector<Doc> SourceSearch::BestWithOneWord(const Candidates& candidates) const {
  Least least(most_);
  ForEachDoc(candidates, [&](Doc doc) {
    const std::uint32_t preference = names_.Preference(doc);
    if (least.Wants(preference) && IsFree(doc)) least.Add(preference);
  });
  std::vector<Doc> docs = std::move(least).Take();
  for (Doc& doc : docs) doc = names_.ByPreference(doc);
  return docs;
}

// The least letters of a name with the typed words. Loosening makes two letters of one (æ).
std::size_t SourceSearch::LeastLetters(std::size_t errors) const {
  std::size_t letters = 1;
  for (const TypedWord& word : typed_.loose) {
    std::size_t fewer = ErrorsIn(word, errors);
    for (std::size_t at = word.loose.find("ae"); at != std::string::npos;
         at = word.loose.find("ae", at + 2))
      ++fewer;
    letters = std::max(letters, word.loose.size() - std::min(word.loose.size(), fewer));
  }
  return letters;
}

// True if each typed word begins a word of the name.
bool SourceSearch::HasWords(Doc doc, std::size_t errors, std::string* loose) const {
  LoosenTo(names_.Content(doc), loose);
  return std::ranges::all_of(typed_.loose, [&](const TypedWord& typed) {
    const std::size_t most = ErrorsIn(typed, errors);
    std::string_view rest = *loose;
    while (!rest.empty()) {
      if (BeginsWithErrors(base::TakeUntil(' ', &rest), typed.loose, most)) return true;
    }
    return false;
  });
}

// The documents of the candidates, some of them more than once. Unless they are few, without those
// that lack a word that must be right and that not too many others have.
std::vector<Doc> SourceSearch::Intersected(const Candidates& candidates, std::size_t errors) const {
  std::vector<Doc> docs;
  ForEachDoc(candidates, [&](Doc doc) { docs.push_back(doc); });
  std::vector<std::uint64_t> marks;
  for (const TypedWord& word : typed_.loose) {
    if (docs.size() <= kFewCandidates) break;
    if (ErrorsIn(word, errors) > 0) continue;
    const Candidates others = CandidatesOf(word, 0, kMostMarked);
    if (others.are_many) continue;
    marks.assign(names_.size() / 64 + 1, 0);
    ForEachDoc(others, [&](Doc doc) { marks[doc / 64] |= std::uint64_t{1} << (doc % 64); });
    std::erase_if(docs, [&](Doc doc) { return (marks[doc / 64] >> (doc % 64) & 1U) == 0; });
  }
  return docs;
}

std::vector<Doc> SourceSearch::BestWithWords(const Candidates& candidates,
                                             std::size_t errors) const {
  std::vector<std::uint32_t> heap;
  for (const Doc doc : Intersected(candidates, errors)) heap.push_back(names_.Preference(doc));
  std::ranges::make_heap(heap, std::greater<>());
  std::vector<Doc> docs;
  std::string loose;
  std::optional<std::uint32_t> before;
  for (std::size_t read = 0; read < kMostNamesRead && !heap.empty() && docs.size() < most_;) {
    std::ranges::pop_heap(heap, std::greater<>());
    const std::uint32_t preference = heap.back();
    heap.pop_back();
    if (before == preference) continue;
    before = preference;
    ++read;
    const Doc doc = names_.ByPreference(preference);
    if (HasWords(doc, errors, &loose) && IsFree(doc)) docs.push_back(doc);
  }
  return docs;
}

std::vector<Doc> SourceSearch::TakeWords(std::size_t errors) {
  if (typed_.loose.empty() || typed_.loose.size() > kMostWords) return {};
  const Candidates candidates = FewestCandidates(errors);
  if (candidates.words.empty()) return {};
  if (candidates.are_many) {
    std::string loose;
    std::vector<Doc> found;
    auto docs = Walk(LeastLetters(errors), kMostNamesRead, &found,
                     [&](Doc doc) { return HasWords(doc, errors, &loose); });
    return Keep(docs ? *std::move(docs) : std::move(found));
  }
  const bool is_one = typed_.loose.size() == 1;
  return Keep(is_one ? BestWithOneWord(candidates) : BestWithWords(candidates, errors));
}

}  // namespace orgreg::search
