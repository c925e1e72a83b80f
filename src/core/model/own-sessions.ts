/** The session of what was stated or done outside any session, one for each of Cairn's surfaces. */
export const NO_SESSION = 'notes';
/** How the session of an MCP server begins, under which the acts of one agent are counted together. */
export const MCP_SESSION = 'mcp-';
