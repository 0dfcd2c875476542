// SPDX-License-Identifier: EUPL-1.2

// Reads what a result of a search shows of a unit. It takes the cells of the register's files
// (render/cells/cells.h), which are views of a record's bytes, and passes over the others: reading
// the record into a model::Unit costs more. One reader per thread.

#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/values/org_number.h"
#include "model/kind.h"
#include "model/unit.h"
#include "render/cells/cells.h"
#include "render/public_form.h"

namespace orgreg::api {

// Views of a record. A text that the unit does not have is empty.
struct ResultUnit {
  base::OrgNumber number = {};
  std::string_view name = {};
  std::string_view form = {};  // The text, or the code.
  // Where the unit is, or where it gets its post.
  std::string_view city = {};
  std::string_view municipality = {};
  std::string_view industry = {};  // The text of the first one.
  model::Count employees = {};     // model::EmployeeClass.
  bool bankrupt = false;
  bool winding_up = false;
  bool compulsory_dissolution = false;
};

class ResultReader {
 public:
  explicit ResultReader(model::Kind kind);
  // The one of this thread.
  static ResultReader& Of(model::Kind kind);

  // The views are valid until the next call, and as long as the record. False if the record is
  // damaged.
  [[nodiscard]] bool Read(const render::PublicForm& record, ResultUnit* unit);

 private:
  struct AddressColumns {
    std::size_t city = 0;
    std::size_t municipality = 0;
  };
  struct Columns {
    std::size_t number = 0;
    std::size_t name = 0;
    std::size_t form_text = 0;
    std::size_t form_code = 0;
    AddressColumns place = {};
    AddressColumns post = {};
    std::size_t industry = 0;
    std::size_t employees = 0;
    std::size_t has_employees = 0;
    std::size_t bankrupt = 0;
    std::size_t winding_up = 0;
    std::size_t compulsory_dissolution = 0;
  };
  static Columns ColumnsOf(model::Kind kind);
  static std::vector<std::size_t> Wanted(model::Kind kind, const Columns& columns);

  // An empty cell if the kind does not have the column.
  const render::Cell& At(std::size_t column) const;
  bool Has(std::size_t column) const { return At(column).kind != render::Cell::Kind::kEmpty; }
  model::Count Employees() const;
  void ReadPlace(ResultUnit* unit) const;

  Columns columns_;
  render::RecordCells cells_;
};

}  // namespace orgreg::api
