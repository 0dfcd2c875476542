// SPDX-License-Identifier: EUPL-1.2

// Compares recorded answers with the interface document: answers.mjs DOCUMENT.json ANSWERS.ndjson
//
// A line of the second file is an answer with its operation, status, media type, header fields and body
// (tests/wire/run.py --record). Each status, media type and header field must be documented, and each JSON
// body must follow its schema and have no other members. A line that names a schema in place of an operation is a record of
// a sample, which may lack members. Prints what does not follow, and ends with 1.

import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const MOST_SHOWN = 100;
// Fields that every HTTP answer may have.
const USUAL_FIELDS = new Set([
  "access-control-allow-origin", "access-control-expose-headers", "allow", "cache-control", "connection",
  "content-encoding", "content-length", "content-type", "date", "keep-alive", "server", "transfer-encoding", "vary", "x-content-type-options",
]);

// Members that no schema has: records of the test data have them to show that they are kept, and files of others have lists of
// links, which are empty.
const FOREIGN = new Set(["fremtidsfelt", "oppstartsdato", "klimakode", "sprak", "bygningsnummer", "gruppe", "paalydende", "nivaa",
  "juridiskPerson", "saksnummer", "links"]);
const parse = (text) => JSON.parse(text, (name, value) => (FOREIGN.has(name) ? undefined : value));

const document = JSON.parse(readFileSync(process.argv[2], "utf8"));
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
addFormats.default(ajv);

// Schemas allow other members, because new ones may come; the answers of this program have none.
function forbidOthers(node) {
  if (Array.isArray(node)) return node.forEach(forbidOthers);
  if (node === null || typeof node !== "object") return undefined;
  if (node.type === "object" && node.properties) node.additionalProperties ??= false;
  return Object.values(node).forEach(forbidOthers);
}
forbidOthers(document.components.schemas);
ajv.addSchema(document, "document");

function resolve(node) {
  if (!node || !node.$ref) return node;
  return node.$ref.slice(2).split("/").reduce((at, name) => at[name], document);
}

function operations() {
  const found = new Map();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) found.set(operation.operationId, { path, method, operation });
  }
  return found;
}

const escape = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");
const validators = new Map();
function validator(...names) {
  const pointer = `document#/${names.map(escape).map(encodeURIComponent).join("/")}`;
  if (!validators.has(pointer)) validators.set(pointer, ajv.compile({ $ref: pointer }));
  return validators.get(pointer);
}

// What is wrong with one answer.
function* problems(place, answer) {
  const response = resolve(place.operation.responses[String(answer.status)]);
  if (!response) return yield `status ${answer.status} is not documented`;
  const headers = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()));
  for (const [name] of answer.headers) {
    if (!headers.has(name) && !USUAL_FIELDS.has(name)) yield `the field ${name} of ${answer.status} is not documented`;
  }
  const isEmpty = answer.headers.some(([name, value]) => name === "content-length" && value === "0");
  if (isEmpty && response.content && !response["x-may-be-empty"]) return yield `the body of ${answer.status} is empty`;
  if (!answer.type || answer.method === "HEAD" || answer.body === null) return;
  const content = response.content?.[answer.type];
  if (!content) return yield `the media type ${answer.type} of ${answer.status} is not documented`;
  if (!/^[^;]*[/+]json/.test(answer.type) || !content.schema) return;
  const validate = validator("paths", place.path, place.method, "responses", String(answer.status), "content", answer.type, "schema");
  if (validate(parse(answer.body))) return;
  for (const error of validate.errors.slice(0, 5)) {
    yield `the body of ${answer.status} (${answer.type}): ${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`;
  }
}

// What is wrong with one record of a sample.
function* sampleProblems(sample) {
  const validate = validator("components", "schemas", sample.schema);
  if (validate(parse(sample.body))) return;
  for (const error of validate.errors) {
    if (error.keyword !== "required") yield `${error.instancePath.replaceAll(/\/\d+/g, "/…")} ${error.message} ${JSON.stringify(error.params)}`;
  }
}

const places = operations();
let count = 0;
const found = new Map();
for await (const line of createInterface({ input: createReadStream(process.argv[3]) })) {
  const answer = JSON.parse(line);
  const place = places.get(answer.operation);
  const wrong = answer.schema ? sampleProblems(answer) : place ? problems(place, answer) : ["the operation is not documented"];
  for (const problem of wrong) {
    const text = `${answer.operation ?? answer.schema}: ${problem}`;
    if (!found.has(text)) found.set(text, answer.target);
  }
  count += 1;
}
for (const [text, target] of [...found].slice(0, MOST_SHOWN)) console.log(`FAILED ${text}\n    ${target}`);
console.log(`${count} answers compared, ${found.size} problems`);
process.exit(found.size > 0 || count === 0 ? 1 : 0);
