// SPDX-License-Identifier: EUPL-1.2

// What people do: find, filter, page, sort, open, change the language, go back; with a mouse, with the
// keyboard alone, and without JavaScript. Each task throws where it gets stuck.

import assert from "node:assert/strict";

import { PHONE } from "./browser.mjs";
import { checkShift, checkWidth } from "./checks.mjs";

const SEARCH = "/search/entities";
const BOX = "main .find input";
const RESULT = ".results li a";

const pathOf = (page) => new URL(page.url()).pathname;
const queryOf = (page) => new URL(page.url()).searchParams;

async function heading(page) {
  return (await page.locator("h1").innerText()).trim();
}

// Follows what leads to another page, and waits for it.
async function follow(page, act) {
  await Promise.all([page.waitForNavigation({ waitUntil: "load" }), act()]);
}

async function searchFor(visitor, text) {
  await visitor.visit("/");
  await visitor.page.locator(BOX).fill(text);
  await follow(visitor.page, () => visitor.page.locator(BOX).press("Enter"));
}

async function findsByName(visitor, { unit }) {
  const { page } = visitor;
  await searchFor(visitor, unit.name.toLowerCase());
  assert.equal(await page.locator(RESULT).first().innerText(), unit.name);
  await follow(page, () => page.locator(RESULT).first().click());
  assert.equal(pathOf(page), `/unit/${unit.number}`);
  assert.equal(await heading(page), unit.name);
}

// The page of results leads from a misspelt name to the unit.
async function findsMisspelt(visitor, { unit }) {
  const { page } = visitor;
  await searchFor(visitor, unit.misspelt);
  await follow(page, () => page.locator("main a", { hasText: unit.name }).first().click());
  assert.equal(await heading(page), unit.name);
}

async function findsByNumber(visitor, { unit }) {
  const { page } = visitor;
  await searchFor(visitor, unit.number.replace(/(...)(?=.)/g, "$1 "));
  if (pathOf(page) === SEARCH) await follow(page, () => page.locator(RESULT).first().click());
  assert.equal(pathOf(page), `/unit/${unit.number}`);
}

// Within the filters, of which each group can be folded.
const formBox = (form) => `input[name=organisasjonsform][value="${form}"]`;

// A choice that is there before the counts.
const STATUS_BOX = 'input[name=konkurs][value="true"]';

async function opensFilter(page, box) {
  const details = page.locator("#filters details", { has: box }).first();
  if (!(await details.evaluate((element) => element.open))) await details.locator("summary").first().click();
}

// A filter narrows the results; the address has it and nothing empty, and its chip takes it away.
async function filters(visitor, { form }) {
  const { page } = visitor;
  await visitor.visit(SEARCH);
  const all = await page.locator("#total").innerText();
  const box = page.locator(formBox(form));
  // Choices come with their counts: a script fetches them, and a link leads to them.
  if ((await box.count()) === 0) await follow(page, () => page.locator("#filters > p a").first().click());
  await opensFilter(page, box);
  await box.check();
  await follow(page, () => page.locator("#filters button").last().click());
  assert.equal(queryOf(page).get("organisasjonsform"), form);
  assert.notEqual(await page.locator("#total").innerText(), all);
  await follow(page, () => page.locator(".chips a").first().click());
  assert.equal(queryOf(page).get("organisasjonsform"), null);
  assert.equal(await page.locator("#total").innerText(), all);
}

async function leavesEmptyOut(visitor) {
  const { page } = visitor;
  await visitor.visit(`${SEARCH}?navn=fjellvik`);
  await follow(page, () => page.locator(BOX).press("Enter"));
  const empty = [...queryOf(page)].filter(([, value]) => value === "");
  assert.deepEqual(empty, []);
}

async function showsCounts(visitor) {
  const { page } = visitor;
  await visitor.visit(SEARCH);
  await page.locator("#filters .count").first().waitFor({ state: "attached" });
  await checkShift(visitor);
}

