import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** One request that a server got, with its body of JSON. */
export interface JsonAsked<Body> {
  path: string;
  headers: IncomingHttpHeaders;
  body: Body;
}

/** Starts a server on loopback that hands each request on, and gives its address; it ends with the test, whoever hangs on it. */
export async function startJsonServer<Body>(
  context: Pick<TestContext, 'after'>,
  onAsked: (asked: JsonAsked<Body>, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    onAsked({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text) as Body }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
