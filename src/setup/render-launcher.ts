import type { HomePaths } from '../config/paths.ts';
import { shellQuote } from '../platform/hook-script.ts';

/** Flags for the MCP server: a larger young generation saves the collections while its schemas are built (bench/mcp.ts). */
const MCP_FLAGS = '--min-semi-space-size=8 --max-semi-space-size=8';

/**
 * The text of `bin/cairn`, a POSIX script: Cairn's command for this home, with the absolute path of Node written in.
 * `cairn mcp`, which every session of an agent starts, goes straight to the MCP server. What Node compiles stays in the
 * home for the next start.
 */
export function renderLauncher({ node, paths }: { node: string; paths: HomePaths }): string {
  return `#!/bin/sh
# Cairn's command for this home. "cairn setup" writes this file, "cairn uninstall" removes it.
node=${shellQuote(node)}
[ -x "$node" ] || node=node
CAIRN_HOME=${shellQuote(paths.home)}
NODE_COMPILE_CACHE=$CAIRN_HOME/cache
export CAIRN_HOME NODE_COMPILE_CACHE
app=${shellQuote(paths.appCurrent)}
if [ "$#" = 1 ] && [ "$1" = mcp ]; then
  exec "$node" ${MCP_FLAGS} "$app/mcp.js"
fi
exec "$node" "$app/cli.js" "$@"
`;
}
