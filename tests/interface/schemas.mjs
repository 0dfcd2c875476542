// SPDX-License-Identifier: EUPL-1.2

// Compares answers with schemas: schemas.mjs SCHEMAS.json ANSWERS.ndjson
//
// The first file has the schemas below "$defs". A line of the second one has the name of a schema, what was asked, the answer,
// and whether it is right: a wrong one, made on purpose, must be found. Prints what does not agree, and ends with 1.

import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const MOST_SHOWN = 100;

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
addFormats.default(ajv);
ajv.addSchema(JSON.parse(readFileSync(process.argv[2], "utf8")), "schemas");

const lines = readFileSync(process.argv[3], "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
const found = [];
const met = { right: 0, wrong: 0 };
for (const { schema, asked, answer, isRight } of lines) {
  const validate = ajv.getSchema(`schemas#/$defs/${schema}`);
  if (!validate) throw new Error(`there is no schema ${schema}`);
  met[isRight ? "right" : "wrong"] += 1;
  if (validate(answer) === isRight) continue;
  const why = isRight ? ajv.errorsText(validate.errors) : "a wrong answer follows the schema";
  found.push(`${schema}: ${why}\n    ${asked}\n    ${JSON.stringify(answer).slice(0, 400)}`);
}
for (const text of found.slice(0, MOST_SHOWN)) console.log(`FAILED ${text}`);
console.log(`${met.right} answers follow the schemas, and ${met.wrong} wrong ones do not; ${found.length} problems`);
process.exit(found.length > 0 || met.right === 0 || met.wrong === 0 ? 1 : 0);
