// SPDX-License-Identifier: EUPL-1.2

// The texts of the pages of the register, in each language: web/texts/pages.tsv. The server reads the
// same table (src/api/pages/words.h).

import { readText } from "./read.ts";

export const LANGUAGES = ["nb", "nn", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

const SOURCE = "web/texts/pages.tsv";

function readTable(): Map<string, string[]> {
  const [heading = "", ...lines] = readText(SOURCE).trimEnd().split("\n");
  if (heading !== ["key", ...LANGUAGES].join("\t")) throw new Error(`${SOURCE}: an unknown heading: ${heading}`);
  const table = new Map<string, string[]>();
  for (const line of lines) {
    const [key = "", ...texts] = line.split("\t");
    if (texts.length !== LANGUAGES.length || texts.includes("")) throw new Error(`${SOURCE}: ${key} does not have a text in each language`);
    if (table.has(key)) throw new Error(`${SOURCE}: ${key} stands there twice`);
    table.set(key, texts);
  }
  return table;
}

const table = readTable();

export function wordsOf(language: Language): (key: string) => string {
  const column = LANGUAGES.indexOf(language);
  return (key) => {
    const text = table.get(key)?.[column];
    if (text === undefined) throw new Error(`${SOURCE}: there is no ${key}`);
    return text;
  };
}
