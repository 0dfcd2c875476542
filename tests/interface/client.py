# SPDX-License-Identifier: EUPL-1.2
"""Ten calls with the client that a generator makes of the interface document in OpenAPI 3.0: client.py FOLDER ADDRESS

FOLDER holds the generated package orgreg_client.
"""

import json
import sys

sys.path.insert(0, sys.argv[1])

import orgreg_client  # noqa: E402
from orgreg_client.api import codes_api, documents_api, entities_api, extensions_api, roles_api, sub_entities_api, updates_api  # noqa: E402


def must(condition, what):
    if not condition:
        raise SystemExit(f"FAILED {what}")
    print(f"ok {what}")


def refusal(call, **arguments):
    """Returns the error that the call ends with."""
    try:
        call(**arguments)
    except orgreg_client.ApiException as error:
        return error
    raise SystemExit("FAILED the call was not refused")


configuration = orgreg_client.Configuration(host=sys.argv[2])
# The server checks values, and answers with all problems.
configuration.client_side_validation = False
with orgreg_client.ApiClient(configuration) as client:
    entities = entities_api.EntitiesApi(client)
    root = documents_api.DocumentsApi(client).show_root()
    must(root.links.enheter.href.endswith("/enheter"), "the root links to the entities")
    page = entities.search_entities(size=2)
    must(page.page.size == 2 and len(page.embedded.enheter) == 2, "a search gives a page of two")
    number = page.embedded.enheter[0].organisasjonsnummer
    # This generator has no class for either of two schemas.
    answer = json.loads(entities.look_up_entity(number, _preload_content=False).data)
    must(answer["organisasjonsnummer"] == number, "a look-up gives the entity that was found")
    must(refusal(entities.look_up_entity, number="999999999").status == 404, "an unknown number is not found")
    must("size" in refusal(entities.search_entities, size=0).body, "a wrong parameter is refused with all problems")
    page = sub_entities_api.SubEntitiesApi(client).search_sub_entities(size=1)
    must(page.page.total_elements > 0, "a search of sub-entities has a total")
    codes = codes_api.CodesApi(client)
    must(codes.list_organisation_forms().embedded.organisasjonsformer, "there are organisation forms")
    must(codes.look_up_municipality("0301").navn == "OSLO", "a municipality has its name")
    updates = updates_api.UpdatesApi(client).list_entity_updates(size=1)
    must(updates.embedded.oppdaterte_enheter[0].oppdateringsid is not None, "an update has an id")
    must(roles_api.RolesApi(client).list_role_types().embedded.rolletyper, "there are types of roles")
    must(extensions_api.ExtensionsApi(client).look_up_any_unit(number).status == "live", "an extension says that the entity is live")
