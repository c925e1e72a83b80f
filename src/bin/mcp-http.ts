// MCP over HTTP, as the worker loads it with the first request for it.
import './plain-schemas.ts';

export { createMcpHttp } from '../mcp/http.ts';