// A filter that somebody has ticked before the counts come stays ticked, and keeps the focus.
async function countsKeepChanges(visitor) {
  const { page } = visitor;
  let release;
  const released = new Promise((done) => (release = done));
  await page.route("**/filters?*", async (route) => released.then(() => route.continue()));
  await page.route("**/filters", async (route) => released.then(() => route.continue()));
  await page.goto(visitor.config.address + SEARCH);
  const box = page.locator(STATUS_BOX);
  await opensFilter(page, box);
  await box.focus();
  await box.check();
  release();
  await page.locator("#filters .count").first().waitFor({ state: "attached" });
  assert.ok(await box.isChecked(), "the filter is not ticked any more");
  assert.ok(await box.evaluate((element) => element === document.activeElement), "the focus is gone");
  await page.unrouteAll({ behavior: "wait" });
}

async function pagesAndGoesBack(visitor) {
  const { page } = visitor;
  await visitor.visit(`${SEARCH}?size=10`);
  const first = await page.locator(RESULT).allInnerTexts();
  await follow(page, () => page.locator(".ds-pagination a[rel=next]").click());
  assert.equal(queryOf(page).get("page"), "1");
  const second = await page.locator(RESULT).allInnerTexts();
  assert.equal(first.filter((name) => second.includes(name) && name !== "").length, 0, "a record stands on two pages");
  await follow(page, () => page.locator(RESULT).first().click());
  await page.goBack();
  assert.deepEqual(await page.locator(RESULT).allInnerTexts(), second);
  await page.goBack();
  assert.deepEqual(await page.locator(RESULT).allInnerTexts(), first);
}

async function sorts(visitor) {
  const { page } = visitor;
  await visitor.visit(`${SEARCH}?size=50`);
  const choice = page.locator("select[name=sort]");
  const values = await choice.locator("option").evaluateAll((all) => all.map((option) => option.value));
  const byName = values.find((value) => value.startsWith("navn,") || value === "navn");
  assert.ok(byName, `no order by name among ${values.join(" ")}`);
  await choice.selectOption(byName);
  await follow(page, () => page.locator(".bar button").click());
  assert.equal(queryOf(page).get("sort"), byName);
  assert.equal(await choice.inputValue(), byName);
}

// The same page in another language, with the same query.
async function changesLanguage(visitor, { unit }) {
  const { page } = visitor;
  for (const [path, expected] of [[`/unit/${unit.number}`, `/en/unit/${unit.number}`], [`${SEARCH}?navn=fjellvik`, `/en${SEARCH}`], ["/", "/en/"]]) {
    await visitor.visit(path);
    const query = new URL(page.url()).search;
    await follow(page, () => page.locator(".languages a[lang=en]").click());
    assert.equal(pathOf(page), expected);
    assert.equal(new URL(page.url()).search, query);
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
  }
  await follow(page, () => page.locator("header > nav a").first().click());
  assert.ok(pathOf(page).startsWith("/en/"), "links lose the language");
}

async function suggests(visitor, { unit }) {
  const { page } = visitor;
  await visitor.visit("/");
  const box = page.locator("main [role=combobox]");
  const list = page.locator(`#${await box.getAttribute("aria-controls")}`);
  await box.pressSequentially(unit.name.slice(0, 8).toLowerCase(), { delay: 20 });
  await list.locator("[role=option]").first().waitFor();
  assert.equal(await box.getAttribute("aria-expanded"), "true");
  assert.ok((await page.locator("#announced").innerText()).length > 0, "nobody is told of the suggestions");
  await page.keyboard.press("ArrowDown");
  const chosen = await box.getAttribute("aria-activedescendant");
  assert.equal(await page.locator(`#${chosen}`).getAttribute("aria-selected"), "true");
  await page.keyboard.press("Escape");
  assert.equal(await list.isVisible(), false);
  assert.equal(await box.inputValue(), unit.name.slice(0, 8).toLowerCase());
  await page.keyboard.press("ArrowDown");
  await list.locator("[role=option]", { hasText: unit.name }).first().waitFor();
  await follow(page, () => list.locator("[role=option]", { hasText: unit.name }).first().click());
  assert.equal(await heading(page), unit.name);
}

