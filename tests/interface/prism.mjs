// SPDX-License-Identifier: EUPL-1.2

// Sends recorded requests through Prism as a validating proxy: prism.mjs DOCUMENT.json ANSWERS.ndjson WRONG.ndjson FOLDER
//
// WRONG holds answers that are wrong on purpose; it must report each of them, or it would report nothing of the others.
// Behind Prism is a server that repeats the recorded answers (tests/wire/run.py --record), so that each request gets the
// answer that it got. Prism reports what of an answer violates the document in a header field. Requests that it does not
// pass on do not count, nor do HEAD, packed answers, ranges and bytes, which it cannot read. Prints the violations, and
// ends with 1 if there are any. Files of its own go to FOLDER.

import { spawn } from "node:child_process";
import { createReadStream, openSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request, Agent } from "node:http";
import { createInterface } from "node:readline";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const MOST_SHOWN = 100;
const AT_ONCE = 4;
const LONGEST_START_MS = 60_000;
const NUMBER = "x-recorded-answer";
// Fields that belong to a connection, or that the proxy sets itself.
const OWN_FIELDS = new Set(["connection", "content-length", "transfer-encoding", "keep-alive", "host", "expect"]);
const BODILESS = new Set([204, 304]);
const UNREADABLE = ["accept-encoding", "range", "if-range"];

const [documentPath, answersPath, wrongPath, folder] = process.argv.slice(2);

function resolve(document, node) {
  if (!node?.$ref) return node;
  return node.$ref.slice(2).split("/").reduce((at, name) => at[name], document);
}

function* responsesOf(document) {
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) {
      for (const response of Object.values(operation.responses)) yield resolve(document, response);
    }
  }
}

// Prism takes the first media type that ends with "json" for all of them. In what it reads they allow the bodies of each
// other; answers.mjs compares each with its own schema.
function makeReadable(document) {
  for (const response of responsesOf(document)) {
    const media = Object.entries(response.content ?? {}).filter(([type]) => /[/+]json/.test(type)).map(([, each]) => each);
    const schemas = new Map(media.map(({ schema }) => [JSON.stringify(schema), schema]));
    if (schemas.size > 1) for (const each of media) each.schema = { anyOf: [...schemas.values()] };
    // An answer that may be empty is one without a type, too.
    if (response["x-may-be-empty"]) delete response.content;
  }
  return document;
}

function canPass(answer) {
  const asked = new Set(answer.asked.map(([name]) => name.toLowerCase()));
  return (answer.method === "GET" || answer.method === "POST") && answer.sent !== null &&
    (answer.body !== null || answer.type === null) && !UNREADABLE.some((name) => asked.has(name)) &&
    /^[\x21-\x7e]+$/.test(answer.target) && answer.asked.every(([, value]) => /^[\x20-\x7e]*$/.test(value));
}

async function readAnswers(path) {
  const all = [];
  for await (const line of createInterface({ input: createReadStream(path) })) all.push(JSON.parse(line));
  return all.filter(canPass);
}

function without(fields) {
  const kept = {};
  for (const [name, value] of fields) if (!OWN_FIELDS.has(name.toLowerCase())) kept[name] = value;
  return kept;
}

function listen(server) {
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server.address().port)));
}

function repeatAnswers(answers) {
  return createServer((incoming, outgoing) => {
    const at = Number(incoming.headers[NUMBER]);
    const answer = answers[at];
    incoming.resume();
    if (!answer) return outgoing.writeHead(500).end();
    const body = Buffer.from(answer.body ?? "");
    // Of a body in chunks Prism says that it was cut off, in newer versions of Node.
    const length = BODILESS.has(answer.status) ? {} : { "content-length": String(body.length) };
    outgoing.writeHead(answer.status, { ...without(answer.headers), ...length, [NUMBER]: String(at) });
    outgoing.end(body);
  });
}

function send(port, agent, answer, at) {
  return new Promise((done, failed) => {
    const headers = { ...without(answer.asked), [NUMBER]: String(at) };
    const outgoing = request({ port, host: "127.0.0.1", agent, method: answer.method, path: answer.target, headers }, (incoming) => {
      incoming.on("error", failed);
      incoming.on("end", () => done(incoming));
      incoming.resume();
    });
    outgoing.on("error", failed);
    outgoing.end(answer.sent);
  });
}

async function freePort() {
  const server = createServer();
  const port = await listen(server);
  await new Promise((done) => server.close(done));
  return port;
}

async function startPrism(upstream) {
  const port = await freePort();
  const log = openSync(`${folder}/prism.log`, "w");
  const readable = `${folder}/readable.json`;
  writeFileSync(readable, JSON.stringify(makeReadable(JSON.parse(readFileSync(documentPath, "utf8")))));
  const prism = spawn(process.execPath, ["node_modules/@stoplight/prism-cli/dist/index.js", "proxy", readable,
    `http://127.0.0.1:${upstream}`, "--port", String(port), "--validate-request", "false", "--verboseLevel", "error"],
  { stdio: ["ignore", log, log], cwd: dirname(fileURLToPath(import.meta.url)) });
  const last = Date.now() + LONGEST_START_MS;
  while (prism.exitCode === null && Date.now() < last) {
    try {
      await send(port, new Agent(), { method: "GET", target: "/", asked: [], sent: "" }, -1);
      return { prism, port };
    } catch {
      await setTimeout(200);
    }
  }
  prism.kill();
  throw new Error("Prism did not start");
}

// The violations of one answer; null if its request was not passed on.
async function violationsOf(port, agent, answer, at) {
  const incoming = await send(port, agent, answer, at);
  if (incoming.headers[NUMBER] !== String(at)) return null;
  return JSON.parse(incoming.headers["sl-violations"] ?? "[]")
    .filter(({ location }) => location?.[0] === "response")
    .map(({ location, message }) => `${answer.operation}: ${answer.status}: ${location.join(".")}: ${message}`);
}

const wrong = await readAnswers(wrongPath);
const answers = [...wrong, ...await readAnswers(answersPath)];
const upstream = repeatAnswers(answers);
const { prism, port } = await startPrism(await listen(upstream));
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const found = new Map();
const refused = new Map();
let unreported = 0;
let compared = 0;
let next = 0;
async function work() {
  while (next < answers.length) {
    const at = next++;
    const answer = answers[at];
    const violations = await violationsOf(port, agent, answer, at);
    if (at < wrong.length) {
      if (!violations?.length) unreported += 1;
    } else if (!violations) {
      refused.set(answer.operation, answer.target);
    } else {
      compared += 1;
      for (const text of violations) if (!found.has(text)) found.set(text, answer.target);
    }
  }
}
try {
  await Promise.all(Array.from({ length: AT_ONCE }, work));
} finally {
  agent.destroy();
  prism.kill();
  upstream.close();
}
for (const [text, target] of [...found].slice(0, MOST_SHOWN)) console.log(`FAILED ${text}\n    ${target}`);
for (const [operation, target] of refused) console.log(`not passed on: ${operation} ${target.slice(0, MOST_SHOWN)}`);
if (unreported > 0 || wrong.length === 0) console.log("FAILED a wrong answer was not reported");
console.log(`${compared} answers went through Prism, ${found.size} violations; requests of ${refused.size} operations were not passed on`);
process.exit(found.size > 0 || compared === 0 || unreported > 0 || wrong.length === 0 ? 1 : 0);
