// SPDX-License-Identifier: EUPL-1.2

// The parts of a bulk file of financial statements (model/statements/parts.h), one after another,
// read as a stream. A rejected part comes with the reasons, and the stream continues; unknown
// elements are skipped. Amounts are exact.
//
// One thread reads a stream. Errors are those of the document as XML (formats/xml/events.h), and
// kInvalid if it is not such a file.

#pragma once

#include <cstdint>

#include "base/result.h"
#include "formats/byte_source.h"
#include "formats/xml/events.h"
#include "model/statements/parts.h"
#include "records/readers/problem.h"

namespace orgreg::ingest {

struct ReadPart {
  model::Statement statement = {};  // Without an id. Complete if there are no problems.
  records::Problems problems = {};
  std::uint64_t ordinal = 0;  // Of the part in the file, from 1.
  std::uint64_t line = 0;     // Where it begins, from 1.
  // Accounts that occur twice with different sums: the last one counts.
  std::uint64_t repeated_accounts = 0;
};

class StatementXml {
 public:
  // `source` outlives the reader.
  explicit StatementXml(formats::ByteSource* source) : events_(source) {}

  // Fills `next`. False at the end.
  base::Result<bool> Next(ReadPart* next);

 private:
  enum class Region : std::uint8_t { kElsewhere, kHead, kAccount };

  base::Status Begin(const formats::XmlEvent& event);
  bool End(const formats::XmlEvent& event);  // True if a part is complete.
  void BeginPart(std::uint64_t line);
  void TakeHeadElement(const formats::XmlEvent& event);
  void TakeAccount();
  void FinishPart();

  formats::XmlEvents events_;
  unsigned depth_ = 0;
  bool is_in_part_ = false;
  Region region_ = Region::kElsewhere;
  std::uint64_t ordinal_ = 0;
  // Of the current part.
  ReadPart* part_ = nullptr;
  model::StatementHead head_ = {};
  std::uint64_t heads_ = 0;
  std::uint64_t elements_seen_ = 0;  // A bit for each of model::HeadElements.
  std::string code_ = {};
  std::string sum_ = {};
};

}  // namespace orgreg::ingest
