import type { HomePaths } from '../config/paths.ts';
import { shellQuote } from '../platform/shell-quote.ts';

/**
 * V8 flag for the MCP server: a larger initial young generation avoids garbage collections while the schemas are built
 * (bench/mcp.ts).
 */
const MCP_FLAG = '--min-semi-space-size=16';

/**
 * The text of `bin/cairn`, a POSIX script that runs Cairn for this home with the absolute path of Node. `cairn mcp`,
 * which every agent session starts, runs the MCP server directly. Node's compile cache is in the home.
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
