// SPDX-License-Identifier: EUPL-1.2

// One list of roles in all its forms: a general manager, a board and an auditor. The people are
// invented. `@` marks the place of the origin.

#pragma once

#include <algorithm>
#include <string>

namespace orgreg::records {

// An element of the published inventory: members in order of name, with links.
inline const std::string kPublishedRoles =
    R"({"_links":{"enhet":{"href":"https:)"
    R"(//data.brreg.no/enhetsregisteret/api/enheter/312300028"},"self":{"href":"https:)"
    R"(//data.brreg.no/enhetsregisteret/api/enheter/312300028/roller"}},)"
    R"("organisasjonsnummer":"312300028","rollegrupper":[{)"
    R"("roller":[)"
    R"({"avregistrert":false,"person":{"erDoed":false,"fodselsdato":"1970-01-01","navn":)"
    R"({"etternavn":"Eksempel","fornavn":"Kari"}},"rekkefolge":0,"type":{"_links":{"self":)"
    R"({"href":"https://data.brreg.no/enhetsregisteret/api/roller/rolletyper/DAGL"}},)"
    R"("beskrivelse":"Daglig leder","kode":"DAGL"}}],)"
    R"("sistEndret":"2020-11-02","type":{"_links":{"self":{"href":"https:)"
    R"(//data.brreg.no/enhetsregisteret/api/roller/rollegruppetyper/DAGL"}},"beskrivelse":)"
    R"("Daglig leder","kode":"DAGL"}},{)"
    R"("roller":[)"
    R"({"avregistrert":false,"person":{"erDoed":false,"fodselsdato":"1971-02-02","navn":)"
    R"({"etternavn":"Eksempel","fornavn":"Ola","mellomnavn":"Prøve"}},"rekkefolge":0,"type":)"
    R"({"_links":{"self":{"href":"https:)"
    R"(//data.brreg.no/enhetsregisteret/api/roller/rolletyper/LEDE"}},"beskrivelse":)"
    R"("Styrets leder","kode":"LEDE"})"
    R"(,"valgtAv":{"beskrivelse":"Representant for A-aksjonærene","kode":"A-AK"}},)"
    R"({"avregistrert":false,"person":{"erDoed":false,"fodselsdato":"1972-03-03","navn":)"
    R"({"etternavn":"Person","fornavn":"Test"}},"rekkefolge":1,"type":{"_links":{"self":)"
    R"({"href":"https://data.brreg.no/enhetsregisteret/api/roller/rolletyper/MEDL"}},)"
    R"("beskrivelse":"Styremedlem","kode":"MEDL"})"
    R"(,"valgtAv":{"beskrivelse":"Representant for de ansatte","kode":"AREP"}}],)"
    R"("sistEndret":"2026-02-17","type":{"_links":{"self":{"href":"https:)"
    R"(//data.brreg.no/enhetsregisteret/api/roller/rollegruppetyper/STYR"}},"beskrivelse":)"
    R"("Styre","kode":"STYR"}},{)"
    R"("roller":[)"
    R"({"avregistrert":false,"enhet":{"_links":{"self":{"href":"https:)"
    R"(//data.brreg.no/enhetsregisteret/api/enheter/312304015"}},"erSlettet":false,"navn":)"
    R"(["EKSEMPEL REVISJON AS"],"organisasjonsform":{"_links":{"self":{"href":"https:)"
    R"(//data.brreg.no/enhetsregisteret/api/organisasjonsformer/AS"}},"beskrivelse":)"
    R"("Aksjeselskap","kode":"AS"},"organisasjonsnummer":"312304015"},"rekkefolge":0,)"
    R"("type":{"_links":{"self":{"href":"https:)"
    R"(//data.brreg.no/enhetsregisteret/api/roller/rolletyper/REVI"}},"beskrivelse":)"
    R"("Revisor","kode":"REVI"}}],)"
    R"("sistEndret":"2019-06-19","type":{"_links":{"self":{"href":"https:)"
    R"(//data.brreg.no/enhetsregisteret/api/roller/rollegruppetyper/REVI"}},"beskrivelse":)"
    R"("Revisor","kode":"REVI"}}]})";

