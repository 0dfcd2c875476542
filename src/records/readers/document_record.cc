// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/document_record.h"

#include <string>

#include "records/readers/stored_body.h"

namespace orgreg::records {

base::Result<model::DocumentList> ReadStoredDocuments(std::string_view text) {
  std::string padded;
  padded.reserve(text.size() + JsonReader::kPadding);
  JsonReader reader;
  return ReadStored(&reader, model::kDocumentListSchema, padded.assign(text));
}

}  // namespace orgreg::records
