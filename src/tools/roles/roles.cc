// SPDX-License-Identifier: EUPL-1.2

// EntityRoles writes the groups of one entity by its profile and traits. The maker prepares each
// block: its traits, and the holders near it.

#include "tools/roles/roles.h"

#include <algorithm>
#include <array>

#include "tools/roles/role_list.h"
#include "tools/units/plan.h"
#include "tools/values/addresses.h"
#include "tools/values/words.h"

namespace orgreg::tools {
namespace {

constexpr double kAlways = 100;

// The traits that companies get; one more is an association's.
constexpr std::array kCompanyTraits = {
    RoleTrait::kLimitedCapacity,   RoleTrait::kFuturePower,   RoleTrait::kApproved,
    RoleTrait::kOnlyDeletedHolder, RoleTrait::kElectedByB,    RoleTrait::kElectedByC,
    RoleTrait::kElectedByStaff,    RoleTrait::kObserver,      RoleTrait::kLargeBoard,
    RoleTrait::kEverybodyLeft,     RoleTrait::kBusyInCompany,
};

// Whom a member of the board represents under a trait; empty for most traits.
std::string_view RepresentedBy(RoleTrait trait) {
  switch (trait) {
    case RoleTrait::kElectedByB:
      return "B-AK";
    case RoleTrait::kElectedByC:
      return "C-AK";
    case RoleTrait::kElectedByStaff:
      return "AREP";
    default:
      return {};
  }
}

// One of some hundred lawyers, the first ones more often.
model::EstateManager DrawEstateManager(std::uint64_t seed, Random* random) {
  constexpr std::size_t kManagers = 300;
  const std::size_t which = random->EarlyOf(kManagers);
  Random own(seed, Stream::kEstateManager, which);
  const Lists& lists = GetLists();
  const MunicipalityPlaces& place = lists.municipalities[lists.municipality_weights.Pick(&own)];
  std::string name = "Advokat ";
  AppendPerson(&own, &name);
  const model::Address address = StreetAddress(place, PickOf(place.street_areas, &own), &own);
  return {.name = InCapitals(name),
          .address = model::Address{.country_code = address.country_code,
                                    .postcode = address.postcode,
                                    .city = address.city,
                                    .lines = address.lines},
          .is_dead = false};
}

// The roles of one entity follow from this.
struct Subject {
  std::uint64_t seed = 0;
  std::uint64_t entity = 0;
  RoleTrait trait = RoleTrait::kNone;
  const RoleProfile& profile;
  const model::Unit& unit;
};

// Writes the roles of one entity, group by group.
class EntityRoles {
 public:
  EntityRoles(const Subject& subject, const People& people, const Holders& holders,
              model::RoleList* list)
      : subject_(subject),
        profile_(subject.profile),
        unit_(subject.unit),
        people_(people),
        holders_(holders),
        random_(subject.seed, Stream::kRoles, subject.entity),
        list_(list) {}

  void AddAll() {
    const bool is_through = Has(RoleTrait::kOnlyDeletedHolder) && AddDeletedAuditor();
    if (is_through) return;
    const bool is_busy = Has(RoleTrait::kBusyInCompany) || Has(RoleTrait::kBusyInClub);
    leader_ = is_busy ? people_.Busy(0) : people_.Draw(&random_);
    AddLeaders();
    AddPartners();
    AddContacts();
    AddEstate();
    AddFirms();
  }

  Random* random() { return &random_; }

 private:
  bool Has(RoleTrait trait) const { return subject_.trait == trait; }

  model::Role& AddPerson(std::string_view type, std::uint64_t place) {
    return list_.Add(type, people_.At(place));
  }
  // A group of one role with the same code.
  void AddAlone(std::string_view type, RoleHolder holder) {
    list_.Begin(type);
    list_.Add(type, std::move(holder));
  }
  void AddAlone(std::string_view type, double percent) {
    if (random_.Percent(percent)) AddAlone(type, people_.At(people_.Draw(&random_)));
  }

  // A person without a role in the group so far.
  model::Role& AddAnother(std::string_view type) {
    std::uint64_t place = people_.Draw(&random_);
    while (std::ranges::find(in_group_, place) != in_group_.end()) place = people_.Draw(&random_);
    in_group_.push_back(place);
    return AddPerson(type, place);
  }

