// SPDX-License-Identifier: EUPL-1.2

// The texts that scripts show, in the language of the page: the frame has them (web/site/layout.ts).

const words: Partial<Record<string, string>> = JSON.parse(document.body.dataset["words"] ?? "{}");

// The text with this key; a % in it stands for the number.
export function wordsFor(key: string, count?: number): string {
  return (words[key] ?? "").replace("%", String(count));
}

// Tells readers of the screen; others see nothing.
export function announce(text: string): void {
  let place = document.getElementById("announced");
  if (place === null) {
    place = document.createElement("div");
    place.id = "announced";
    place.className = "ds-sr-only";
    place.setAttribute("role", "status");
    document.body.append(place);
  }
  place.textContent = text;
}
