// The least server that the protocol's library makes, with one tool that repeats its input; `bench/mcp.ts` bundles it as
// `cairn mcp` is, and measures both.
import '../../src/bin/plain-schemas.ts';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { unchecked } from '../../src/mcp/unchecked.ts';

serveStdio(() => {
  const server = new McpServer({ name: 'reference', version: '1' });
  const inputSchema = unchecked({ type: 'object', properties: { query: { type: 'string' } } });
  server.registerTool('search', { description: 'Says it.', inputSchema }, (given) => ({
    content: [{ type: 'text', text: JSON.stringify(given) }],
  }));
  return server;
});
