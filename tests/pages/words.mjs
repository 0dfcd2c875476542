// SPDX-License-Identifier: EUPL-1.2

// The texts of the pages, from the table that the server has them from.

import { readFileSync } from "node:fs";

// Returns a function from a key to the text in this language.
export function readWords(file, language) {
  const [heading, ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  const column = heading.split("\t").indexOf(language);
  const texts = new Map(lines.map((line) => [line.split("\t")[0], line.split("\t")[column]]));
  return (key) => {
    if (!texts.has(key)) throw new Error(`${file}: there is no ${key}`);
    return texts.get(key);
  };
}
