// SPDX-License-Identifier: EUPL-1.2

// A link on which answers arrive in small pieces, as on a telephone at the edge of its net.

import net from "node:net";

const PIECE = 700; // bytes
const PAUSE_MS = 60;

function trickle(from, to) {
  let waiting = Buffer.alloc(0);
  let timer;
  const send = () => {
    to.write(waiting.subarray(0, PIECE));
    waiting = waiting.subarray(PIECE);
    timer = waiting.length > 0 ? setTimeout(send, PAUSE_MS) : undefined;
    if (timer === undefined && from.readableEnded) to.end();
  };
  from.on("data", (data) => {
    waiting = Buffer.concat([waiting, data]);
    timer ??= setTimeout(send, PAUSE_MS);
  });
  from.on("end", () => timer ?? to.end());
}

// Returns the address at which the server of `address` is reached by such a link, and what ends it.
export async function openSlowLink(address) {
  const { hostname, port } = new URL(address);
  const link = net.createServer((client) => {
    const server = net.connect(Number(port), hostname);
    client.pipe(server);
    trickle(server, client);
    client.on("close", () => server.destroy());
    for (const [one, other] of [[client, server], [server, client]]) one.on("error", () => other.destroy());
  });
  await new Promise((done) => link.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${link.address().port}`, close: () => link.close() };
}