  // The chairman of a small company often manages it as well.
  void AddLeaders() {
    constexpr double kManagerIsChairman = 58;
    const bool is_needed = subject_.trait != RoleTrait::kNone;
    const bool has_manager = is_needed || random_.Percent(profile_.manager);
    const bool has_board = is_needed || random_.Percent(profile_.board);
    if (has_manager) {
      list_.Begin("DAGL");
      const bool is_chairman = has_board && random_.Percent(kManagerIsChairman);
      model::Role& role = AddPerson("DAGL", is_chairman ? leader_ : people_.Draw(&random_));
      if (Has(RoleTrait::kFuturePower)) role.has_confirmed_future_power = true;
      if (Has(RoleTrait::kLimitedCapacity)) role.has_limited_capacity = true;
    }
    if (random_.Percent(profile_.owner)) {
      AddAlone("INNH", people_.At(people_.OwnerOf(subject_.entity)));
    }
    if (has_board) AddBoard();
  }

  void AddBoard() {
    constexpr int kMostMembers = 12;
    constexpr int kMostSubstitutes = 8;
    constexpr int kLargeBoard = 34;
    constexpr double kObserver = 0.15;
    list_.Begin("STYR");
    in_group_.assign(1, leader_);
    AddPerson("LEDE", leader_);
    if (random_.Percent(profile_.deputy_chair)) AddAnother("NEST");
    const std::string_view represented = RepresentedBy(subject_.trait);
    if (!represented.empty()) AddAnother("MEDL").elected_by = Representative(represented);
    const int fewest = Has(RoleTrait::kLargeBoard) ? kLargeBoard : 0;
    for (int i = 0; i < fewest || (i < kMostMembers && random_.Percent(profile_.next_member));
         ++i) {
      AddAnother("MEDL");
    }
    for (int i = 0; i < kMostSubstitutes && random_.Percent(profile_.next_substitute); ++i) {
      AddAnother("VARA");
    }
    if (Has(RoleTrait::kObserver) || random_.Percent(kObserver)) AddAnother("OBS");
  }

  void AddPartners() {
    constexpr double kCoOwnersKnown = 30;
    switch (profile_.partners) {
      case Partners::kNone:
        return;
      case Partners::kLiableInPart:
        return AddSharers("DELT", "DTPR");
      case Partners::kLiableInFull:
        return AddSharers("DELT", "DTSO");
      case Partners::kLimited:
        list_.Begin("KOMP");
        in_group_.clear();
        AddPartner("KOMP", kAlways);
        return AddSharers("DELT", "DTPR");
      case Partners::kCoOwners:
        if (random_.Percent(kCoOwnersKnown)) AddSharers("SAM", "SAM");
        return;
      case Partners::kMunicipalities:
        return AddMunicipalities();
    }
  }

  void AddSharers(std::string_view group, std::string_view type) {
    constexpr double kAnother = 42;
    constexpr int kMost = 30;
    constexpr double kCompany = 33;
    constexpr double kShareKnown = 96;
    int sharers = 2;
    while (sharers < kMost && random_.Percent(kAnother)) ++sharers;
    const bool has_shares = group == "DELT" && random_.Percent(kShareKnown);
    std::vector<std::string> shares = SplitIntoShares(sharers, &random_);
    list_.Begin(group);
    in_group_.clear();
    for (std::string& share : shares) {
      model::Role& role = AddPartner(type, kCompany);
      if (has_shares) role.share = std::move(share);
    }
  }

  model::Role& AddPartner(std::string_view type, double company_percent) {
    const bool is_company = random_.Percent(company_percent);
    auto company = is_company ? holders_.Company(subject_.entity, &random_) : std::nullopt;
    const bool is_new = company && !list_.Holds(company->number);
    return is_new ? list_.Add(type, std::move(*company)) : AddAnother(type);
  }

  void AddMunicipalities() {
    constexpr int kMost = 9;
    std::vector<model::HolderEntity> owners;
    const int wanted = random_.Between(2, kMost);
    for (int i = 0; i < wanted; ++i) {
      auto owner = holders_.Municipality(&random_);
      const bool is_new = owner && std::ranges::find(owners, owner->number,
                                                     &model::HolderEntity::number) == owners.end();
      if (is_new) owners.push_back(std::move(*owner));
    }
    if (owners.empty()) return;
    std::vector<std::string> shares = SplitIntoShares(static_cast<int>(owners.size()), &random_);
    list_.Begin("EIKM");
    for (std::size_t i = 0; i < owners.size(); ++i) {
      list_.Add("EIKM", std::move(owners[i])).share = std::move(shares[i]);
    }
  }

  void AddContacts() {
    constexpr double kHome = 90;
    constexpr double kRepresentative = 46;
    AddAlone("KONT", profile_.contact);
    if (unit_.form.code != "NUF") return;
    AddAlone("REPR", kRepresentative);
    auto home = holders_.HomeOf(subject_.entity);
    if (home && random_.Percent(kHome)) AddAlone("HFOR", std::move(*home));
  }