// A place leads to the search with its filter, and so does the box of the header on other pages.
async function suggestsPlaces(visitor) {
  const { page } = visitor;
  await visitor.visit("/status");
  const box = page.locator("header [role=combobox]");
  await box.pressSequentially("stavanger", { delay: 20 });
  const option = page.locator("header [role=option]", { hasText: "1103" }).first();
  await option.waitFor();
  await follow(page, () => option.click());
  assert.equal(queryOf(page).get("kommunenummer"), "1103");
}

async function copies(visitor, { unit }) {
  const { page } = visitor;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await visitor.visit(`/unit/${unit.number}`);
  const buttons = page.locator("main :is([data-copy], [data-copy-link])");
  assert.ok((await buttons.count()) > 0, "there is nothing to copy");
  for (const button of await buttons.all()) {
    await button.click();
    await button.and(page.locator("[data-copied]")).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(copied.includes(unit.number), `copied ${copied}`);
  }
}

// The element with the focus shows that it has it.
async function showsFocus(page) {
  return page.evaluate(() => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
    return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
  });
}

async function tabTo(page, selector, most = 60) {
  for (let pressed = 0; pressed < most; pressed += 1) {
    await page.keyboard.press("Tab");
    assert.ok(await showsFocus(page), `the focus cannot be seen: ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 120))}`);
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
  }
  assert.fail(`the keyboard does not reach ${selector}`);
}

async function worksByKeyboard(visitor, { unit }) {
  const { page } = visitor;
  await visitor.visit("/");
  await tabTo(page, ".skip", 1);
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "content");
  await tabTo(page, BOX, 1);
  await page.keyboard.type(unit.name.toLowerCase());
  await follow(page, () => page.keyboard.press("Enter"));
  await tabTo(page, RESULT);
  await follow(page, () => page.keyboard.press("Enter"));
  assert.equal(await heading(page), unit.name);
}

async function findsOnPhone(visitor, settings) {
  await visitor.page.setViewportSize(PHONE);
  await findsMisspelt(visitor, settings);
  await checkWidth(visitor, "of a telephone");
}

// The years stand where the link of the page leads.
async function readsAccountsOnPhone(visitor, { unit }) {
  const { page } = visitor;
  await page.setViewportSize(PHONE);
  await visitor.visit(`/unit/${unit.number}`);
  await page.locator('main nav a[href="#accounts"]').click();
  const { y } = await page.locator("#accounts h2").boundingBox();
  assert.ok(y >= 0 && y < PHONE.height / 2, `the accounts are at ${y}`);
  assert.ok((await page.locator("#accounts tr.sum").count()) > 0, "there are no sums");
}

// What was before a change and what came after are seen at once.
async function readsHistoryOnPhone(visitor, { changed }) {
  const { page } = visitor;
  await page.setViewportSize(PHONE);
  await visitor.visit(`/unit/${changed}`);
  await follow(page, () => page.locator('main nav a[href$="/history"]').click());
  assert.ok((await page.locator(".events [role=cell]").count()) > 1, "nothing has changed");
  const wide = await page.locator(".events .wide").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
  assert.equal(wide, 0, "changes are wider than the telephone");
}

const BY_HAND = {
  findsByName, findsMisspelt, findsByNumber, filters, leavesEmptyOut, showsCounts, countsKeepChanges, pagesAndGoesBack, sorts, changesLanguage, suggests,
  suggestsPlaces, copies, worksByKeyboard, findsOnPhone, readsAccountsOnPhone, readsHistoryOnPhone,
};
const WITHOUT_SCRIPTS = { findsByName, findsMisspelt, findsByNumber, filters, pagesAndGoesBack, sorts, changesLanguage };

async function run(visitor, tasks, settings, options) {
  for (const [name, task] of Object.entries(tasks)) {
    await visitor.renew(options);
    try {
      await task(visitor, settings);
    } catch (error) {
      visitor.fault(`${name}${options.javaScriptEnabled === false ? " without scripts" : ""}: ${String(error.message).split("\n").slice(0, 8).join(" ")}`);
    }
  }
}

export async function doTasks(visitor, settings) {
  await run(visitor, BY_HAND, settings, {});
  await run(visitor, WITHOUT_SCRIPTS, settings, { javaScriptEnabled: false });
  return Object.keys(BY_HAND).length + Object.keys(WITHOUT_SCRIPTS).length;
}
