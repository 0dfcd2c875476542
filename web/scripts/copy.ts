// SPDX-License-Identifier: EUPL-1.2

// Buttons that copy. data-copy is the text; data-copy-link is a link from the page, of which the whole
// address is copied, and if it is empty that of the page. They are hidden where scripts do not run.

import { announce, wordsFor } from "./words.ts";

const SHOWN_MS = 2000;

// The older way, for pages that came without encryption.
function copyFromField(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "ds-sr-only";
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromField(text);
  }
}

function textOf(button: HTMLElement): string {
  const link = button.dataset["copyLink"];
  if (link === undefined) return button.dataset["copy"] ?? "";
  return new URL(link === "" ? location.href.split("#")[0] ?? "" : link, location.href).href;
}

async function onCopy(button: HTMLElement): Promise<void> {
  if (!(await copy(textOf(button)))) return;
  button.focus();
  announce(wordsFor("copied"));
  button.dataset["copied"] = wordsFor("copied");
  setTimeout(() => delete button.dataset["copied"], SHOWN_MS);
}

export function offerCopies(): void {
  const selector = "[data-copy], [data-copy-link]";
  for (const button of document.querySelectorAll<HTMLElement>(selector)) button.hidden = false;
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
    if (button !== null) void onCopy(button);
  });
}
