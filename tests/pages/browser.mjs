// SPDX-License-Identifier: EUPL-1.2

// Pages of Chromium that report what no page of ours may do: an error of the console, a breach of the
// policy, a request to another host, a script of a stranger, a dialog, a status that nobody expected.

import { chromium } from "playwright-core";

export const DESK = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };

const LONGEST_MS = 30_000 * Number(process.env.TEST_PATIENCE || 1);

// Runs in each page before its own scripts.
function watch() {
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  document.addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
}

export class Visitor {
  // `options` are those of a context of playwright-core; `config.faults` collects what is wrong.
  static async start(config, options = {}) {
    const browser = await chromium.launch({ executablePath: config.chromium, args: ["--no-sandbox"] });
    return new Visitor(browser, config, options).renew();
  }

  constructor(browser, config, options) {
    this.browser = browser;
    this.config = config;
    this.options = { viewport: DESK, locale: "nb-NO", ...options };
    this.allowed = new Set(); // Statuses from 400 that a page may have.
  }

  // Another person: nothing is kept, and the options may be others.
  async renew(options = {}) {
    await this.page?.context().close();
    const context = await this.browser.newContext({ ...this.options, ...options });
    this.page = await context.newPage();
    if (options.javaScriptEnabled !== false) await context.addInitScript(watch);
    this.page.setDefaultTimeout(LONGEST_MS);
    this.report();
    return this;
  }

  fault(what) {
    this.config.faults.push(`${this.here()}: ${what}`);
  }

  here() {
    return this.page.url().slice(this.config.address.length).slice(0, 200);
  }

  report() {
    const { page, config } = this;
    page.on("console", (message) => {
      const text = message.text();
      // The statuses are looked at below.
      if (["error", "warning"].includes(message.type()) && !text.startsWith("Failed to load resource")) this.fault(`the console says: ${text}`);
    });
    page.on("pageerror", (error) => this.fault(`a script failed: ${error}`));
    page.on("dialog", async (dialog) => {
      this.fault(`a dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${config.address}/`) && !url.startsWith("data:")) this.fault(`asks another host: ${url}`);
    });
    page.on("response", (answer) => {
      const isAllowed = answer.request().isNavigationRequest() && this.allowed.has(answer.status());
      if (answer.status() >= 400 && !isAllowed) this.fault(`${answer.status()} for ${answer.url().slice(0, 300)}`);
    });
  }

  // Opens a page, which must have the status, and waits until all that it loads is there.
  async visit(path, status = 200) {
    this.allowed = new Set([status]);
    const answer = await this.page.goto(this.config.address + path, { waitUntil: "networkidle" });
    if (answer.status() !== status) this.config.faults.push(`${path.slice(0, 200)}: ${answer.status()} in place of ${status}`);
    return answer;
  }

  async close() {
    await this.browser.close();
  }
}
