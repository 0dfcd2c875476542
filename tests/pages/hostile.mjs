// SPDX-License-Identifier: EUPL-1.2

// Records and requests that try to break out of the page (hostile.py makes the records).

import { checkEscaped, checkWidth } from "./checks.mjs";

const STATUSES = [200, 400, 404, 410, 414, 431];
const LONG = 10_000;

async function open(visitor, path) {
  visitor.allowed = new Set(STATUSES);
  const answer = await visitor.page.goto(visitor.config.address + path, { waitUntil: "networkidle" });
  if (!STATUSES.includes(answer.status())) visitor.fault(`gives ${answer.status()}`);
  await checkEscaped(visitor);
}

// The text is there, as text.
async function checkShown(visitor, text) {
  const shown = await visitor.page.evaluate(() => document.body.innerText);
  if (!shown.includes(text)) visitor.fault(`does not show ${text}`);
}

// Presses and points at everything that could run something.
async function provoke(visitor) {
  const { page } = visitor;
  for (const link of await page.locator("main a[href^='http'], main a[href^='mailto']").all()) await link.hover({ timeout: 2000 });
  for (const summary of await page.locator("main details:not([open]) > summary").all()) if (await summary.isVisible()) await summary.click();
  await checkEscaped(visitor);
  await checkWidth(visitor, "with long texts");
}

async function readUnits(visitor, units) {
  for (const unit of units) {
    await open(visitor, `/unit/${unit}`);
    await checkShown(visitor, "globalThis.ran=1");
    await provoke(visitor);
  }
}

// Pages where such records stand next to others.
async function readLists(visitor, { entity, form }) {
  const pages = [
    `/unit/${entity}/history`, `/search/entities?organisasjonsform=${form}`, "/search/sub-entities?navn=img", "/changes", "/browse/forms",
    "/browse/municipalities", "/browse/lists", `/en/unit/${entity}`, `/nn/unit/${entity}`,
  ];
  for (const path of pages) {
    await open(visitor, path);
    await provoke(visitor);
  }
}

// Texts in each parameter that a page reads, and in each part of its path.
async function sendTexts(visitor, markup, parameters) {
  const text = encodeURIComponent(markup);
  const all = parameters.map((name) => `${name}=${text}`);
  const paths = [
    ...parameters.flatMap((name) => [`/search/entities?${name}=${text}`]),
    `/search/entities?${all.join("&")}`, `/search/sub-entities?${all.join("&")}`, `/search/entities/filters?${all.join("&")}`, `/?${text}=${text}`, `/${text}`, `/unit/${text}`,
    `/unit/${text}/history`, `/browse/${text}`, `/browse/industries?code=${text}`, `/browse/municipalities?code=${text}`, `/changes?before=${text}&kind=${text}&type=${text}`,
    `/files?${text}`, `/status?${text}`, `/en/search/entities?navn=${text}`, `/search/entities?${text}=1`, `/docs/${text}`,
  ];
  for (const path of paths) await open(visitor, path);
  return paths.length;
}

async function typeMarkup(visitor, markup) {
  const { page } = visitor;
  await visitor.visit("/");
  const box = page.locator("main [role=combobox]");
  await box.fill(markup);
  await page.waitForTimeout(400);
  await checkEscaped(visitor);
  // Names with markup, as suggestions.
  await box.fill("navn img");
  await page.locator("main [role=option]").first().waitFor();
  await checkEscaped(visitor);
}

// A text of ten thousand characters in a field gives a page that can be read.
async function typeLong(visitor) {
  const { page } = visitor;
  await visitor.visit("/search/entities");
  const names = await page.locator("main form input[name]:is([type=search], [type=text], :not([type]))").evaluateAll((all) => all.map((field) => field.name));
  for (const name of new Set(names)) {
    visitor.allowed = new Set(STATUSES);
    await page.goto(`${visitor.config.address}/search/entities`);
    const field = page.locator(`main form [name="${name}"]`).first();
    await field.evaluate((element, length) => {
      element.closest("details")?.setAttribute("open", "");
      element.value = "a".repeat(length);
    }, LONG);
    await Promise.all([page.waitForNavigation(), field.evaluate((element) => element.form.requestSubmit())]);
    if ((await page.locator("h1").count()) !== 1) visitor.fault(`${name} of ${LONG} characters gives no page: ${(await page.locator("body").innerText()).slice(0, 200)}`);
    await checkWidth(visitor, `with ${LONG} characters in ${name}`);
  }
  return names.length;
}

export async function attack(visitor, { units, entity, form, markup, parameters }) {
  const parts = { readUnits: () => readUnits(visitor, units), readLists: () => readLists(visitor, { entity, form }), sendTexts: () => sendTexts(visitor, markup, parameters),
    typeMarkup: () => typeMarkup(visitor, markup), typeLong: () => typeLong(visitor) };
  for (const [name, part] of Object.entries(parts)) {
    try {
      await part();
    } catch (error) {
      visitor.fault(`${name}: ${String(error.message).split("\n").slice(0, 6).join(" ")}`);
    }
  }
}
