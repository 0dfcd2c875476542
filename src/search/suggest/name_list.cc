// SPDX-License-Identifier: EUPL-1.2

#include "search/suggest/name_list.h"

#include <utility>

#include "base/values/ascii.h"
#include "model/unit.h"

namespace orgreg::search {

base::Result<std::shared_ptr<const NameList>> NameList::Make(std::vector<Labelled> items) {
  const auto list = std::make_shared<NameList>();
  NameIndexBuilder builder;
  for (const Labelled& item : items) {
    model::Unit named;
    named.name = item.label;
    builder.Add(named);
    std::string digits = item.code;
    std::erase_if(digits, [](char c) { return !base::IsDigit(c); });
    list->codes_.push_back(std::move(digits));
  }
  SegmentFileWriter writer("");
  std::move(builder).Write(&writer);
  list->file_ = TRY(writer.Finish({}));
  SectionReader reader(*list->file_);
  list->names_ = NameIndex(items.size(), &reader);
  list->items_ = std::move(items);
  return std::shared_ptr<const NameList>(list);
}

}  // namespace orgreg::search
