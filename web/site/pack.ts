// SPDX-License-Identifier: EUPL-1.2

// Writes files into NAME.bin and NAME.tsv, which the server embeds (src/api/pages/site.h). A line of
// NAME.tsv is: path, beginning and length of the text, and the same of the text packed with gzip, in
// bytes of NAME.bin. The routes know the media types. Equal files give equal bytes.

import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

export type SiteFile = { path: string; text: string };

export function pack(files: SiteFile[], output: string): void {
  const parts: Buffer[] = [];
  const lines: string[] = [];
  let begin = 0;
  const place = (bytes: Buffer): string => {
    const placed = `${begin}\t${bytes.length}`;
    parts.push(bytes);
    begin += bytes.length;
    return placed;
  };
  for (const file of [...files].sort((one, other) => (one.path < other.path ? -1 : 1))) {
    const plain = Buffer.from(file.text);
    const packed = gzipSync(plain, { level: 9 });
    lines.push([file.path, place(plain), place(packed)].join("\t"));
  }
  writeFileSync(`${output}.bin`, Buffer.concat(parts));
  writeFileSync(`${output}.tsv`, `${lines.join("\n")}\n`);
}
