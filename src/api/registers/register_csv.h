// SPDX-License-Identifier: EUPL-1.2

// The CSV files of the other registers, made while they are sent, from one state of the data: they
// are small, so nothing is prepared.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "api/interface/context.h"
#include "base/values/org_number.h"
#include "http/message/body.h"
#include "model/kind.h"
#include "render/cells/sheet_safe_csv.h"
#include "search/catalog.h"

namespace orgreg::api {

// An entry, and its entity as it is served.
struct JoinedEntry {
  search::Numbered entry = {};
  std::string_view entity = {};  // Empty if it is unknown.
  bool entity_is_struck_off = false;
};

class RegisterRows {
 public:
  RegisterRows() = default;
  RegisterRows(const RegisterRows&) = delete;
  RegisterRows& operator=(const RegisterRows&) = delete;
  virtual ~RegisterRows() = default;

  virtual void AppendHeader(std::string* out) = 0;
  // kCorrupt if the entry cannot be read.
  virtual base::Status Append(const JoinedEntry& joined, std::string* out) = 0;
};

// All entries of a kind whose organisations may be shown, in order of number.
class RegisterCsvBody final : public http::BodyStream {
 public:
  RegisterCsvBody(std::shared_ptr<const search::Catalog> catalog, model::Kind kind,
                  std::unique_ptr<RegisterRows> rows, bool is_sheet_safe)
      : catalog_(std::move(catalog)),
        kind_(kind),
        rows_(std::move(rows)),
        is_sheet_safe_(is_sheet_safe) {}
  base::Result<bool> Next(std::string* out) override;

 private:
  base::Result<bool> Make(std::string* out);
  base::Status Append(const search::Numbered& entry, std::string* out);

  std::shared_ptr<const search::Catalog> catalog_;  // Keeps the records.
  model::Kind kind_;
  std::unique_ptr<RegisterRows> rows_;
  bool is_sheet_safe_;
  render::SheetSafeCsv safe_;
  std::string plain_;
  base::OrgNumber after_ = {};
  bool is_begun_ = false;
};

// The file of the argument's kind. It takes one parameter (kSafety).
Outcome SendRegisterCsv(std::string_view name, std::unique_ptr<RegisterRows> rows,
                        const Context& context, Reply* reply);

}  // namespace orgreg::api