// The form that every client gets.
inline const std::string kPublicRoles =
    R"({"rollegrupper":[)"
    R"({"type":{"kode":"DAGL","beskrivelse":"Daglig leder","_links":{"self":{"href":)"
    R"("@/enhetsregisteret/api/roller/rollegruppetyper/DAGL"}}},)"
    R"("sistEndret":"2020-11-02",)"
    R"("roller":[{"type":{"kode":"DAGL","beskrivelse":"Daglig leder","_links":{"self":)"
    R"({"href":"@/enhetsregisteret/api/roller/rolletyper/DAGL"}}},"person":{"fodselsdato":)"
    R"("1970-01-01","navn":{"fornavn":"Kari","etternavn":"Eksempel"},"erDoed":false},)"
    R"("fratraadt":false,"avregistrert":false,"rekkefolge":0}]},)"
    R"({"type":{"kode":"STYR","beskrivelse":"Styre","_links":{"self":{"href":)"
    R"("@/enhetsregisteret/api/roller/rollegruppetyper/STYR"}}},)"
    R"("sistEndret":"2026-02-17",)"
    R"("roller":[{"type":{"kode":"LEDE","beskrivelse":"Styrets leder","_links":{"self":)"
    R"({"href":"@/enhetsregisteret/api/roller/rolletyper/LEDE"}}},"person":{"fodselsdato":)"
    R"("1971-02-02","navn":{"fornavn":"Ola","mellomnavn":"Prøve","etternavn":"Eksempel"},)"
    R"("erDoed":false})"
    R"(,"valgtAv":{"kode":"A-AK","beskrivelse":"Representant for A-aksjonærene"},"fratraadt":)"
    R"(false,"avregistrert":false,"rekkefolge":0},{"type":{"kode":"MEDL","beskrivelse":)"
    R"("Styremedlem","_links":{"self":{"href":)"
    R"("@/enhetsregisteret/api/roller/rolletyper/MEDL"}}},"person":{"fodselsdato":)"
    R"("1972-03-03","navn":{"fornavn":"Test","etternavn":"Person"},"erDoed":false})"
    R"(,"valgtAv":{"kode":"AREP","beskrivelse":"Representant for de ansatte"},"fratraadt":)"
    R"(false,"avregistrert":false,"rekkefolge":1}]},)"
    R"({"type":{"kode":"REVI","beskrivelse":"Revisor","_links":{"self":{"href":)"
    R"("@/enhetsregisteret/api/roller/rollegruppetyper/REVI"}}},)"
    R"("sistEndret":"2019-06-19",)"
    R"("roller":[{"type":{"kode":"REVI","beskrivelse":"Revisor","_links":{"self":{"href":)"
    R"("@/enhetsregisteret/api/roller/rolletyper/REVI"}}},"enhet":{"organisasjonsnummer":)"
    R"("312304015","organisasjonsform":{"kode":"AS","beskrivelse":"Aksjeselskap","_links":)"
    R"({"self":{"href":"@/enhetsregisteret/api/organisasjonsformer/AS"}}},"navn":)"
    R"(["EKSEMPEL REVISJON AS"],"erSlettet":false,)"
    R"("_links":{"self":{"href":"@/enhetsregisteret/api/enheter/312304015"}}},"fratraadt":)"
    R"(false,"avregistrert":false,"rekkefolge":0}]}],)"
    R"("_links":{"self":{"href":"@/enhetsregisteret/api/enheter/312300028/roller"},"enhet":)"
    R"({"href":"@/enhetsregisteret/api/enheter/312300028"}}})";

// A line of our own file.
inline const std::string kBulkRoles =
    R"({"organisasjonsnummer":"312300028","rollegrupper":[{)"
    R"("roller":[)"
    R"({"avregistrert":false,"person":{"erDoed":false,"fodselsdato":"1970-01-01","navn":)"
    R"({"etternavn":"Eksempel","fornavn":"Kari"}},"rekkefolge":0,"type":{"beskrivelse":)"
    R"("Daglig leder","kode":"DAGL"}}],)"
    R"("sistEndret":"2020-11-02","type":{"beskrivelse":"Daglig leder","kode":"DAGL"}},{)"
    R"("roller":[)"
    R"({"avregistrert":false,"person":{"erDoed":false,"fodselsdato":"1971-02-02","navn":)"
    R"({"etternavn":"Eksempel","fornavn":"Ola","mellomnavn":"Prøve"}},"rekkefolge":0,"type":)"
    R"({"beskrivelse":"Styrets leder","kode":"LEDE"})"
    R"(,"valgtAv":{"beskrivelse":"Representant for A-aksjonærene","kode":"A-AK"}},)"
    R"({"avregistrert":false,"person":{"erDoed":false,"fodselsdato":"1972-03-03","navn":)"
    R"({"etternavn":"Person","fornavn":"Test"}},"rekkefolge":1,"type":{"beskrivelse":)"
    R"("Styremedlem","kode":"MEDL"})"
    R"(,"valgtAv":{"beskrivelse":"Representant for de ansatte","kode":"AREP"}}],)"
    R"("sistEndret":"2026-02-17","type":{"beskrivelse":"Styre","kode":"STYR"}},{)"
    R"("roller":[)"
    R"({"avregistrert":false,"enhet":{"erSlettet":false,"navn":["EKSEMPEL REVISJON AS"],)"
    R"("organisasjonsform":{"beskrivelse":"Aksjeselskap","kode":"AS"},"organisasjonsnummer":)"
    R"("312304015"},"rekkefolge":0,"type":{"beskrivelse":"Revisor","kode":"REVI"}}],)"
    R"("sistEndret":"2019-06-19","type":{"beskrivelse":"Revisor","kode":"REVI"}}]})";

}  // namespace orgreg::records
