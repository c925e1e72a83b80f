import type { HomePaths } from '../config/paths.ts';
import { shellQuote } from '../platform/shell-quote.ts';

/** For the MCP server: room in memory from the start saves the collections while its schemas are made (bench/mcp.ts). */
const MCP_FLAG = '--min-semi-space-size=16';

/**
 * The text of `bin/cairn`, a POSIX script: Cairn's command for this home, with the absolute path of Node written in.
 * `cairn mcp`, which every session of an agent starts, goes straight to the MCP server. What Node compiles stays in the
 * home for the next start.
 */
export function renderLauncher({ node, paths }: { node: string; paths: HomePaths }): string {
  return `#!/bin/sh
# Cairn's command for this home. "cairn setup" writes this file, "cairn uninstall" removes it.
node=${shellQuote(node)}
flag=${MCP_FLAG}
[ -x "$node" ] || { node=node; flag=; }
CAIRN_HOME=${shellQuote(paths.home)}
NODE_COMPILE_CACHE=$CAIRN_HOME/cache
export CAIRN_HOME NODE_COMPILE_CACHE
app=${shellQuote(paths.appCurrent)}
if [ "$#" = 1 ] && [ "$1" = mcp ]; then
  exec "$node" $flag "$app/mcp.js"
fi
exec "$node" "$app/cli.js" "$@"
`;
}
