// SPDX-License-Identifier: EUPL-1.2

// Units from their place in the plan: the core of an entity (so that its sub-entities can be made
// to match), and the whole record of each role. Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "model/unit.h"
#include "tools/units/plan.h"
#include "tools/values/names.h"
#include "tools/values/texts.h"

namespace orgreg::tools {

// What other units need to know of an entity.
struct EntityCore {
  std::uint64_t index = 0;
  base::OrgNumber number = {};
  base::Date registered_on = {};
  Trait trait = Trait::kNone;
  bool is_party = false;
  const FormProfile* profile = nullptr;
  const MunicipalityPlaces* place = nullptr;
  const PostalArea* area = nullptr;
  const ForeignPlace* abroad = nullptr;  // The home of a foreign entity.
  const IndustryChoice* industry = nullptr;
  std::string name = {};
};

EntityCore MakeCore(const Plan& plan, std::uint64_t index, std::uint64_t serial);
// The source of the names and texts of the entity.
NameSource NameSourceOf(const EntityCore& core);
TextSource TextSourceOf(const EntityCore& core, bool nynorsk);
// The industry code of the core, found much faster than the whole.
std::string_view IndustryAt(const Plan& plan, std::uint64_t index);

model::Unit MakeEntity(const Plan& plan, const PlannedUnit& planned);
model::Unit MakeSubEntity(const Plan& plan, const PlannedUnit& planned);
// The form of the sub-entities of entities with a form.
std::string_view SubEntityForm(const FormProfile& superior);
// A deleted or removed unit of either kind.
model::Unit MakeRetired(const Plan& plan, const PlannedUnit& planned);

}  // namespace orgreg::tools
