// SPDX-License-Identifier: EUPL-1.2

// Runs oauth2-mock-server at a free loopback port until its input ends. Started by
// oauth_server.py with the folder that the packages are installed in.
//
// Prints one line of JSON with its addresses. Each line that it reads makes a key more, whose id
// it prints. A token request may carry, besides what OAuth says, the fields `claims` and
// `header`: JSON objects whose members are put into the token, or taken out of it where they
// are null.

import {createRequire} from 'node:module';
import {createInterface} from 'node:readline';

const {OAuth2Server} = createRequire(`${process.argv[2]}/`)('oauth2-mock-server');

function merge(target, json) {
  for (const [name, value] of Object.entries(JSON.parse(json ?? '{}'))) {
    if (value === null) delete target[name];
    else target[name] = value;
  }
}

const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

const server = new OAuth2Server();
server.service.on('beforeTokenSigning', (token, request) => {
  merge(token.payload, request.body.claims);
  merge(token.header, request.body.header);
});
const {kid} = await server.issuer.keys.generate('RS256');
await server.start(0, '127.0.0.1');
const base = `http://127.0.0.1:${server.address().port}`;
// As the national service writes it, with a final slash.
server.issuer.url = `${base}/`;
print({issuer: server.issuer.url, jwks: `${base}/jwks`, token: `${base}/token`, kid});

for await (const line of createInterface({input: process.stdin})) {
  if (line) print({kid: (await server.issuer.keys.generate('RS256')).kid});
}
process.exit(0);
