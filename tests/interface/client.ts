// SPDX-License-Identifier: EUPL-1.2

// Ten calls with the types that openapi-typescript makes of the interface document: client.ts is compiled against
// them (run.py), so that a wrong name or type is an error, and then run against a server: node client.js ADDRESS

import createClient from "openapi-fetch";
import type { paths } from "./interface.js";

const baseUrl = process.argv[2] ?? "";
const client = createClient<paths>({ baseUrl, querySerializer: { array: { style: "form", explode: true } } });
const json = { Accept: "application/json" } as const;
const parseAs = "json";

function must(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(what);
  console.log(`ok ${what}`);
}

// Searches can answer with text, too, which this client does not ask for.
function objectIn<T>(data: T): Exclude<T, string> | undefined {
  return typeof data === "string" ? undefined : (data as Exclude<T, string>);
}

const root = await client.GET("/enhetsregisteret/api", { headers: json, parseAs });
must(root.data?._links?.enheter?.href.endsWith("/enheter"), "the root links to the entities");

const found = await client.GET("/enhetsregisteret/api/enheter", { params: { query: { size: 2 } }, headers: json, parseAs });
const page = objectIn(found.data);
must(page?.page?.size === 2 && page._embedded?.enheter?.length === 2, "a search gives a page of two");
const number = page._embedded.enheter[0]?.organisasjonsnummer ?? "";

const entity = await client.GET("/enhetsregisteret/api/enheter/{number}",
  { params: { path: { number } }, headers: json, parseAs });
must(entity.data?.organisasjonsnummer === number, "a look-up gives the entity that was found");

const missing = await client.GET("/enhetsregisteret/api/enheter/{number}",
  { params: { path: { number: "999999999" } }, headers: json, parseAs });
must(missing.response.status === 404, "an unknown number is not found");

const wrong = await client.GET("/enhetsregisteret/api/enheter", { params: { query: { size: 0 } }, headers: json, parseAs });
must(wrong.response.status === 400 && wrong.error !== undefined, "a wrong parameter is refused with all problems");

const sub = await client.GET("/enhetsregisteret/api/underenheter", { params: { query: { size: 1 } }, headers: json, parseAs });
must(objectIn(sub.data)?.page?.totalElements !== undefined, "a search of sub-entities has a total");

const forms = await client.GET("/enhetsregisteret/api/organisasjonsformer", { headers: json, parseAs });
must((forms.data?._embedded?.organisasjonsformer?.length ?? 0) > 0, "there are organisation forms");

const municipality = await client.GET("/enhetsregisteret/api/kommuner/{code}",
  { params: { path: { code: "0301" } }, headers: json, parseAs });
must(municipality.data?.navn === "OSLO", "a municipality has its name");

const updates = await client.GET("/enhetsregisteret/api/oppdateringer/enheter",
  { params: { query: { size: 1 } }, headers: json, parseAs });
must(updates.data?._embedded?.oppdaterteEnheter?.[0]?.oppdateringsid !== undefined, "an update has an id");

const roles = await client.GET("/enhetsregisteret/api/roller/rolletyper", { headers: json, parseAs });
must((roles.data?._embedded?.rolletyper?.length ?? 0) > 0, "there are types of roles");
