// SPDX-License-Identifier: EUPL-1.2

#include "model/schema/schema.h"

#include <utility>

namespace orgreg::model {
namespace {

void AddPlainRows(const Schema& schema, const std::string& before, std::vector<PlainRow>* rows) {
  for (const Row& row : schema.rows) {
    std::string path = before + std::string(row.name);
    if (row.is_group()) {
      AddPlainRows(*row.schema, path + ".", rows);
    } else if (row.type != nullptr && !row.is_link()) {
      rows->push_back({.row = &row, .path = std::move(path)});
    }
  }
}

}  // namespace

std::vector<PlainRow> PlainRows(const Schema& schema) {
  std::vector<PlainRow> rows;
  AddPlainRows(schema, "", &rows);
  return rows;
}

}  // namespace orgreg::model
