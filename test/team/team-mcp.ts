import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../src/core/json.ts';

/** A client of a server's MCP with a token; close it at the end. */
export async function connectMcp(url: string, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp?tools=all', url), { requestInit }));
  return client;
}

/** Calls every tool with every argument that it takes of those given, and without; gives what each answered. */
export async function callEveryTool(url: string, token: string, given: JsonObject): Promise<Record<string, string>> {
  const client = await connectMcp(url, token);
  try {
    const answers: Record<string, string> = {};
    for (const { name, inputSchema } of (await client.listTools()).tools) {
      const takes = Object.keys(inputSchema.properties ?? {});
      const mine = Object.fromEntries(Object.entries(given).filter(([field]) => takes.includes(field)));
      const { project: _, ...everywhere } = mine;
      for (const [way, args] of Object.entries({ there: mine, everywhere }))
        answers[`${name} ${way}`] = JSON.stringify(await client.callTool({ name, arguments: args }));
    }
    return answers;
  } finally {
    await client.close();
  }
}