  // Estates, and entities that are about to become one.
  void AddEstate() {
    const bool is_company_estate = unit_.form.code == "KBO";
    const bool is_personal_estate = unit_.form.code == "BO";
    const bool is_wound_up =
        unit_.bankrupt.value_or(false) || unit_.compulsory_dissolution.value_or(false);
    if (!is_company_estate && !is_personal_estate && !is_wound_up) return;
    AddAlone("BOBE", DrawEstateManager(subject_.seed, &random_));
    if (is_personal_estate) AddAlone("KENK", kAlways);
    if (!is_company_estate) return;
    auto debtor = holders_.Deleted(&random_);
    if (debtor) AddAlone("KDEB", std::move(*debtor));
  }

  void AddFirms() {
    constexpr double kDeletedFirm = 0.4;
    AddFirm("FFØR", Service::kBusinessManager, profile_.business_manager);
    AddFirm("REGN", Service::kAccountant, profile_.accountant);
    if (Has(RoleTrait::kApproved)) return AddFirm("REVI", Service::kAuditor, kAlways);
    const bool is_audited = !unit_.audit_waived_on && random_.Percent(profile_.auditor);
    if (!is_audited) return;
    const bool is_through = random_.Percent(kDeletedFirm) && AddDeletedAuditor();
    if (!is_through) AddFirm("REVI", Service::kAuditor, kAlways);
  }

  void AddFirm(std::string_view type, Service service, double percent) {
    if (!random_.Percent(percent)) return;
    const model::HolderEntity* const firm = holders_.Firm(service, &random_);
    const bool is_itself = firm != nullptr && firm->number == unit_.number;
    if (firm == nullptr || is_itself) return;
    list_.Begin(type);
    model::HolderEntity holder = *firm;
    if (Has(RoleTrait::kApproved)) holder.approval = std::string(kApproval);
    list_.Add(type, std::move(holder));
  }

  bool AddDeletedAuditor() {
    auto auditor = holders_.Deleted(&random_);
    if (!auditor) return false;
    AddAlone("REVI", std::move(*auditor));
    return true;
  }

  const Subject& subject_;
  const RoleProfile& profile_;
  const model::Unit& unit_;
  const People& people_;
  const Holders& holders_;
  Random random_;
  RoleListBuilder list_;
  std::uint64_t leader_ = 0;                  // The chair of the board, if there is one.
  std::vector<std::uint64_t> in_group_ = {};  // People in the newest group.
};

}  // namespace

RoleMaker::RoleMaker(const Plan& plan)
    : plan_(plan), people_(plan.seed(), plan.Count(Role::kEntity)), holders_(plan) {
  for (const FormProfile& form : GetLists().forms) profiles_.push_back(&RoleProfileOf(form));
}

void RoleMaker::BeginBlock(std::uint64_t block, const std::vector<PlannedUnit>& units) {
  holders_.BeginBlock(units);
  traits_.clear();
  const auto& companies = holders_.companies();
  for (std::size_t i = 0; i < kCompanyTraits.size(); ++i) {
    const bool is_here = (2 * i + 1) * plan_.blocks() / (2 * kCompanyTraits.size()) == block;
    if (!is_here || traits_.size() == companies.size()) continue;
    traits_.emplace_back(companies[traits_.size()].index, kCompanyTraits[i]);
  }
  const auto& clubs = holders_.clubs();
  const bool is_club_here = plan_.blocks() / 2 == block && !clubs.empty();
  if (is_club_here) traits_.emplace_back(clubs.front().index, RoleTrait::kBusyInClub);
}

RoleTrait RoleMaker::TraitOf(std::uint64_t entity) const {
  const auto found =
      std::ranges::find(traits_, entity, [](const auto& pair) { return pair.first; });
  return found == traits_.end() ? RoleTrait::kNone : found->second;
}

bool RoleMaker::Make(const PlannedUnit& planned, const model::Unit& unit,
                     model::RoleList* list) const {
  list->number = unit.number;
  list->groups.clear();
  const FormProfile& form = plan_.FormOf(planned.index);
  const auto form_at = static_cast<std::size_t>(&form - GetLists().forms.data());
  const Subject subject = {.seed = plan_.seed(),
                           .entity = planned.index,
                           .trait = TraitOf(planned.index),
                           .profile = *profiles_[form_at],
                           .unit = unit};
  EntityRoles roles(subject, people_, holders_, list);
  roles.AddAll();
  CompleteRoles({.registered_on = *unit.registered_on,
                 .has_share_classes = form.form->code == "AS" || form.form->code == "ASA",
                 .everybody_left = subject.trait == RoleTrait::kEverybodyLeft},
                roles.random(), list);
  return !list->groups.empty();
}

}  // namespace orgreg::tools
