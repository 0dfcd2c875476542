// SPDX-License-Identifier: EUPL-1.2

// A suggestion of the operation /api/ext/v1/suggest: where it leads, and what is shown of it.

import { wordsFor } from "./words.ts";

export type Suggestion = {
  kind: string;
  label: string;
  organisationNumber?: string;
  form?: string;
  place?: string;
  code?: string;
  inactive?: boolean;
  entityFilter?: string;
  matched?: { start: number; end: number }[];
};

export function readSuggestions(answer: { suggestions?: Suggestion[] }): Suggestion[] {
  return answer.suggestions ?? [];
}

// A unit leads to its page, everything else to the search with its filter.
export function linkOf({ organisationNumber, entityFilter }: Suggestion): string {
  const { unit = "", find = "" } = document.body.dataset;
  return organisationNumber === undefined ? `${find}?${entityFilter ?? ""}` : unit + encodeURIComponent(organisationNumber);
}

function marked(label: string, parts: { start: number; end: number }[]): Node[] {
  const nodes: Node[] = [];
  let shown = 0;
  for (const { start, end } of parts) {
    const mark = document.createElement("mark");
    mark.textContent = label.slice(start, end);
    nodes.push(document.createTextNode(label.slice(shown, start)), mark);
    shown = end;
  }
  return [...nodes, document.createTextNode(label.slice(shown))];
}

// The label, and what tells namesakes apart.
export function labelled(suggestion: Suggestion): Node[] {
  const { kind, label, organisationNumber, form, place, code, inactive, matched = [] } = suggestion;
  const name = document.createElement("span");
  name.append(...marked(label, matched));
  const more = document.createElement("span");
  more.className = "quiet";
  const isEntity = kind === "entity";
  const parts = [organisationNumber ?? code, form, place, isEntity ? undefined : wordsFor(kind), inactive === true ? wordsFor("inactive") : undefined];
  more.textContent = parts.filter((part) => part !== undefined && part !== "").join(" · ");
  return [name, document.createTextNode(" "), more];
}
