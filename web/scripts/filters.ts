// SPDX-License-Identifier: EUPL-1.2

// Puts the filters with their counts in the place of those without: the page comes sooner when the
// server does not count for it. What somebody has changed, opened or is about to use stays so.

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isChoice(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
}

// What a control is, in either version of the filters.
function keyOf(control: Control): string {
  return `${control.name}=${isChoice(control) ? control.value : ""}`;
}

function controlsOf(filters: Element): Map<string, Control> {
  const controls = filters.querySelectorAll<Control>("input, select, textarea");
  return new Map([...controls].map((control) => [keyOf(control), control]));
}

// The summary without its counts, which differ.
function detailsOf(filters: Element): Map<string, HTMLDetailsElement> {
  const all = [...filters.querySelectorAll("details")];
  const nameOf = (details: HTMLDetailsElement): string => {
    const summary = details.querySelector("summary")?.cloneNode(true);
    if (!(summary instanceof Element)) return details.id;
    for (const count of summary.querySelectorAll(".count")) count.remove();
    return details.id || (summary.textContent ?? "").trim();
  };
  return new Map(all.map((details) => [nameOf(details), details]));
}

function keepChanges(before: Element, after: Element): void {
  const controls = controlsOf(after);
  for (const [key, old] of controlsOf(before)) {
    const control = controls.get(key);
    if (control === undefined) continue;
    if (isChoice(old) && isChoice(control)) control.checked = old.checked;
    else control.value = old.value;
  }
  const details = detailsOf(after);
  for (const [name, old] of detailsOf(before)) {
    const one = details.get(name);
    if (one !== undefined) one.open = old.open;
  }
}

// The element of `after` that stands for the focused one of `before`.
function focusedIn(before: Element, after: Element): HTMLElement | undefined {
  const focused = document.activeElement;
  if (focused === null || !before.contains(focused)) return undefined;
  const summaries = (filters: Element): HTMLElement[] => [...filters.querySelectorAll<HTMLElement>("summary, a, button, input, select, textarea")];
  if (focused.id !== "") return after.querySelector<HTMLElement>(`#${CSS.escape(focused.id)}`) ?? undefined;
  return summaries(after)[summaries(before).indexOf(focused as HTMLElement)];
}

export async function countFilters(): Promise<void> {
  const before = document.getElementById("filters");
  const address = before?.dataset["fragment"];
  if (before === null || address === undefined) return;
  try {
    const answer = await fetch(address);
    if (!answer.ok) return;
    const fragment = new DOMParser().parseFromString(await answer.text(), "text/html");
    const after = fragment.getElementById("filters");
    if (after === null) return;
    keepChanges(before, after);
    const focused = focusedIn(before, after);
    before.replaceWith(document.adoptNode(after));
    focused?.focus({ preventScroll: true });
  } catch {
    // The filters stay without counts.
  }
}
